//! `--compare`: fresh children, equal counts, and what is said of them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::support::{Folder, Ran, lc, ran, ran_on_pipe, strategies};

/// A comparison that is over soon.
fn compare(args: &[&str]) -> Command {
    let mut command = lc();
    command
        .args(["--compare", "--runs=2", "--warmup=0"])
        .args(args);
    command
}

fn log(folder: &Folder) -> String {
    let sample = lc().args(["--sample", "2M"]).output().unwrap().stdout;
    folder.file("log", sample).to_str().unwrap().to_owned()
}

fn exported(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

#[test]
fn every_strategy_is_in_the_table_and_all_counts_agree() {
    let folder = Folder::new();
    let ran = ran(compare(&[]).arg(log(&folder)));
    assert_eq!(ran.status, Some(0), "{ran:?}");
    for strategy in strategies() {
        assert!(
            ran.stdout.lines().any(|line| line.contains(strategy)),
            "{strategy}: {ran:?}"
        );
    }
    assert!(ran.stdout.contains("auto (chunk)"));
    assert!(ran.stdout.contains("of reading"), "{ran:?}");
    assert!(!ran.stdout.contains("differ"), "{ran:?}");
    assert_eq!(ran.stderr, "");
}

#[test]
fn lists_are_multiplied_and_a_strategy_without_a_buffer_is_there_once() {
    let folder = Folder::new();
    let mut command = compare(&["-s", "byte,whole,chunk", "-b", "4K,64K", "-j", "1,2"]);
    let ran = ran(command.args(["--export-json", "-"]).arg(log(&folder)));
    let json = exported(&ran);
    let results = json["results"].as_array().unwrap();
    let commands: Vec<_> = results
        .iter()
        .map(|row| row["command"].as_str().unwrap())
        .collect();
    assert_eq!(commands.len(), 2 * 2 + 2 + 2 * 2, "{commands:#?}");
    let whole = commands
        .iter()
        .filter(|command| command.contains("whole"))
        .count();
    assert_eq!(whole, 2, "once for each number of threads: {commands:#?}");
}

#[test]
fn json_has_the_fields_that_scripts_for_hyperfine_read() {
    let folder = Folder::new();
    let mut command = compare(&["-s", "chunk,lines", "--errors", "-l", "--export-json", "-"]);
    let json = exported(&ran(command.arg(log(&folder))));
    for row in json["results"].as_array().unwrap() {
        assert_eq!(row["times"].as_array().unwrap().len(), 2, "{row}");
        for field in ["mean", "median", "min", "max", "user", "system"] {
            assert!(row[field].is_number(), "{field}: {row}");
        }
        assert!(
            row["command"]
                .as_str()
                .unwrap()
                .starts_with("lc --strategy="),
            "{row}"
        );
    }
}

#[test]
fn the_command_of_a_row_gives_the_counts_that_were_compared() {
    let folder = Folder::new();
    let path = log(&folder);
    let mut command = compare(&[
        "-s",
        "lines",
        "-b",
        "8K",
        "-e",
        "ERROR",
        "--export-json",
        "-",
    ]);
    let json = exported(&ran(command.arg(&path)));
    let by_hand = json["results"][0]["command"].as_str().unwrap();
    let words: Vec<_> = by_hand.split(' ').skip(1).collect();
    let again = ran(lc().arg("-q").args(words));
    let direct = ran(lc().args(["-q", "-e", "ERROR"]).arg(&path));
    assert_eq!(again.stdout, direct.stdout, "{by_hand}");
}

#[test]
fn what_was_left_to_itself_too_long_is_extrapolated_and_marked() {
    let folder = Folder::new();
    let sample = lc().args(["--sample", "24M"]).output().unwrap().stdout;
    let path = folder.file("log", sample);
    let mut command = lc();
    command.args([
        "--compare",
        "--runs=1",
        "--warmup=0",
        "--max-time=2",
        "-s",
        "byte,chunk",
    ]);
    let ran = ran(command.args(["-b", "1,64K"]).arg(&path));
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(
        ran.stdout.contains('~') && ran.stdout.contains("extrapolated"),
        "{ran:?}"
    );
}

#[test]
fn what_stops_at_an_overlong_line_is_not_extrapolated() {
    let folder = Folder::new();
    let line = "a line of a log\n";
    let overlong = "x".repeat(200) + "\n";
    let before = |lines: usize| line.repeat(lines) + &overlong + &line.repeat(1_000_000);
    for (lines, stop) in [(0, 0), (1000, 16_000), (60_000, 960_000)] {
        let path = folder.file("log", before(lines));
        let mut command = compare(&["--max-time=1", "-s", "byte,chunk", "-b", "16,64K"]);
        command.args([
            "--overlong=error",
            "--max-line-len=100",
            "--export-json",
            "-",
        ]);
        let ran = ran(command.arg(&path));
        let json = exported(&ran);
        let results = json["results"].as_array().unwrap();
        assert_eq!(results.len(), 4, "{ran:?}");
        for row in results {
            assert!(row["extrapolated_from_bytes"].is_null(), "{row}");
            assert_eq!(row["measurements"][0]["bytes"], stop, "{row}");
        }
    }
}

#[test]
fn exports_are_written_in_all_formats() {
    let folder = Folder::new();
    let name = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (json, csv, markdown) = (name("a.json"), name("a.csv"), name("a.md"));
    let mut command = compare(&[
        "-s",
        "chunk,mmap",
        "--export-json",
        &json,
        "--export-csv",
        &csv,
    ]);
    let ran = ran(command
        .args(["--export-markdown", &markdown])
        .arg(log(&folder)));
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let json: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(json["results"].as_array().unwrap().len(), 2);
    assert_eq!(fs::read_to_string(csv).unwrap().lines().count(), 3);
    assert!(fs::read_to_string(markdown).unwrap().contains("| "));
    assert!(
        ran.stdout.contains("of reading"),
        "the table is shown all the same"
    );
}

#[test]
fn an_export_that_cannot_be_written_is_found_before_the_runs() {
    let folder = Folder::new();
    for option in ["--export-json", "--export-csv", "--export-markdown"] {
        let mut command = compare(&[option, "/nowhere/at/all"]);
        let ran = ran(command.arg(log(&folder)));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{option}");
        assert!(
            ran.stderr.starts_with("lc: /nowhere/at/all: No such file"),
            "{ran:?}"
        );
    }
}

#[test]
fn without_a_file_a_sample_is_made_and_said_and_standard_input_is_left_alone() {
    let script =
        r#"printf 'left alone\n' | { "$0" --compare --sample 1M -s chunk --runs 1; cat; }"#;
    let folder = Folder::new();
    let mut shell = Command::new("sh");
    shell
        .env("TMPDIR", folder.path())
        .args(["-c", script, env!("CARGO_BIN_EXE_lc")]);
    let ran = ran(&mut shell);
    assert!(
        ran.stderr.contains("comparing on a sample log of 1 MiB"),
        "{ran:?}"
    );
    assert!(ran.stdout.ends_with("left alone\n"), "{ran:?}");
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        0,
        "the sample is gone"
    );
}

#[test]
fn standard_input_is_spooled_where_it_is_named() {
    let log = "a line of a log\n".repeat(10_000);
    let mut command = compare(&["-s", "chunk,mmap", "--export-json", "-", "-"]);
    let ran = ran_on_pipe(&mut command, log.as_bytes());
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert_eq!(exported(&ran)["results"].as_array().unwrap().len(), 2);
    assert!(ran.stderr.contains("standard input is copied"), "{ran:?}");
}

#[test]
fn what_cannot_be_compared_on_is_refused_with_its_name() {
    let folder = Folder::new();
    let fifo = folder.silent_fifo("fifo");
    let empty = folder.file("empty", "");
    for (path, reason) in [
        (fifo.as_path(), "can only be read once"),
        (folder.path(), "use -r"),
        (empty.as_path(), "nothing to compare on"),
        (Path::new("/nowhere/at/all"), "No such file"),
        (Path::new("/proc/self/status"), "nothing to compare on"),
        (
            Path::new("/sys/kernel/mm/transparent_hugepage/enabled"),
            "less in it than it says",
        ),
    ] {
        let ran = ran(compare(&[]).arg(path));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{path:?}");
        assert!(ran.stderr.contains(reason), "{path:?}: {ran:?}");
        assert!(
            ran.stderr.starts_with(&format!("lc: {}: ", path.display())),
            "{ran:?}"
        );
    }
}

#[test]
fn no_files_are_nothing_to_compare_on() {
    let folder = Folder::new();
    for args in [&["-r", "."][..], &["--files0-from", "/dev/null"]] {
        let ran = ran(compare(args).current_dir(folder.path()));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert_eq!(
            ran.stderr,
            "lc: there are no files to compare on; name one\n"
        );
    }
}

#[test]
fn a_copy_of_standard_input_that_finds_no_room_is_told_with_its_place() {
    let mut command = compare(&["-"]);
    let ran = ran_on_pipe(command.env("TMPDIR", "/nowhere"), b"a\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    let told = "lc: -: the copy in /nowhere: No such file or directory; choose another TMPDIR\n";
    assert!(ran.stderr.ends_with(told), "{ran:?}");
}

#[test]
fn a_path_that_means_something_else_to_a_child_is_the_same_file() {
    let folder = Folder::new();
    let path = log(&folder);
    for name in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        let stdin = fs::File::open(&path).unwrap();
        let ran = ran(compare(&["-s", "chunk,mmap", name]).stdin(stdin));
        assert_eq!(ran.status, Some(0), "{name}: {ran:?}");
    }
}

#[test]
fn patterns_that_can_be_read_once_are_refused() {
    let folder = Folder::new();
    let path = log(&folder);
    let fifo = folder.silent_fifo("fifo");
    for file in ["-", "/dev/stdin", "/dev/fd/0", fifo.to_str().unwrap()] {
        let stdin = fs::File::open(folder.file("patterns", "ERROR\n")).unwrap();
        let ran = ran(compare(&["-f", file, &path]).stdin(stdin));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{file}");
        let told = format!("lc: -f {file}: the patterns are read once for each run");
        assert!(ran.stderr.starts_with(&told), "{ran:?}");
    }
}

#[test]
fn a_row_that_fails_is_shown_with_its_reason_and_enters_no_ratio() {
    let folder = Folder::new();
    let mut command = compare(&["-s", "chunk,whole", "--max-memory=1K"]);
    let failed = ran(command.arg(log(&folder)));
    assert_eq!(failed.status, Some(2), "{failed:?}");
    assert!(failed.stdout.contains("whole needs 2 MiB"), "{failed:?}");
    let json = exported(&ran(command.args(["--export-json", "-"])));
    assert_eq!(json["results"].as_array().unwrap().len(), 1);
    assert_eq!(json["failed"].as_array().unwrap().len(), 1);
}

#[test]
fn every_count_and_policy_can_be_compared() {
    let folder = Folder::new();
    let path = log(&folder);
    for counting in [
        &["-lL", "--bytes"][..],
        &["--errors"],
        &["--levels"],
        &["-e", "ERROR|WARN", "-i"],
        &["-v", "-e", "INFO", "--max-line-len=100", "--overlong=skip"],
        &["-e", "x$", "--max-line-len=100", "--overlong=truncate"],
        &["--max-line-len=1K", "--overlong=error"],
    ] {
        let ran = ran(compare(&["-s", "lines,chunk,mmap"])
            .args(counting)
            .arg(&path));
        assert_eq!(ran.status, Some(0), "{counting:?}: {ran:?}");
    }
}

/// Starts a comparison and waits until its first round is over, as its export shows.
fn started(folder: &Folder, path: &str) -> Child {
    let export = folder.join("export.json");
    let mut command = lc();
    command.args([
        "--compare",
        "--runs=300",
        "--max-time=60",
        "-s",
        "chunk,lines",
        "--export-json",
    ]);
    let command = command
        .arg(&export)
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    while fs::metadata(&export).map_or(0, |metadata| metadata.len()) == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_file_that_grows_meanwhile_does_no_harm() {
    let folder = Folder::new();
    let path = log(&folder);
    let mut child = started(&folder, &path);
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    while child.try_wait().unwrap().is_none() {
        file.write_all(b"appended meanwhile\nand not ended")
            .unwrap();
        thread::sleep(Duration::from_millis(2));
    }
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(!ran.stdout.contains("differ"), "{ran:?}");
}

#[test]
fn a_file_that_shrinks_or_vanishes_meanwhile_fails_the_rows() {
    for (spoil, reason) in [
        (
            (|path| fs::write(path, "short\n").unwrap()) as fn(&str),
            "became shorter",
        ),
        (|path| fs::remove_file(path).unwrap(), "No such file"),
    ] {
        let folder = Folder::new();
        let path = log(&folder);
        let child = started(&folder, &path);
        spoil(&path);
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.stdout.contains(reason), "{ran:?}");
    }
}

#[test]
fn a_cold_or_warm_cache_is_verified_and_told() {
    let folder = Folder::new();
    let path = log(&folder);
    let warm = ran(compare(&["--cache=warm", "-s", "chunk"]).arg(&path));
    assert!(warm.stdout.contains(": warm, verified"), "{warm:?}");
    let cold = ran(compare(&["--cache=cold", "-s", "chunk,mmap"]).arg(&path));
    let told = cold.stdout.contains(": cold, verified");
    assert!(told || cold.stdout.contains("not cold:"), "{cold:?}");
}

/// What another process has mapped cannot be dropped, and is then not called cold.
#[test]
fn a_file_that_stays_in_the_cache_is_not_called_cold() {
    let folder = Folder::new();
    let path = log(&folder);
    let script = "import mmap,sys; f=open(sys.argv[1],'rb'); m=mmap.mmap(f.fileno(),0,prot=mmap.PROT_READ); \
                  sum(m[::4096]); print('mapped', flush=True); sys.stdin.read()";
    let python = Command::new("python3")
        .args(["-c", script, &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        eprintln!("skipped: no python3 to map the file");
        return;
    };
    let mut line = String::new();
    let mut out = std::io::BufReader::new(python.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut line).unwrap();
    let ran = ran(lc().args(["--cache=cold", "-s", "chunk"]).arg(&path));
    drop(python.stdin.take());
    python.wait().unwrap();
    assert_eq!(line, "mapped\n");
    assert!(ran.stderr.contains("not cold: 100.0 % stayed"), "{ran:?}");
}

#[test]
fn wrong_options_are_refused() {
    for (args, reason) in [
        (&["--compare", "--runs=0"][..], "--runs 0"),
        (&["--compare", "--max-time=0"], "--max-time 0"),
        (&["--compare", "--max-time=-1"], "--max-time -1"),
        (
            &["--compare", "-s", "chunk,fast"],
            "auto, byte, lines, chunk, whole, mmap",
        ),
        (&["--compare", "-b", "4K,x"], "'x'"),
        (&["--compare", "--json"], "--json"),
        (&["--compare", "--sample=0"], "--sample 0"),
        (&["--compare", "--sample=1M", "f"], "files already"),
        (&["--compare", "--range=0..1"], "--range"),
        (&["--compare", "-f", "-", "f"], "put them into a file"),
        (&["--compare", "-e", "("], "unclosed group"),
        (
            &["--compare", "-s", "whole", "-b", "1K"],
            "--buf means nothing",
        ),
        (&["--runs=3"], "add --compare"),
        (&["--export-json", "x"], "add --compare"),
        (&["-s", "chunk,byte", "f"], "only for --compare"),
        (&["-b", "1K,2K", "f"], "only for --compare"),
        (&["-j", "1,2", "f"], "only for --compare"),
    ] {
        let ran = ran(lc().args(args));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(
            ran.stderr.starts_with("lc: ") && ran.stderr.contains(reason),
            "{args:?}: {ran:?}"
        );
    }
}

#[test]
fn the_table_fits_the_terminal_and_is_plain_where_it_must_be() {
    let folder = Folder::new();
    let path = log(&folder);
    for columns in ["80", "200"] {
        let mut command = compare(&["-s", "chunk,lines,mmap"]);
        let ran = ran(command
            .env("COLUMNS", columns)
            .env("LC_ALL", "C")
            .arg(&path));
        assert!(ran.stdout.is_ascii(), "{ran:?}");
        let width = ran.stdout.lines().map(str::len).max().unwrap();
        assert!(width <= columns.parse().unwrap(), "{width}: {ran:?}");
    }
    let plain = ran(compare(&["-s", "chunk"]).arg(&path));
    assert!(!plain.stdout.contains('\x1b'), "no colours in a pipe");
    let coloured = ran(compare(&["-s", "chunk", "--color=always"]).arg(&path));
    assert!(coloured.stdout.contains('\x1b'));
}
