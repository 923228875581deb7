//! How far the counting is: a bar on a terminal, which leaves nothing behind; lines where they are asked for.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Folder, lc, ran};
use crate::terminal::{FOR_EVER, OnTerminal, pair, screen};

/// After that a bar would be there, if one was to come.
const LONG_ENOUGH: Duration = Duration::from_millis(1500);

fn lc_on(term: &str) -> Command {
    let mut command = lc();
    command.env("TERM", term).env_remove("NO_COLOR");
    command
}

/// More than can be read while a test lasts.
fn endless(folder: &Folder) -> PathBuf {
    let path = folder.join("endless.log");
    let file = File::create(&path).expect("a file");
    file.set_len(1 << 40).expect("a file with holes");
    path
}

/// The other end of a FIFO, where someone waits for it.
fn writer(path: &Path) -> File {
    OpenOptions::new().write(true).open(path).expect("a FIFO")
}

/// The pictures of a bar or a spinner, in what was written.
fn pictures(written: &str) -> impl Iterator<Item = &str> {
    written.split('\r').filter(|text| text.contains("B/s"))
}

/// The bytes of `lc: NAME: 3.2 GiB …`.
fn amount(line: &str, name: &str) -> f64 {
    let text = line
        .strip_prefix("lc: ")
        .and_then(|line| line.strip_prefix(name));
    let text = text.and_then(|text| text.strip_prefix(": "));
    let mut words = text
        .unwrap_or_else(|| panic!("no progress: {line:?}"))
        .split([' ', ',']);
    let number: f64 = words.next().unwrap().parse().expect("a number");
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let unit = words.next().unwrap();
    let power = units
        .iter()
        .position(|known| *known == unit)
        .expect("a unit");
    number * 1024_f64.powi(power as i32)
}

#[test]
fn lines_tell_how_far_a_pipe_is_where_there_is_no_terminal() {
    let mut command = lc();
    command.arg("--progress=always").stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut bytes = Vec::new();
    for _ in 0..2 {
        pipe.write_all(&[b'\n'; 5000]).unwrap();
        let mut line = String::new();
        stderr.read_line(&mut line).unwrap();
        assert!(line.ends_with("B/s\n"), "{line:?}");
        bytes.push(amount(&line, "standard input"));
    }
    // Sizes are told in three digits.
    assert!(
        (bytes[0] - 5000.0).abs() < 50.0 && (bytes[1] - 10_000.0).abs() < 100.0,
        "{bytes:?}"
    );
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"10000\n");
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).unwrap();
    assert_eq!(
        rest.lines()
            .filter(|line| line.starts_with("lc: chunk, "))
            .count(),
        1
    );
}

#[test]
fn lines_tell_how_much_of_a_file_is_left_and_ctrl_c_is_answered() {
    let folder = Folder::new();
    let path = endless(&folder);
    for strategy in ["byte", "mmap"] {
        let mut command = lc();
        command
            .args([
                "--progress=always",
                "-s",
                strategy,
                "-b",
                "1M",
                "endless.log",
            ])
            .current_dir(path.parent().unwrap())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut before = 0.0;
        for _ in 0..2 {
            let mut line = String::new();
            stderr.read_line(&mut line).unwrap();
            assert!(
                line.contains(" of 1 TiB (") && line.ends_with(" left\n"),
                "{line:?}"
            );
            let bytes = amount(&line, "endless.log");
            assert!(bytes > before, "{strategy}: {line:?}");
            before = bytes;
        }
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("lc: interrupted by SIGINT"), "{rest:?}");
        assert_eq!(child.wait_with_output().unwrap().stdout, b"");
    }
}

#[test]
fn a_bar_moves_on_a_terminal_and_leaves_nothing_behind() {
    let folder = Folder::new();
    let path = endless(&folder);
    for (columns, locale, drawn) in [(80, "C.UTF-8", '█'), (200, "C", '['), (20, "C", '[')] {
        let mut command = lc_on("xterm");
        command
            .args(["-s", "byte"])
            .arg(&path)
            .env("LC_ALL", locale);
        let mut terminal = OnTerminal::new(command, columns);
        let moved = |text: &str| text.matches('%').count() > 2;
        let written = terminal.until(moved);
        let mut shown: Vec<&str> = written
            .split('\r')
            .filter(|text| text.contains('%'))
            .collect();
        // What is drawn at first may be less than the least that can be drawn.
        assert!(
            shown.iter().all(|picture| picture.contains('[')),
            "{shown:?}"
        );
        assert!(drawn != '[' || written.is_ascii(), "{written:?}");
        let width = |picture: &str| picture.trim_start_matches("\u{1b}[K").chars().count();
        assert!(
            shown.iter().all(|picture| width(picture) < columns.into()),
            "{shown:?}"
        );
        if columns >= 80 {
            // How much of the path has room depends on how fast it is counted.
            assert!(shown[0].contains("endless.log ["), "{shown:?}");
            shown.dedup();
            assert!(shown.len() > 1, "{shown:?}");
        }
        terminal.send(Signal::INT);
        let screen = terminal.end();
        assert_eq!(screen[0], format!("0 {}", path.display()));
        assert!(screen[1].starts_with("lc: /") && screen[1].contains(": interrupted after "));
        assert_eq!(
            screen[2],
            "lc: interrupted by SIGINT; these are the counts so far"
        );
        assert!(
            screen[3].starts_with("lc: byte, 64 KiB buffer, 1 thread: "),
            "{screen:?}"
        );
        assert_eq!(screen.len(), 4, "{screen:?}");
    }
}

#[test]
fn rows_errors_and_answers_are_whole_while_a_bar_is_drawn() {
    let folder = Folder::new();
    let [first, second] = ["first", "second"].map(|name| folder.silent_fifo(name));
    folder.file("lines", "1\n2\n3\n");
    let mut command = lc_on("xterm");
    command
        .args(["first", "missing", "lines", "second"])
        .current_dir(folder.path());
    let mut terminal = OnTerminal::new(command, 80);
    let mut pipe = writer(&first);
    pipe.write_all(b"1\n").unwrap();
    terminal.until(|text| pictures(text).any(|picture| picture.contains("first 2 B")));
    terminal.send(Signal::USR1);
    terminal.until(|text| text.contains("lc: 2 bytes"));
    drop(pipe);
    let mut pipe = writer(&second);
    pipe.write_all(b"1\n2\n").unwrap();
    // The others' bytes are in the same sum.
    terminal.until(|text| pictures(text).any(|picture| picture.contains("second 12 B")));
    drop(pipe);
    let screen = terminal.end();
    let rows = [
        "      1 first",
        "      3 lines",
        "      2 second",
        "      6 total",
    ];
    let missing = "lc: missing: No such file or directory";
    let shown: Vec<&str> = screen.iter().map(String::as_str).collect();
    let report = shown.last().unwrap();
    assert!(report.starts_with("lc: chunk, "), "{screen:?}");
    let expected = [
        "lc: 2 bytes",
        rows[0],
        missing,
        rows[1],
        rows[2],
        rows[3],
        report,
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_pipe_has_the_rows_and_nothing_else_while_a_bar_is_drawn_on_the_terminal() {
    let folder = Folder::new();
    let slow = folder.silent_fifo("slow");
    folder.file("lines", "1\n2\n3\n");
    let mut command = lc_on("xterm");
    command.args(["slow", "lines"]).current_dir(folder.path());
    let mut terminal = OnTerminal::only_stderr(command, 80);
    let mut rows = terminal.child.stdout.take().unwrap();
    let mut pipe = writer(&slow);
    pipe.write_all(b"1\n").unwrap();
    terminal.until(|text| pictures(text).any(|picture| picture.contains("slow 2 B")));
    drop(pipe);
    let screen = terminal.end();
    let mut written = String::new();
    rows.read_to_string(&mut written).unwrap();
    assert_eq!(written, "      1 slow\n      3 lines\n      4 total\n");
    assert!(
        screen.len() == 1 && screen[0].starts_with("lc: chunk, "),
        "{screen:?}"
    );
}

#[test]
fn nothing_is_drawn_where_it_would_be_in_the_way() {
    let started = |terminal: bool, term: &str, args: &[&str]| {
        let mut command = lc_on(term);
        command.args(args).stdin(Stdio::piped());
        if terminal {
            return OnTerminal::new(command, 80);
        }
        // Standard error is a file, or a pipe; the terminal is standard output's.
        command.arg("-q");
        let mut shell = Command::new("sh");
        shell.args(["-c", "\"$@\" 2>&1 | cat", "sh"]);
        shell.arg(command.get_program()).args(command.get_args());
        shell.stdin(Stdio::piped()).env("TERM", term);
        OnTerminal::new(shell, 80)
    };
    let silent = [
        started(true, "xterm", &["--json"]),
        started(true, "xterm", &["-q"]),
        started(true, "xterm", &["--progress=never"]),
        started(true, "dumb", &[]),
        started(false, "xterm", &[]),
    ];
    // A run that draws shows that the others could have.
    let drawing = started(true, "xterm", &["-q", "--progress=always"]);
    thread::sleep(LONG_ENOUGH);
    for mut program in silent {
        drop(program.child.stdin.take());
        let written = program.written();
        assert!(!written.contains("standard input"), "{written:?}");
    }
    let mut drawing = drawing;
    drawing.until(|text| text.contains("standard input 0 B"));
    drop(drawing.child.stdin.take());
    assert_eq!(drawing.end(), ["0"]);
}

fn threads(child: &Child) -> usize {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id()));
    tasks.map_or(0, |tasks| tasks.count())
}

/// Making one would be a part of the time of a short run that one can measure.
#[test]
fn a_file_makes_no_thread_before_there_is_something_to_show() {
    let folder = Folder::new();
    let mut command = lc();
    command
        .args(["-s", "chunk", "-q", "--progress=always"])
        .arg(endless(&folder))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    while start.elapsed() < Duration::from_millis(900) {
        assert!(threads(&child) <= 1);
    }
    while threads(&child) < 2 {
        assert!(start.elapsed() < FOR_EVER);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_is_typed_makes_no_thread() {
    let (master, slave) = pair(80);
    let mut command = lc_on("xterm");
    command.stdin(slave.try_clone().unwrap());
    let mut typed = command.stdout(Stdio::null()).stderr(slave).spawn().unwrap();
    let start = Instant::now();
    let waits = |child: &Child| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        status.is_ok_and(|status| status.contains("State:\tS"))
    };
    while !waits(&typed) {
        assert!(start.elapsed() < FOR_EVER);
    }
    assert_eq!(threads(&typed), 1);
    File::from(master).write_all(b"\x04").unwrap();
    assert!(typed.wait().unwrap().success());
}

#[test]
fn a_comparison_tells_its_rounds() {
    let folder = Folder::new();
    let path = folder.file("log", "a line\n".repeat(10_000));
    let compare = |progress: &str| {
        let mut command = lc();
        command
            .args([
                "--compare",
                "-s",
                "chunk",
                "--runs=2",
                "--color=never",
                progress,
            ])
            .arg(&path);
        command
    };
    let told = ran(&mut compare("--progress=always"));
    let rounds: Vec<&str> = told.stderr.lines().collect();
    assert_eq!(rounds.len(), 2, "{told:?}");
    assert!(rounds[1].starts_with("lc: round 2 of 2, "), "{told:?}");
    assert_eq!(ran(&mut compare("--progress=auto")).stderr, "");

    let mut command = compare("--progress=auto");
    command.env("TERM", "xterm");
    let on_terminal = |command| OnTerminal::new(command, 120).written();
    let written = on_terminal(command);
    assert!(written.contains("lc: round 2 of 2, "), "{written:?}");
    let screen = screen(&written);
    assert!(
        screen.iter().all(|line| !line.contains("lc: ")),
        "{screen:?}"
    );
    let mut command = compare("--progress=never");
    command.env("TERM", "xterm");
    assert!(!on_terminal(command).contains("round"));
}
