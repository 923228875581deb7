//! What cannot be done is told in one line with its reason; all else is still counted.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{
    Folder, Ran, installed, json, lc, ran, ran_on_pipe, strategies, streaming, unprivileged_lc,
};

/// A folder with a file of two lines, `f`, and an empty folder, `dir`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("f", "one\ntwo\n");
    fs::create_dir(folder.join("dir")).unwrap();
    folder
}

fn run(folder: &Folder, args: &[&str]) -> Ran {
    ran(lc().current_dir(folder.path()).args(args))
}

/// One line on stderr that begins `lc: ` and holds all of `said`, that on stdout, and status 2.
fn expect_failure(run: &Ran, stdout: &str, said: &[&str]) {
    assert_eq!(
        run.stderr.matches('\n').count(),
        1,
        "more or less than one line: {run:?}"
    );
    assert!(
        run.stderr.starts_with("lc: ") && run.stderr.ends_with('\n'),
        "{run:?}"
    );
    for said in said {
        assert!(run.stderr.contains(said), "does not say {said:?}: {run:?}");
    }
    assert_eq!(run.stdout, stdout, "{run:?}");
    assert_eq!(run.status, Some(2), "{run:?}");
}

/// A wrong command line: nothing is counted, whatever the files are.
fn expect_usage_error(args: &[&str], said: &[&str]) {
    let folder = folder();
    let run = run(&folder, args);
    expect_failure(&run, "", said);
}

#[test]
fn a_missing_file_is_told_and_the_others_counted() {
    for strategy in strategies() {
        let run = run(&folder(), &["-q", "-s", strategy, "f", "missing", "f"]);
        expect_failure(
            &run,
            " 2 f\n 2 f\n 4 total\n",
            &["lc: missing: No such file or directory"],
        );
    }
}

#[test]
fn a_directory_is_told_with_the_remedy_and_the_others_counted() {
    for strategy in strategies() {
        let run = run(&folder(), &["-q", "-s", strategy, "f", "dir"]);
        let rows = "      2 f\n      0 dir\n      2 total\n";
        expect_failure(&run, rows, &["lc: dir: Is a directory; ", "-r"]);
    }
}

#[test]
fn a_file_that_may_not_be_read_is_told_and_the_others_counted() {
    let folder = folder();
    let Some(mut command) = unprivileged_lc(&folder) else {
        return;
    };
    let run = ran(command
        .current_dir(folder.path())
        .args(["-q", "f", "probe", "f"]));
    expect_failure(
        &run,
        " 2 f\n 2 f\n 4 total\n",
        &["lc: probe: Permission denied"],
    );
}

#[test]
fn a_failed_input_does_not_cost_the_report() {
    let run = run(&folder(), &["f", "missing"]);
    assert_eq!(
        (run.stdout.as_str(), run.status),
        ("2 f\n2 total\n", Some(2))
    );
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{run:?}");
    assert_eq!(lines[0], "lc: missing: No such file or directory");
    assert!(
        lines[1].starts_with("lc: chunk, ") && lines[1].contains(" thread: "),
        "{run:?}"
    );
}

#[test]
fn a_size_that_is_none_is_echoed() {
    let wrong = [
        "",
        "x",
        "K",
        "-1",
        "+1",
        " 1",
        "1 ",
        "1.5K",
        "1X",
        "1KK",
        "0x10",
        "16E",
        "18446744073709551616",
    ];
    for option in ["--buf", "--max-line-len", "--max-memory", "--sample"] {
        for value in wrong {
            let echoed = format!("'{value}'");
            expect_usage_error(&[&format!("{option}={value}"), "f"], &[option, &echoed]);
        }
    }
    for value in wrong.iter().filter(|value| !value.starts_with('-')) {
        expect_usage_error(&["-b", value, "f"], &["--buf", &format!("'{value}'")]);
    }
}

#[test]
fn a_negative_value_behind_a_blank_is_a_value_and_echoed() {
    expect_usage_error(&["--buf", "-1", "f"], &["--buf", "'-1'"]);
    expect_usage_error(&["--range", "-1..3", "f"], &["--range", "-1..3"]);
    expect_usage_error(&["-j", "-1", "f"], &["--threads", "'-1'"]);
}

#[test]
fn a_range_that_is_none_is_echoed() {
    for range in [
        "",
        "5",
        "a..b",
        "5..b",
        "a..5",
        "..5x",
        "5...6",
        "1..2..3",
        "-1..3",
        "1..-3",
        "1.5..3",
        "1-3",
        "1:3",
        "99999999999999999999..",
        "0..99999999999999999999",
        "16E..",
        "..16E",
    ] {
        expect_usage_error(
            &["-q", &format!("--range={range}"), "f"],
            &["--range ", range],
        );
    }
}

#[test]
fn a_range_backwards_is_echoed() {
    for range in ["5..3", "1..0", "1K..1023", "1M..1K", "15E..1"] {
        expect_usage_error(&["-q", "--range", range, "f"], &["--range", range]);
    }
    let empty = run(&folder(), &["-q", "--range", "3..3", "f"]);
    assert_eq!(
        (empty.stdout.as_str(), empty.stderr.as_str(), empty.status),
        ("0 f\n", "", Some(0))
    );
}

#[test]
fn a_number_of_threads_that_is_none_is_echoed() {
    for value in ["", "x", "1.5", "2K", "99999999999999999999999"] {
        expect_usage_error(
            &[&format!("--threads={value}"), "f"],
            &["--threads", &format!("'{value}'")],
        );
    }
}

#[test]
fn mmap_refuses_a_pipe() {
    let refused = ran_on_pipe(lc().args(["-q", "-s", "mmap"]), b"one\n");
    expect_failure(
        &refused,
        "",
        &[
            "lc: 'standard input': ",
            "cannot be mapped; ",
            "--strategy chunk",
        ],
    );
    let folder = folder();
    let mut command = lc();
    let refused = ran_on_pipe(
        command
            .current_dir(folder.path())
            .args(["-q", "-s", "mmap", "f", "-"]),
        b"one\n",
    );
    expect_failure(
        &refused,
        "      2 f\n      2 total\n",
        &["cannot be mapped; ", "--strategy chunk"],
    );
}

#[test]
fn mmap_refuses_what_is_not_regular_and_counts_the_others() {
    let folder = folder();
    folder.fifo("fifo", b"one\n");
    let rows = "      2 f\n      2 total\n";
    for name in ["fifo", "/dev/null", "/dev/zero"] {
        let refused = run(&folder, &["-q", "-s", "mmap", name, "f"]);
        expect_failure(
            &refused,
            rows,
            &[
                &format!("lc: {name}: "),
                "cannot be mapped; ",
                "--strategy chunk",
            ],
        );
    }
}

#[test]
fn mmap_refuses_a_pseudo_file() {
    let folder = folder();
    let sys = "/sys/kernel/mm/transparent_hugepage/enabled";
    let proc = ["/proc/self/status", "/proc/version"];
    for name in proc
        .into_iter()
        .chain([sys])
        .filter(|name| Path::new(name).exists())
    {
        for threads in ["1", "3"] {
            let refused = run(
                &folder,
                &["-q", "-s", "mmap", "-j", threads, "--total=never", name],
            );
            expect_failure(
                &refused,
                "",
                &[
                    &format!("lc: {name}: "),
                    "cannot be mapped; ",
                    "--strategy chunk",
                ],
            );
        }
    }
}

#[test]
fn whole_refuses_a_file_over_its_budget() {
    let folder = folder();
    folder.file("big", "0123456\n".repeat(1000));
    for threads in ["1", "3"] {
        for budget in ["0", "1", "7999"] {
            let args = [
                "-q",
                "-s",
                "whole",
                "--max-memory",
                budget,
                "-j",
                threads,
                "--total=never",
                "big",
            ];
            let said = [
                "lc: big: whole needs ",
                "are available; ",
                "--strategy chunk",
                "--max-memory",
            ];
            expect_failure(&run(&folder, &args), "", &said);
        }
        let args = [
            "-q",
            "-s",
            "whole",
            "--max-memory",
            "100",
            "-j",
            threads,
            "f",
            "big",
            "f",
        ];
        let rows = "   2 f\n   2 f\n   4 total\n";
        expect_failure(&run(&folder, &args), rows, &["lc: big: whole needs "]);
    }
}

#[test]
fn whole_refuses_a_pipe_that_outgrows_its_budget() {
    let bytes = "0123456\n".repeat(1000);
    for budget in ["0", "1", "10", "4096", "7999"] {
        let mut command = lc();
        let refused = ran_on_pipe(
            command.args(["-q", "-s", "whole", "--max-memory", budget]),
            bytes.as_bytes(),
        );
        let said = [
            "lc: 'standard input': whole needs ",
            "are available; ",
            "--strategy chunk",
            "--max-memory",
        ];
        expect_failure(&refused, "", &said);
    }
    let folder = folder();
    folder.fifo("fifo", bytes.as_bytes());
    let refused = run(
        &folder,
        &["-q", "-s", "whole", "--max-memory=4K", "fifo", "f"],
    );
    expect_failure(
        &refused,
        "      2 f\n      2 total\n",
        &["lc: fifo: whole needs "],
    );
}

#[test]
fn whole_takes_what_fills_its_budget_exactly() {
    let folder = folder();
    let bytes = "0123456\n".repeat(1000);
    folder.file("big", &bytes);
    for threads in ["1", "2", "3", "8"] {
        let counted = run(
            &folder,
            &[
                "-q",
                "-s",
                "whole",
                "--max-memory=8000",
                "-j",
                threads,
                "big",
                "big",
            ],
        );
        let got = (counted.stdout.as_str(), counted.stderr.as_str());
        assert_eq!(
            got,
            (" 1000 big\n 1000 big\n 2000 total\n", ""),
            "-j{threads}"
        );
    }
    let counted = ran_on_pipe(
        lc().args(["-q", "-s", "whole", "--max-memory=8000"]),
        bytes.as_bytes(),
    );
    assert_eq!(
        (counted.stdout.as_str(), counted.stderr.as_str()),
        ("1000\n", "")
    );
    let empty = ran(lc().args(["-q", "-s", "whole", "--max-memory=0"]));
    assert_eq!((empty.stdout.as_str(), empty.stderr.as_str()), ("0\n", ""));
}

/// Only what is held is asked for: not the rest of the file.
#[test]
fn whole_needs_room_for_the_range_alone() {
    let folder = folder();
    folder.file("big", "0123456\n".repeat(1000));
    for threads in ["1", "3"] {
        let args = [
            "-q",
            "-s",
            "whole",
            "--max-memory=100",
            "-j",
            threads,
            "--range=80..160",
            "big",
        ];
        let counted = run(&folder, &args);
        let got = (
            counted.stdout.as_str(),
            counted.stderr.as_str(),
            counted.status,
        );
        assert_eq!(got, ("10 big\n", "", Some(0)), "-j{threads}");
        let said = ["lc: big: whole needs "];
        let args = [
            "-q",
            "-s",
            "whole",
            "--max-memory=79",
            "-j",
            threads,
            "--range=80..160",
            "big",
        ];
        expect_failure(&run(&folder, &args), "", &said);
    }
}

#[test]
fn whole_needs_room_for_the_rest_of_a_redirect_alone() {
    let folder = folder();
    let path = folder.file("big", "0123456\n".repeat(1000));
    for threads in ["1", "3"] {
        let mut file = File::open(&path).unwrap();
        std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(7920)).unwrap();
        let mut command = lc();
        command
            .args(["-q", "-s", "whole", "--max-memory=100", "-j", threads])
            .stdin(file);
        let counted = ran(&mut command);
        let got = (
            counted.stdout.as_str(),
            counted.stderr.as_str(),
            counted.status,
        );
        assert_eq!(got, ("10\n", "", Some(0)), "-j{threads}");
    }
}

#[test]
fn options_that_do_not_fit_the_strategy_are_refused() {
    expect_usage_error(&["--buf=0", "f"], &["--buf 0"]);
    expect_usage_error(&["-s", "whole", "--buf=4K", "f"], &["--buf", "whole"]);
    expect_usage_error(
        &["-s", "byte", "-s", "whole", "-b", "1", "f"],
        &["--buf", "whole"],
    );
    for strategy in ["auto", "byte", "chunk", "mmap"] {
        expect_usage_error(
            &["-s", strategy, "--max-memory=1M", "f"],
            &["--max-memory", "whole"],
        );
    }
    expect_usage_error(
        &["--max-memory=1M", "f"],
        &["--max-memory", "--strategy whole"],
    );
}

#[test]
fn a_buffer_that_no_machine_has_is_refused() {
    for strategy in ["auto", "byte", "lines", "chunk", "mmap"] {
        for size in ["8E", "15E", "18446744073709551615"] {
            expect_usage_error(&["-s", strategy, "--buf", size, "f"], &["--buf"]);
        }
    }
    for strategy in streaming() {
        expect_usage_error(&["-s", strategy, "--buf=4P", "f"], &["--buf", "4 PiB"]);
        expect_usage_error(&["-s", strategy, "--buf=1T", "-j", "200", "f"], &["--buf"]);
    }
}

#[test]
fn a_list_of_patterns_without_an_end_is_refused() {
    for file in ["/dev/zero", "/dev/urandom"] {
        expect_usage_error(&["-f", file, "f"], &["pattern file", file, "larger than"]);
    }
}

#[test]
fn patterns_from_a_closed_standard_input_are_told() {
    let folder = folder();
    let mut shell = Command::new("sh");
    shell.args(["-c", "exec \"$0\" -f - f <&-", env!("CARGO_BIN_EXE_lc")]);
    let run = ran(shell.current_dir(folder.path()).env("LC_ALL", "C.UTF-8"));
    expect_failure(&run, "", &["pattern file -: Bad file descriptor"]);
}

#[test]
fn an_unknown_strategy_lists_the_known_ones() {
    for name in ["fast", "", "CHUNK", "chunk,fast"] {
        let known = [
            "--strategy",
            "auto",
            "byte",
            "lines",
            "chunk",
            "whole",
            "mmap",
        ];
        expect_usage_error(&["-s", name, "f"], &known);
    }
}

#[test]
fn an_unknown_option_is_one_line() {
    for option in ["--nope", "-z", "--buff=3", "--strateg=byte", "--lines=3"] {
        let name = option.split('=').next().unwrap();
        expect_usage_error(&[option, "f"], &[name]);
    }
    expect_usage_error(
        &["--max-lin-len=3", "f"],
        &["--max-lin-len", "--max-line-len"],
    );
    for option in [
        "--buf",
        "--strategy",
        "--threads",
        "--range",
        "--total",
        "--files0-from",
    ] {
        expect_usage_error(&["f", option], &[option]);
    }
    expect_usage_error(
        &["--total=sometimes", "f"],
        &["sometimes", "auto", "always", "only", "never"],
    );
}

/// What is wrong, with which value, and where to read more; in clap's words it would be a page.
#[test]
fn every_usage_error_names_what_is_wrong_and_where_to_read_more() {
    for (args, said) in [
        (
            &["--strateg", "x"][..],
            "unknown option '--strateg'; perhaps --strategy is meant",
        ),
        (&["--unlike-any", "f"], "unknown option '--unlike-any'; see"),
        (&["-Z", "f"], "unknown option '-Z'; see"),
        (&["--odd\nname"], r"unknown option '--odd'$'\n''name'; see"),
        (
            &["-s", "chnk"],
            "invalid value 'chnk' for --strategy; perhaps chunk is meant; it is one of auto, byte, ",
        ),
        (
            &["--errors=eror"],
            "invalid value 'eror' for --errors; perhaps error is meant; it is one of fatal, ",
        ),
        (
            &["--overlong", "x"],
            "invalid value 'x' for --overlong; it is one of scan, truncate, skip, error; see",
        ),
        (&["-s"], "--strategy needs a value: one of auto, byte, "),
        (&["-b"], "--buf needs a value, and there is none; see"),
        (
            &["--buf=x"],
            "invalid value 'x' for --buf: a size is a whole number of bytes, ",
        ),
        (
            &["--buf="],
            "invalid value '' for --buf: a size is missing; see",
        ),
        (
            &["-j", "x"],
            "invalid value 'x' for --threads: a whole number, 0 or more, is needed; see",
        ),
        (
            &["-j", "-1"],
            "invalid value '-1' for --threads: a whole number, 0 or more, is needed; see",
        ),
        (
            &["-j", "99999999999999999999"],
            "for --threads: a smaller number is needed; see",
        ),
        (
            &["--max-errors", "-1"],
            "invalid value '-1' for --max-errors: a whole number, 0 or more, is needed; see",
        ),
        (
            &["--compare", "--runs", "5000000000"],
            "for --runs: a smaller number is needed; see",
        ),
        (
            &["--compare", "--max-time", "x"],
            "invalid value 'x' for --max-time: a number of seconds is needed",
        ),
        (
            &["--lines=3"],
            "--lines takes no value, and '3' was given; see",
        ),
        (
            &["--generate", "man", "f"],
            "--generate stands alone; leave the other options and files out; see",
        ),
        (
            &["-c"],
            "unknown option '-c'; lines are always counted and not printed; bytes are --bytes; see",
        ),
        (&["-m"], "characters are not counted; use --bytes; see"),
        (
            &["--words"],
            "unknown option '--words'; words are not counted; see",
        ),
        (&["--max-line-length"], "use --longest; see"),
        (
            &["--regexp", "x"],
            "a regular expression is given as -e REGEX; see",
        ),
        (
            &["-E", "x"],
            "a regular expression is given as -e REGEX; see",
        ),
        (&["--no-color"], "use --color never; see"),
        (
            &["-i"],
            "-i says how patterns match, and there are none; add -e REGEX; see",
        ),
        (
            &["--runs=3"],
            "--runs is for a comparison; add --compare; see",
        ),
    ] {
        expect_usage_error(args, &[said, "; see lc --help\n"]);
    }
}

#[test]
fn a_name_that_is_no_file_is_perhaps_something_else() {
    for (name, said) in [
        ("ERROR", "to count the lines with it, use -e ERROR\n"),
        (
            "warn",
            "to count lines of that severity, use --errors=warn, and those with the word, -e warn\n",
        ),
        ("help", "for help, use lc --help\n"),
        ("other", "lc: other: No such file or directory\n"),
    ] {
        expect_failure(&run(&folder(), &["-q", "--total=never", name]), "", &[said]);
    }
}

#[test]
fn a_list_of_names_beside_operands_is_refused() {
    expect_usage_error(&["--files0-from=list", "f"], &["lc: f: ", "--files0-from"]);
    expect_usage_error(&["--files0-from=-", "-"], &["lc: -: ", "--files0-from"]);
    expect_usage_error(
        &["--files0-from=list", "-r"],
        &["--recursive", "--files0-from"],
    );
}

#[test]
fn a_sample_is_not_written_beside_anything_else() {
    for other in [
        &["f"][..],
        &["-q"],
        &["--json"],
        &["-l"],
        &["-s", "byte"],
        &["--range=0..1"],
        &["-r"],
    ] {
        let args = [&["--sample=10"], other].concat();
        expect_usage_error(&args, &["--sample"]);
    }
}

/// A message is one line, whatever it speaks of.
#[test]
fn messages_stay_one_line_when_names_and_values_are_not() {
    expect_usage_error(&["--files0-from=list", "new\nline"], &["--files0-from"]);
    expect_usage_error(&["--range=5\n..3", "f"], &["--range"]);
    expect_usage_error(&["--buf=1\n2", "f"], &["--buf"]);
    expect_usage_error(&["--no\npe", "f"], &["--no"]);
    let folder = folder();
    expect_failure(
        &run(&folder, &["-q", "new\nline"]),
        "",
        &["lc: 'new'$'\\n''line': No such file"],
    );
    let whole = folder.file("whole\nfile", "one\n");
    let name = whole.file_name().unwrap().to_str().unwrap();
    let refused = run(&folder, &["-q", "-s", "whole", "--max-memory=1", name]);
    expect_failure(&refused, "", &["lc: 'whole'$'\\n''file': whole needs"]);
    let missing = run(&folder, &["-q", "--files0-from=no\nlist"]);
    expect_failure(&missing, "", &["lc: 'no'$'\\n''list': "]);
}

#[test]
fn arguments_that_are_not_utf8_are_told_without_a_panic() {
    let bytes = std::ffi::OsStr::from_bytes;
    for arg in [
        &b"--buf=\xff"[..],
        b"--range=\xff..",
        b"--strategy=\xff",
        b"--\xff",
        b"--total=\xff",
        b"-\xff",
    ] {
        let run = ran(lc().arg(bytes(arg)));
        expect_failure(&run, "", &[]);
        assert!(!run.stderr.contains("panicked"), "{run:?}");
    }
}

/// Standard output that takes nothing.
fn full() -> Option<File> {
    let full = OpenOptions::new().write(true).open("/dev/full").ok();
    // A plain file of that name would take everything.
    let full = full.filter(|mut full| full.write_all(b"x").is_err());
    if full.is_none() {
        eprintln!("skipped: no /dev/full here");
    }
    full
}

#[test]
fn a_full_disk_is_one_message() {
    let folder = folder();
    let names = vec!["f"; 2000];
    let shapes: &[&[&str]] = &[
        &["-q", "f"],
        &["-q", "f", "f"],
        &["--json", "f"],
        &["--sample=1M"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["--generate=man"],
        &["--generate=bash"],
        &["-q", "--total=only", "f"],
        &["-q", "--levels", "f"],
        &["--compare", "--runs=1", "--warmup=0", "-s", "chunk", "f"],
    ];
    for args in shapes
        .iter()
        .map(|args| args.to_vec())
        .chain([[&["-q"], &names[..]].concat()])
    {
        let Some(full) = full() else { return };
        let mut command = lc();
        command
            .current_dir(folder.path())
            .args(&args)
            .stdout(full)
            .stderr(Stdio::piped());
        let run: Ran = command.spawn().unwrap().wait_with_output().unwrap().into();
        let shown = &args[..args.len().min(3)];
        assert_eq!(
            run.stderr, "lc: standard output: No space left on device\n",
            "{shown:?}"
        );
        assert_eq!(run.status, Some(2), "{shown:?}");
    }
}

#[test]
fn an_export_to_a_full_disk_is_one_message_with_its_name() {
    if full().is_none() {
        return;
    }
    for option in ["--export-json", "--export-csv", "--export-markdown"] {
        let export = format!("{option}=/dev/full");
        let args = [
            "--compare",
            "--runs=1",
            "--warmup=0",
            "-s",
            "chunk",
            &export,
            "f",
        ];
        let run = run(&folder(), &args);
        expect_failure(&run, "", &["lc: /dev/full: No space left on device"]);
    }
}

#[test]
fn a_full_disk_does_not_hide_what_else_failed() {
    let Some(full) = full() else { return };
    let mut command = lc();
    command
        .args(["-q", "/missing/file"])
        .stdout(full)
        .stderr(Stdio::piped());
    let run: Ran = command.spawn().unwrap().wait_with_output().unwrap().into();
    assert_eq!(run.status, Some(2));
    assert_eq!(run.stderr, "lc: /missing/file: No such file or directory\n");
}

#[test]
fn closed_stdout_is_told() {
    let folder = folder();
    for args in [
        &["-q", "f"][..],
        &["--json", "f"],
        &["--sample=1M"],
        &["--generate=man"],
        &["--generate=zsh"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["--compare", "f"],
        &["--compare", "--export-json=-", "f"],
    ] {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_lc")]);
        shell.args(args).current_dir(folder.path());
        let run = ran(shell.env("LC_ALL", "C.UTF-8"));
        let said = "lc: standard output: Bad file descriptor\n";
        assert_eq!(
            (run.stderr.as_str(), run.status),
            (said, Some(2)),
            "{args:?}"
        );
    }
}

#[test]
fn a_reader_that_went_away_ends_it_quietly() {
    let folder = folder();
    let names = vec!["f"; 20_000];
    for options in [&["-q"][..], &["--json"], &["-q", "-j3"]] {
        let mut command = lc();
        command
            .current_dir(folder.path())
            .args(options)
            .args(&names);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let run: Ran = child.wait_with_output().unwrap().into();
        assert_eq!(
            (run.stderr.as_str(), run.status),
            ("", Some(0)),
            "{options:?}"
        );
    }
}

#[test]
fn the_status_tells_what_nobody_reads() {
    let folder = folder();
    for (args, status) in [(&["missing", "f"][..], 2), (&["--max-errors=0", "e"], 1)] {
        folder.file("e", "ERROR\n");
        let mut command = lc();
        command.current_dir(folder.path()).arg("-q").args(args);
        let (read, write) = std::io::pipe().unwrap();
        drop(read);
        let run = ran(command.stdout(write));
        assert_eq!(run.status, Some(status), "{args:?}: {run:?}");
        assert!(!run.stderr.contains("standard output"), "{run:?}");
    }
}

#[test]
fn no_input_is_read_for_a_reader_that_went_away() {
    let folder = folder();
    if !installed("strace", &["-o", "/dev/null", "true"]) {
        return;
    }
    let names = vec!["f"; 5000];
    let mut strace = Command::new("strace");
    strace
        .args(["-f", "-e", "trace=openat", "-P"])
        .arg(folder.join("f"))
        .arg("-o")
        .arg(folder.join("trace"));
    strace
        .arg(env!("CARGO_BIN_EXE_lc"))
        .arg("-q")
        .args(names.iter().map(|name| folder.join(name)));
    let mut child = strace
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    let trace = fs::read_to_string(folder.join("trace")).unwrap();
    let opened = trace
        .lines()
        .filter(|line| line.contains("openat("))
        .count();
    assert!(
        (1..2500).contains(&opened),
        "{opened} of 5000 files were opened"
    );
}

#[test]
fn a_sample_for_a_reader_that_went_away_ends_quietly() {
    let mut command = lc();
    command
        .arg("--sample=1E")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let run: Ran = child.wait_with_output().unwrap().into();
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
}

#[test]
fn more_threads_than_bytes_count_the_same() {
    let folder = folder();
    for strategy in strategies() {
        for threads in ["9", "256"] {
            let counted = run(&folder, &["--json", "-s", strategy, "-j", threads, "f"]);
            let (_, run) = json(&counted);
            assert_eq!(
                (&run["counts"]["lines"], counted.status),
                (&2.into(), Some(0)),
                "{strategy} -j{threads}"
            );
        }
    }
}

#[test]
fn more_threads_than_can_be_of_use_are_refused() {
    for threads in ["257", "18446744073709551615"] {
        expect_usage_error(&["-j", threads, "f"], &["--threads", threads]);
    }
}
