//! What can be an input, and what is left of it: redirects, pipes, FIFOs, pseudo files, trees, lists.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{
    Folder, Ran, json, lc, ran, ran_on_pipe, reading, strategies, unprivileged_lc,
};

const PAGE: usize = 4096;

/// Lines of different lengths, more than any default buffer has room for.
fn long_text() -> String {
    (0..20_000)
        .map(|i| format!("{i} {}\n", "x".repeat(i % 37)))
        .collect()
}

/// Runs lc with that script's `lc`, in which `$1` and so on are `args`.
fn shell(folder: &Folder, script: &str, args: &[&str]) -> Ran {
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            &format!("lc() {{ \"$LC_BIN\" \"$@\"; }}; {script}"),
            "sh",
        ])
        .args(args);
    command
        .current_dir(folder.path())
        .env("LC_BIN", env!("CARGO_BIN_EXE_lc"));
    ran(command.stdin(Stdio::null()))
}

fn lines_in(text: &str) -> usize {
    text.matches('\n').count()
}

fn strategies_and_threads() -> impl Iterator<Item = (&'static str, &'static str)> {
    let named = strategies().into_iter().chain(["auto"]);
    named.flat_map(|strategy| [(strategy, "1"), (strategy, "3")])
}

#[test]
fn a_redirect_is_counted_from_where_it_stands() {
    let folder = Folder::new();
    let text = long_text();
    folder.file("f", &text);
    for (strategy, threads) in strategies_and_threads() {
        for offset in [
            1,
            7,
            PAGE - 1,
            PAGE,
            PAGE + 1,
            text.len() - 1,
            text.len(),
            text.len() + 9,
        ] {
            let mut file = File::open(folder.join("f")).unwrap();
            file.seek(SeekFrom::Start(offset as u64)).unwrap();
            let kept = file.try_clone().unwrap();
            let run = ran(lc()
                .args(["-q", "-l", "--bytes", "-s", strategy, "-j", threads])
                .stdin(file));
            let rest = text.get(offset..).unwrap_or("");
            let figures: Vec<usize> = run
                .stdout
                .split_whitespace()
                .map(|word| word.parse().unwrap())
                .collect();
            let what = format!("{strategy} -j{threads} at {offset}: {run:?}");
            assert_eq!(figures, [lines_in(rest), rest.len()], "{what}");
            assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{what}");
            let left = (&kept).stream_position().unwrap();
            assert_eq!(
                left as usize,
                offset.max(text.len()),
                "where it was left, {what}"
            );
        }
    }
}

#[test]
fn a_redirect_is_left_at_its_end() {
    let folder = Folder::new();
    let text = long_text();
    folder.file("f", &text);
    for (strategy, threads) in strategies_and_threads() {
        let script = r#"{ read -r first; lc -q -s "$1" -j "$2"; cat; } < f"#;
        let run = shell(&folder, script, &[strategy, threads]);
        assert_eq!(
            run.stdout,
            format!("{}\n", lines_in(&text) - 1),
            "{strategy} -j{threads}"
        );
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    }
}

#[test]
fn a_redirect_with_small_buffers_is_left_at_its_end() {
    let folder = Folder::new();
    folder.file("f", "first\nsecond\nthird\nfourth");
    for strategy in strategies().into_iter().filter(|name| *name != "whole") {
        for buffer in ["1", "2", "7", "4096"] {
            let script = r#"{ read -r first; lc -q -s "$1" -b "$2"; cat; } < f"#;
            let run = shell(&folder, script, &[strategy, buffer]);
            let got = (run.stdout.as_str(), run.stderr.as_str());
            assert_eq!(got, ("2\n", ""), "{strategy} -b {buffer}");
        }
    }
}

#[test]
fn a_redirect_is_left_after_the_range_that_was_counted() {
    let folder = Folder::new();
    let text = "0123456\n".repeat(5000);
    folder.file("f", &text);
    for (strategy, threads) in strategies_and_threads() {
        // Lines 2 to 4 start in 8..32; a range from 9 owns those from 16 on.
        for (range, counted, left) in [
            ("8..32", 3, 32),
            ("9..32", 2, 32),
            ("9..33", 3, 40),
            ("0..1", 1, 8),
            ("..8000", 1000, 8000),
            ("8000..39992", 3999, 39_992),
            ("39992..", 1, 40_000),
            ("16..999999", 4998, 40_000),
            // Of what is not there, nothing is taken.
            ("40000..", 0, 0),
            ("50000..", 0, 0),
            ("50000..60000", 0, 0),
        ] {
            let file = File::open(folder.join("f")).unwrap();
            let kept = file.try_clone().unwrap();
            let run = ran(lc()
                .args(["-q", "-s", strategy, "-j", threads, "--range", range])
                .stdin(file));
            let what = format!("{strategy} -j{threads} --range {range}: {run:?}");
            assert_eq!(run.stdout, format!("{counted}\n"), "{what}");
            assert_eq!(
                (&kept).stream_position().unwrap(),
                left,
                "where it was left, {what}"
            );
        }
    }
}

#[test]
fn no_operand_is_stdin_whatever_stdin_is() {
    let folder = Folder::new();
    folder.file("f", "one\ntwo\n");
    let counted =
        |run: Ran, lines: &str| assert_eq!((run.stdout.as_str(), run.status), (lines, Some(0)));
    counted(ran(lc().arg("-q").stdin(Stdio::null())), "0\n");
    counted(
        ran(lc().arg("-q").stdin(File::open(folder.join("f")).unwrap())),
        "2\n",
    );
    counted(ran_on_pipe(lc().arg("-q"), b"one\ntwo\nthree\n"), "3\n");
    counted(
        ran(lc()
            .arg("-q")
            .stdin(File::open(folder.fifo("fifo", b"one\n")).unwrap())),
        "1\n",
    );
    let (ours, mut theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    theirs.write_all(b"one\ntwo\nthree\nfour\n").unwrap();
    drop(theirs);
    counted(
        ran(lc().arg("-q").stdin(std::os::fd::OwnedFd::from(ours))),
        "4\n",
    );
    // In a folder full of files, none of them is looked at.
    counted(ran(lc().arg("-q").current_dir(folder.path())), "0\n");
}

#[test]
fn a_fifo_is_read_to_its_end_once() {
    let text = long_text();
    for strategy in reading().into_iter().chain(["auto"]) {
        for threads in ["1", "3"] {
            let folder = Folder::new();
            folder.fifo("fifo", text.as_bytes());
            let run = ran(lc()
                .current_dir(folder.path())
                .args(["-q", "-s", strategy, "-j", threads, "fifo"]));
            assert_eq!(
                run.stdout,
                format!("{} fifo\n", lines_in(&text)),
                "{strategy} -j{threads}"
            );
            assert_eq!(
                (run.stderr.as_str(), run.status),
                ("", Some(0)),
                "{strategy} -j{threads}"
            );
        }
    }
}

/// The rows of `lc -q -l --bytes` in every streaming strategy, for a file that `cat` reads alike.
fn expect_as_cat_reads(path: &Path) {
    for strategy in reading().into_iter().chain(["auto"]) {
        for threads in ["1", "3"] {
            let run = ran(lc()
                .args(["-q", "--json", "-s", strategy, "-j", threads])
                .arg(path));
            let bytes = ran(Command::new("cat").arg(path)).stdout;
            let (_, run) = json(&run);
            let what = format!("{} by {strategy} -j{threads}: {run}", path.display());
            assert_eq!(run["counts"]["lines"], lines_in(&bytes), "{what}");
            assert_eq!(run["counts"]["bytes"], bytes.len(), "{what}");
            assert_eq!(run["failed"], 0, "{what}");
        }
    }
}

#[test]
fn a_pseudo_file_of_size_zero_is_read_to_its_end() {
    let mut seen = 0;
    for name in ["/proc/version", "/proc/filesystems", "/proc/self/mounts"].map(Path::new) {
        if name.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            expect_as_cat_reads(name);
            seen += 1;
        }
    }
    // These differ from one process to the next, but not in how many lines they have.
    for name in ["/proc/self/status", "/proc/cpuinfo"]
        .map(Path::new)
        .into_iter()
        .filter(|name| name.exists())
    {
        let lines = lines_in(&ran(Command::new("cat").arg(name)).stdout);
        for strategy in reading() {
            let run = ran(lc().args(["-q", "-s", strategy]).arg(name));
            assert_eq!(
                run.stdout,
                format!("{lines} {}\n", name.display()),
                "{strategy}"
            );
        }
        seen += 1;
    }
    if seen == 0 {
        eprintln!("skipped: no pseudo files here");
    }
}

#[test]
fn a_pseudo_file_that_says_it_is_a_page_long_is_read_to_its_end() {
    let known = [
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "/sys/devices/system/cpu/online",
        "/sys/devices/system/cpu/possible",
        "/sys/devices/system/node/online",
        "/sys/kernel/uevent_seqnum",
    ];
    let mut found = known.map(Path::new).into_iter().filter(|path| {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        size >= PAGE as u64 && fs::read(path).is_ok_and(|bytes| (bytes.len() as u64) < size)
    });
    match found.next() {
        Some(path) => expect_as_cat_reads(path),
        None => eprintln!("skipped: no pseudo file that says it is a page long"),
    }
}

#[test]
fn an_empty_file_counts_nothing_in_every_strategy() {
    let folder = Folder::new();
    folder.file("empty", "");
    for (strategy, threads) in strategies_and_threads() {
        let mut command = lc();
        command
            .current_dir(folder.path())
            .args(["-q", "-s", strategy, "-j", threads]);
        let expected = |row: &str, run: Ran| {
            assert_eq!(run.stdout, row, "{strategy} -j{threads}: {run:?}");
            assert_eq!(
                (run.stderr.as_str(), run.status),
                ("", Some(0)),
                "{strategy} -j{threads}"
            );
        };
        expected(
            "0\n",
            ran(command.stdin(File::open(folder.join("empty")).unwrap())),
        );
        expected("0 empty\n", ran(command.arg("empty")));
        expected("0 empty\n", ran(command.arg("--range=0..")));
        expected("0 empty\n", ran(command.arg("--range=5..9")));
    }
}

#[test]
fn files_about_a_page_long_are_counted_to_the_last_byte() {
    let folder = Folder::new();
    for len in [
        PAGE - 1,
        PAGE,
        PAGE + 1,
        2 * PAGE - 1,
        2 * PAGE,
        2 * PAGE + 1,
    ] {
        // Lines that end on the page's last bytes, or not at all.
        for text in [
            vec![b'\n'; len],
            [vec![b'x'; len - 1], vec![b'\n']].concat(),
            vec![b'x'; len],
        ] {
            folder.file("f", &text);
            let lines = text.iter().filter(|&&byte| byte == b'\n').count();
            let longest = if text[0] == b'x' { len - lines } else { 0 };
            for (strategy, threads) in strategies_and_threads() {
                let mut command = lc();
                command.args(["--json", "-l", "--bytes", "-L", "-j", threads]);
                command.args(["--errors", "-e", "x$", "-s", strategy]);
                let (_, run) = json(&ran(command.current_dir(folder.path()).arg("f")));
                let what = format!("{len} bytes, {lines} lines by {strategy} -j{threads}");
                let counts = &run["counts"];
                assert_eq!(counts["lines"], lines, "{what}");
                assert_eq!(counts["bytes"], len, "{what}");
                assert_eq!(counts["longest"], longest, "{what}");
                assert_eq!(counts["unterminated"], lines == 0, "{what}");
                assert_eq!(counts["matched"], u8::from(longest > 0), "{what}");
                assert_eq!(counts["errors"], 0, "{what}");
            }
        }
    }
}

#[test]
fn the_same_file_twice_counts_twice() {
    let folder = Folder::new();
    folder.file("f", "one\ntwo\n");
    for strategy in strategies() {
        let run = ran(lc()
            .current_dir(folder.path())
            .args(["-q", "-s", strategy, "f", "./f", "f"]));
        assert_eq!(run.stdout, " 2 f\n 2 ./f\n 2 f\n 6 total\n", "{strategy}");
    }
}

#[test]
fn rows_are_in_the_order_of_the_arguments() {
    let folder = Folder::new();
    folder.file("big", long_text());
    let names: Vec<String> = (0..40)
        .rev()
        .map(|i| format!("small{}", i * 7 % 40))
        .collect();
    names.iter().for_each(|name| drop(folder.file(name, "\n")));
    let arguments: Vec<&str> = std::iter::once("big")
        .chain(names.iter().map(String::as_str))
        .collect();
    for threads in ["1", "3"] {
        let run = ran(lc()
            .current_dir(folder.path())
            .args(["-q", "-j", threads])
            .args(&arguments));
        let rows: Vec<&str> = run
            .stdout
            .lines()
            .map(|row| row.split_whitespace().nth(1).unwrap())
            .collect();
        assert_eq!(rows, [&arguments[..], &["total"]].concat(), "-j{threads}");
    }
}

/// A tree with everything in it that can be met on the way.
fn tree() -> Folder {
    let folder = Folder::new();
    for dir in ["tree/b.d", "tree/a/deep", "tree/.hidden", "tree/empty"] {
        fs::create_dir_all(folder.join(dir)).unwrap();
    }
    for (name, text) in [
        ("tree/z", "1\n"),
        ("tree/A", "1\n2\n"),
        ("tree/.dot", "1\n2\n3\n"),
        ("tree/a/deep/leaf", "1\n2\n3\n4\n"),
        ("tree/b", "1\n2\n3\n4\n5\n"),
        ("tree/b.d/x", "1\n2\n3\n4\n5\n6\n"),
        ("tree/.hidden/h", "1\n2\n3\n4\n5\n6\n7\n"),
        ("tree/new\nline", ""),
        ("outside", "not counted\n"),
    ] {
        folder.file(name, text);
    }
    folder.file("tree/binary", b"\x7fELF\0\xff\n\xc3\n\n\x80");
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
    link("../outside", "tree/link");
    link("..", "tree/a/loop");
    link("nowhere", "tree/dangling");
    link("tree", "tree-link");
    link("tree/b", "file-link");
    folder.silent_fifo("tree/fifo");
    drop(std::os::unix::net::UnixListener::bind(folder.join("tree/socket")).unwrap());
    folder
}

const TREE_ROWS: &str = " 3 tree/.dot\n 7 tree/.hidden/h\n 2 tree/A\n 4 tree/a/deep/leaf\n 5 tree/b\n 6 tree/b.d/x\n 3 tree/binary\n 0 'tree/new'$'\\n''line'\n 1 tree/z\n";

#[test]
fn a_tree_is_counted_sorted_by_name_without_links_and_fifos() {
    let folder = tree();
    for threads in ["1", "3"] {
        let run = ran(lc()
            .current_dir(folder.path())
            .args(["-q", "-j", threads, "-r", "tree"]));
        assert_eq!(run.stdout, format!("{TREE_ROWS}31 total\n"), "-j{threads}");
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    }
}

#[test]
fn a_tree_without_operand_is_the_current_folder() {
    let folder = tree();
    let run = ran(lc().current_dir(folder.join("tree")).args(["-q", "-r"]));
    assert_eq!(
        run.stdout,
        format!("{}31 total\n", TREE_ROWS.replace("tree/", "./"))
    );
    // Standard input is not looked at.
    let mut here = lc();
    let piped = ran_on_pipe(
        here.current_dir(folder.join("tree")).args(["-q", "-r"]),
        b"x\n",
    );
    assert_eq!(piped.stdout, run.stdout);
}

#[test]
fn operands_of_a_recursive_run_are_followed_and_read() {
    let folder = tree();
    let run = |args: &[&str]| {
        ran(lc()
            .current_dir(folder.path())
            .args(["-q", "-r"])
            .args(args))
    };
    let linked = TREE_ROWS.replace("tree/", "tree-link/");
    assert_eq!(run(&["tree-link"]).stdout, format!("{linked}31 total\n"));
    assert_eq!(run(&["file-link"]).stdout, "5 file-link\n");
    assert_eq!(run(&["tree/empty"]).stdout, "");
    let several = run(&["tree/b.d", "outside", "missing", "tree/a"]);
    assert_eq!(
        several.stdout,
        " 6 tree/b.d/x\n 1 outside\n 4 tree/a/deep/leaf\n11 total\n"
    );
    assert_eq!(several.stderr, "lc: missing: No such file or directory\n");
    assert_eq!(several.status, Some(2));
    folder.fifo("operand", b"1\n2\n");
    let fifo = run(&["operand", "outside"]);
    assert_eq!(
        fifo.stdout,
        "      2 operand\n      1 outside\n      3 total\n"
    );
}

#[test]
fn a_folder_that_cannot_be_read_is_told_and_the_others_counted() {
    let folder = tree();
    let Some(mut command) = unprivileged_lc(&folder) else {
        return;
    };
    let locked = folder.join("tree/b.d");
    let mode = |mode: &str| {
        assert!(
            Command::new("chmod")
                .arg(mode)
                .arg(&locked)
                .status()
                .unwrap()
                .success()
        );
    };
    mode("000");
    let run = ran(command
        .current_dir(folder.path())
        .args(["-q", "-r", "tree"]));
    mode("755");
    let rows = TREE_ROWS.replace(" 6 tree/b.d/x\n", "");
    assert_eq!(run.stdout, format!("{rows}25 total\n"));
    assert_eq!(run.stderr, "lc: tree/b.d: Permission denied\n");
    assert_eq!(run.status, Some(2));
}

#[test]
fn names_in_a_tree_are_bytes() {
    let folder = Folder::new();
    fs::create_dir(folder.join("t")).unwrap();
    folder.file(OsStr::from_bytes(b"t/\xff\xfe"), "1\n");
    folder.file("t/with blank", "1\n2\n");
    let output = lc()
        .current_dir(folder.path())
        .args(["-q", "-r", "t"])
        .output()
        .unwrap();
    assert_eq!(
        output.stdout.escape_ascii().to_string(),
        b"2 t/with blank\n1 t/\xff\xfe\n3 total\n"
            .escape_ascii()
            .to_string()
    );
}

#[test]
fn rows_of_a_streamed_list_appear_before_the_next_name_comes() {
    let folder = Folder::new();
    folder.file("one", "1\n");
    folder.file("two", "1\n2\n");
    for options in [&["-q"][..], &["-q", "-j3"], &["--json"]] {
        let mut command = lc();
        command
            .args(options)
            .args(["--files0-from=-"])
            .current_dir(folder.path());
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut names = child.stdin.take().unwrap();
        let mut rows = BufReader::new(child.stdout.take().unwrap());
        let mut row = String::new();
        for (name, count) in [("one", 1), ("two", 2), ("one", 1)] {
            write!(names, "{name}\0").unwrap();
            names.flush().unwrap();
            row.clear();
            // Where rows were kept back, this would wait for ever: the next name comes after it.
            rows.read_line(&mut row).unwrap();
            if options == ["--json"] {
                assert!(row.contains(&format!("\"lines\":{count}")), "{row}");
            } else {
                assert_eq!(row, format!("{count} {name}\n"));
            }
        }
        drop(names);
        let mut rest = String::new();
        rows.read_to_string(&mut rest).unwrap();
        if options != ["--json"] {
            assert_eq!(rest, "4 total\n");
        }
        assert!(child.wait().unwrap().success());
    }
}

fn with_list(folder: &Folder, list: &[u8]) -> (Ran, Ran) {
    folder.file("list", list);
    let mut command = lc();
    let by_name = ran(command
        .current_dir(folder.path())
        .args(["-q", "--files0-from=list"]));
    let mut command = lc();
    let piped = ran_on_pipe(
        command
            .current_dir(folder.path())
            .args(["-q", "--files0-from=-"]),
        list,
    );
    (by_name, piped)
}

#[test]
fn an_empty_name_in_a_list_is_told_with_its_number_and_the_rest_counted() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    let (by_name, piped) = with_list(&folder, b"a\0\0a\0");
    for (run, list) in [(by_name, "list"), (piped, "-")] {
        assert_eq!(run.stdout, "1 a\n1 a\n2 total\n");
        assert!(
            run.stderr.starts_with(&format!("lc: {list}:2: ")),
            "{run:?}"
        );
        assert_eq!(lines_in(&run.stderr), 1, "{run:?}");
        assert_eq!(run.status, Some(2));
    }
}

#[test]
fn a_name_in_a_list_may_lack_the_last_nul() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    folder.file("new\nline", "1\n2\n");
    let (by_name, piped) = with_list(&folder, b"a\0new\nline");
    assert_eq!(by_name.stdout, "1 a\n2 'new'$'\\n''line'\n3 total\n");
    assert_eq!(by_name, piped);
    assert_eq!(piped.status, Some(0));
}

#[test]
fn a_list_from_stdin_cannot_name_stdin() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    let (by_name, piped) = with_list(&folder, b"a\0-\0a\0");
    assert_eq!(by_name.stdout, "1 a\n0 -\n1 a\n2 total\n");
    assert_eq!((by_name.stderr.as_str(), by_name.status), ("", Some(0)));
    assert_eq!(piped.stdout, "1 a\n1 a\n2 total\n");
    assert!(
        piped.stderr.starts_with("lc: ") && lines_in(&piped.stderr) == 1,
        "{piped:?}"
    );
    assert_eq!(piped.status, Some(2));
}

#[test]
fn a_name_too_long_for_any_file_is_told_and_the_rest_counted() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    let list = [b"a\0", "n".repeat(5000).as_bytes(), b"\0a\0"].concat();
    let (by_name, piped) = with_list(&folder, &list);
    for run in [by_name, piped] {
        assert_eq!(run.stdout, "1 a\n1 a\n2 total\n");
        assert!(run.stderr.ends_with(": File name too long\n"), "{run:?}");
        assert_eq!((lines_in(&run.stderr), run.status), (1, Some(2)), "{run:?}");
    }
}

#[test]
fn a_list_goes_on_behind_a_name_of_any_length() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    for len in [4095, 4096, 8189, 8190, 8191] {
        let list = [b"a\0", "n".repeat(len).as_bytes(), b"\0a\0"].concat();
        let (by_name, piped) = with_list(&folder, &list);
        for run in [by_name, piped] {
            assert_eq!(run.stdout, "1 a\n1 a\n2 total\n", "{len}");
            assert_eq!(run.status, Some(2), "{len}");
        }
    }
}

#[test]
fn a_list_that_is_no_list_ends_with_a_message() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    let list = [b"a\0", "no NUL at all\n".repeat(100_000).as_bytes()].concat();
    let (by_name, piped) = with_list(&folder, &list);
    for run in [by_name, piped] {
        assert!(run.stdout.starts_with("1 a\n"), "{run:?}");
        assert!(
            run.stderr.starts_with("lc: ") && run.stderr.contains("NUL"),
            "{run:?}"
        );
        assert_eq!((lines_in(&run.stderr), run.status), (1, Some(2)), "{run:?}");
    }
}

#[test]
fn a_list_that_is_missing_or_a_folder_is_told() {
    let folder = Folder::new();
    fs::create_dir(folder.join("dir")).unwrap();
    for list in ["missing", "dir"] {
        let mut command = lc();
        let run = ran(command
            .current_dir(folder.path())
            .args(["-q", "--files0-from", list]));
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{run:?}");
        // A list has no files in it that -r could count.
        assert!(run.stderr.starts_with(&format!("lc: {list}:")), "{run:?}");
        assert!(!run.stderr.contains("-r "), "{run:?}");
        assert_eq!(lines_in(&run.stderr), 1, "{run:?}");
    }
}

#[test]
fn an_empty_list_counts_nothing() {
    let folder = Folder::new();
    let (by_name, piped) = with_list(&folder, b"");
    for run in [by_name, piped] {
        assert_eq!(
            (run.stdout.as_str(), run.stderr.as_str(), run.status),
            ("", "", Some(0))
        );
    }
}

#[test]
fn names_in_a_list_are_bytes_and_no_options() {
    let folder = Folder::new();
    let names: [&[u8]; 4] = [b"-l", b"--json", b"\xff\xc3", b" "];
    let paths: Vec<PathBuf> = names
        .iter()
        .map(|name| folder.file(OsStr::from_bytes(name), "1\n"))
        .collect();
    assert_eq!(paths.len(), 4);
    folder.file("list", names.join(&0));
    let output = lc()
        .current_dir(folder.path())
        .args(["-q", "--files0-from=list"])
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"1 -l\n1 --json\n1 \xff\xc3\n1  \n4 total\n");
}
