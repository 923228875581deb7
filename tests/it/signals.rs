//! Ctrl-C and SIGTERM tell what was counted so far and end by the signal; SIGUSR1 tells how far it is.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Folder, lc, reading, strategies};

pub const SIGINT: u32 = 2;
const SIGUSR1: u32 = 10;
const SIGTERM: u32 = 15;

/// A test that waits for longer than this would wait for ever.
const FOR_EVER: Duration = Duration::from_secs(60);

/// A program that was started with pipes for all of its standard descriptors.
pub struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What came of it.
#[derive(Debug)]
pub struct Ended {
    pub stdout: String,
    pub stderr: String,
    pub status: Option<i32>,
    pub signal: Option<i32>,
}

impl Started {
    pub fn new(command: &mut Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().expect("it starts"))
    }

    /// Waits until something is so.
    fn wait_until(&self, what: &str, mut is_so: impl FnMut(&str) -> bool) {
        let start = Instant::now();
        let status = format!("/proc/{}/status", self.0.id());
        while !is_so(&std::fs::read_to_string(&status).expect("it runs")) {
            assert!(start.elapsed() < FOR_EVER, "never {what}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until it has a handler for a signal: before, the signal would end it.
    pub fn handles(&self, signal: u32) {
        self.wait_until("handled the signal", |status| {
            mask(status, "SigCgt:") >> (signal - 1) & 1 == 1
        });
    }

    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Waits until it waits for something.
    pub fn sleeps(&self) {
        self.wait_until("slept", |status| status.contains("State:\tS"));
    }

    pub fn send(&self, signal: u32) {
        let kill = format!("kill -{signal} {}", self.0.id());
        let sent = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(sent.success());
    }

    pub fn stdin(&mut self) -> ChildStdin {
        self.0.stdin.take().expect("a pipe")
    }

    /// Asks for progress until it tells that at least so many bytes were read; gives the last line.
    pub fn has_read(&mut self, least: u64) -> String {
        self.handles(SIGUSR1);
        let mut lines = BufReader::with_capacity(1, self.0.stderr.take().expect("a pipe"));
        let line = loop {
            self.send(SIGUSR1);
            let mut line = String::new();
            lines.read_line(&mut line).unwrap();
            if bytes_told(&line) >= least {
                break line;
            }
        };
        self.0.stderr = Some(lines.into_inner());
        line
    }

    pub fn end(mut self) -> Ended {
        let mut stderr = self.0.stderr.take().expect("a pipe");
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).unwrap();
            text
        });
        let mut stdout = Vec::new();
        if let Some(mut pipe) = self.0.stdout.take() {
            pipe.read_to_end(&mut stdout).unwrap();
        }
        let status = self.0.wait().unwrap();
        Ended {
            stdout: String::from_utf8_lossy(&stdout).into_owned(),
            stderr: String::from_utf8_lossy(&stderr.join().unwrap()).into_owned(),
            status: status.code(),
            signal: status.signal(),
        }
    }
}

fn mask(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap())
}

/// The bytes of `lc: 1,234 of 5,678 bytes (21 %)`, also behind the number of the input.
fn bytes_told(line: &str) -> u64 {
    let text = line.rsplit(": ").next().unwrap();
    let number = text.split_whitespace().next().unwrap_or_default();
    let number = number.replace(',', "").parse();
    number.unwrap_or_else(|_| panic!("no line of progress: {line:?}"))
}

/// Enough lines with severities for some seconds of an unoptimized program's time.
fn slow_log(folder: &Folder) -> u64 {
    let block: String = (0..20_000)
        .map(|i| {
            format!(
                "{i} {}\n",
                "word 12: [module] level of /path ".repeat(i % 7)
            )
        })
        .collect();
    let block = block.repeat(12);
    folder.file("log", &block);
    block.len() as u64
}

#[test]
fn a_fifo_without_a_writer_can_be_interrupted() {
    let folder = Folder::new();
    folder.silent_fifo("fifo");
    for (signal, name) in [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")] {
        let child = Started::new(lc().current_dir(folder.path()).args(["-q", "fifo"]));
        child.handles(signal);
        child.sleeps();
        child.send(signal);
        let ended = child.end();
        assert_eq!(ended.signal, Some(signal as i32), "{ended:?}");
        assert_eq!(ended.stdout, "");
        let told = format!(
            "lc: fifo: interrupted\nlc: interrupted by {name}; these are the counts so far\n"
        );
        assert_eq!(ended.stderr, told);
    }
}

#[test]
fn a_silent_pipe_can_be_interrupted_and_what_came_is_told_on_stderr_alone() {
    for strategy in reading().into_iter().chain(["auto"]) {
        for buffer in [None, Some("-b1"), Some("-b7")] {
            if strategy == "whole" && buffer.is_some() {
                continue;
            }
            let mut command = lc();
            command.args(["-q", "-l", "--bytes", "-s", strategy]);
            let mut child = Started::new(command.args(buffer).stdin(Stdio::piped()));
            let mut pipe = child.stdin();
            pipe.write_all(b"one\ntwo\nthr").unwrap();
            child.has_read(11);
            child.send(SIGINT);
            let ended = child.end();
            assert_eq!(ended.signal, Some(SIGINT as i32), "{strategy}: {ended:?}");
            assert_eq!(ended.stdout, "", "{strategy}");
            let row = "      2      11\nlc: 'standard input': interrupted after 11 bytes\n";
            assert!(ended.stderr.contains(row), "{strategy}: {ended:?}");
        }
    }
}

#[test]
fn a_list_of_names_that_does_not_go_on_can_be_interrupted() {
    let folder = Folder::new();
    folder.file("one", "1\n");
    let mut command = lc();
    command
        .args(["-q", "--files0-from=-"])
        .current_dir(folder.path());
    let mut child = Started::new(command.stdin(Stdio::piped()));
    let mut names = child.stdin();
    names.write_all(b"one\0on").unwrap();
    let mut row = String::new();
    let mut rows = BufReader::with_capacity(1, child.0.stdout.take().unwrap());
    rows.read_line(&mut row).unwrap();
    assert_eq!(row, "1 one\n", "at once");
    child.sleeps();
    child.send(SIGTERM);
    let ended = child.end();
    assert_eq!(ended.signal, Some(SIGTERM as i32), "{ended:?}");
    assert!(
        ended.stderr.contains("lc: -: interrupted\n1 total\n"),
        "{ended:?}"
    );
}

#[test]
fn rows_that_wait_behind_a_blocked_input_are_told_by_ctrl_c() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    folder.file("b", "1\n2\n");
    folder.silent_fifo("fifo");
    for total in ["auto", "never", "only"] {
        let mut command = lc();
        command.current_dir(folder.path());
        command.args(["-q", "--total", total, "a", "b", "fifo", "a"]);
        let child = Started::new(&mut command);
        child.handles(SIGINT);
        child.sleeps();
        child.send(SIGINT);
        let ended = child.end();
        assert_eq!(ended.signal, Some(SIGINT as i32), "{ended:?}");
        assert_eq!(ended.stdout, "");
        let (rows, sum) = match total {
            "auto" => ("      1 a\n      2 b\n", "      3 total\n"),
            "never" => ("      1 a\n      2 b\n", ""),
            _ => ("", "3\n"),
        };
        let told = format!(
            "{rows}lc: fifo: interrupted\n{sum}lc: interrupted by SIGINT; these are the counts so far\n"
        );
        assert_eq!(ended.stderr, told, "{total}");
    }
}

#[test]
fn json_of_an_interrupted_run_says_so_and_is_no_answer() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    let mut command = lc();
    command
        .current_dir(folder.path())
        .args(["--json", "a", "-"]);
    let mut child = Started::new(command.stdin(Stdio::piped()));
    let mut pipe = child.stdin();
    pipe.write_all(b"one\ntwo").unwrap();
    child.has_read(7);
    child.send(SIGTERM);
    let ended = child.end();
    assert_eq!(
        (ended.stdout.as_str(), ended.signal),
        ("", Some(SIGTERM as i32))
    );
    let lines: Vec<Value> = ended
        .stderr
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let told: Vec<_> = lines.iter().map(|line| &line["interrupted"]).collect();
    assert_eq!(told, [false, true, true], "{ended:?}");
    assert_eq!(lines[1]["counts"]["lines"], 1);
    assert_eq!(lines[2]["counts"]["bytes"], 9);
}

#[test]
fn every_strategy_stops_in_the_midst_of_a_file() {
    let folder = Folder::new();
    let len = slow_log(&folder);
    for strategy in strategies() {
        for threads in ["1", "2"] {
            let mut command = lc();
            command.current_dir(folder.path()).args(["--levels", "-l"]);
            command.args(["-s", strategy, "-j", threads, "log"]);
            let mut child = Started::new(&mut command);
            child.has_read(1);
            child.send(SIGINT);
            let ended = child.end();
            let what = format!("{strategy} -j{threads}: {ended:?}");
            assert_eq!(ended.signal, Some(SIGINT as i32), "{what}");
            assert_eq!(ended.stdout, "", "{what}");
            let told = ended.stderr.lines().find_map(|line| {
                let told = line.strip_prefix("lc: log: interrupted after ")?;
                Some((bytes_told(told), told.contains("a sum over ")))
            });
            let (counted, is_sum) = told.unwrap_or_else(|| panic!("{what}"));
            assert!(counted < len, "{what}");
            assert_eq!(is_sum, threads == "2", "{what}");
        }
    }
}

#[test]
fn files_that_are_counted_together_are_told_together() {
    let folder = Folder::new();
    folder.file("slow", "a line of a log\n".repeat(250_000));
    for name in ["a", "b", "c"] {
        folder.file(name, "1\n2\n");
    }
    let mut command = lc();
    command.current_dir(folder.path());
    command.args(["-s", "byte", "-b1", "-j2", "slow", "a", "b", "c"]);
    let mut child = Started::new(&mut command);
    // A system call for each byte takes so long that the others are counted meanwhile.
    let line = child.has_read(1_000_000);
    assert!(line.starts_with("lc: inputs 1 to 4: "), "{line}");
    assert_eq!(
        line.split(" of ").nth(1).map(bytes_told),
        Some(4_000_012),
        "{line}"
    );
    child.send(SIGINT);
    let ended = child.end();
    assert_eq!(
        (ended.signal, ended.stdout.as_str()),
        (Some(SIGINT as i32), "")
    );
    let mut rows = ended.stderr.lines().filter_map(|line| {
        let (count, name) = line.trim_start().split_once(' ')?;
        Some((count.parse::<u64>().ok()?, name))
    });
    let (count, name) = rows.next().expect("a row");
    assert!(
        name == "slow" && (60_000..250_000).contains(&count),
        "{ended:?}"
    );
    let others: Vec<_> = rows.collect();
    assert_eq!(others, [(2, "a"), (2, "b"), (2, "c"), (count + 6, "total")]);
}

#[test]
fn a_reader_that_sleeps_does_not_keep_it_from_ending() {
    let folder = Folder::new();
    folder.file("f", "1\n");
    let mut command = lc();
    command.current_dir(folder.path()).arg("-q");
    let mut child = Started::new(command.args(vec!["f"; 30_000]));
    let rows = child.0.stdout.take();
    child.handles(SIGTERM);
    child.sleeps();
    child.send(SIGTERM);
    let ended = child.end();
    assert_eq!(ended.signal, Some(SIGTERM as i32), "{ended:?}");
    let mut written = String::new();
    rows.unwrap().read_to_string(&mut written).unwrap();
    let row = "    1 f\n";
    assert_eq!(written, row.repeat(written.len() / row.len()), "whole rows");
    let total = ended.stderr.lines().find_map(|line| {
        let total = line.trim().strip_suffix(" total")?;
        total.parse::<usize>().ok()
    });
    let told = ended.stderr.matches(row).count();
    assert_eq!(
        total,
        Some(written.len() / row.len() + told),
        "each row is here or there"
    );
}

/// A pipe that is full, as `2> >(less)` may be: messages cannot be told, and the end need not wait for that.
#[test]
fn messages_that_nobody_reads_do_not_keep_it_from_ending() {
    let folder = Folder::new();
    folder.file("f", "1\n");
    for (names, option) in [("missing", "-q"), ("missing", "--json"), ("f", "-q")] {
        let mut command = lc();
        command.current_dir(folder.path()).arg(option);
        command.args(vec![names; 30_000]);
        let (reader, writer) = std::io::pipe().unwrap();
        command.stderr(writer.try_clone().unwrap());
        // Rows of files that are there are what fills the same pipe.
        command.stdout(if names == "f" {
            writer.into()
        } else {
            Stdio::null()
        });
        let mut child = Started(command.spawn().unwrap());
        drop(command);
        child.handles(SIGTERM);
        child.sleeps();
        child.send(SIGTERM);
        child.wait_until("ended", |status| status.contains("State:\tZ"));
        let status = child.0.wait().unwrap();
        assert_eq!(status.signal(), Some(SIGTERM as i32), "{names} {option}");
        drop(reader);
    }
}

#[test]
fn an_interrupt_that_was_ignored_stays_ignored() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' INT TERM USR1; exec \"$0\" -q"]);
    shell.arg(env!("CARGO_BIN_EXE_lc")).stdin(Stdio::piped());
    let mut child = Started::new(&mut shell);
    let mut pipe = child.stdin();
    pipe.write_all(b"one\n").unwrap();
    // The shell ignores them from a certain moment on, and lc from its beginning.
    child.wait_until("ignored", |status| {
        mask(status, "SigIgn:") & 0x4202 == 0x4202 && status.contains("Name:\tlc\n")
    });
    for signal in [SIGINT, SIGTERM, SIGUSR1] {
        child.send(signal);
    }
    pipe.write_all(b"two\n").unwrap();
    drop(pipe);
    let ended = child.end();
    assert_eq!((ended.stdout.as_str(), ended.status), ("2\n", Some(0)));
    assert_eq!(ended.stderr, "");
}

#[test]
fn sigusr1_tells_the_bytes_so_far_and_the_run_goes_on() {
    let mut child = Started::new(lc().args(["-q", "-l", "--bytes"]).stdin(Stdio::piped()));
    let mut pipe = child.stdin();
    child.handles(SIGUSR1);
    pipe.write_all(&[b'\n'; 1234]).unwrap();
    let line = child.has_read(1234);
    assert_eq!(line, "lc: 1,234 bytes\n");
    pipe.write_all(b"the rest\n").unwrap();
    drop(pipe);
    let ended = child.end();
    assert_eq!(ended.stdout, "   1235    1243\n");
    assert_eq!((ended.stderr.as_str(), ended.status), ("", Some(0)));
}

#[test]
fn sigusr1_tells_the_total_where_it_is_known_and_changes_no_count() {
    let folder = Folder::new();
    let len = slow_log(&folder);
    let lines = std::fs::read(folder.join("log")).unwrap();
    let lines = lines.iter().filter(|&&byte| byte == b'\n').count();
    folder.file("first", "1\n");
    for (strategy, threads) in [("chunk", "2"), ("mmap", "1")] {
        let mut command = lc();
        command
            .current_dir(folder.path())
            .args(["-q", "-l", "--levels"]);
        command.args(["-s", strategy, "-j", threads, "first", "log"]);
        let mut child = Started::new(&mut command);
        let line = child.has_read(1 << 20);
        assert!(line.starts_with("lc: input 2: "), "{line}");
        let told = line.split(" of ").nth(1).map(bytes_told);
        assert_eq!(told, Some(len), "{line}");
        let ended = child.end();
        assert_eq!((ended.stderr.as_str(), ended.status), ("", Some(0)));
        let row = format!("{lines} log\n");
        assert!(ended.stdout.contains(&row), "{strategy}: {ended:?}");
    }
}

#[test]
fn head_that_has_enough_ends_it_quietly() {
    let folder = Folder::new();
    folder.file("f", "1\n");
    let mut command = lc();
    command.current_dir(folder.path()).args(vec!["f"; 20_000]);
    let mut child = Started::new(&mut command);
    let head = Command::new("head")
        .arg("-n1")
        .stdin(child.0.stdout.take().unwrap())
        .output()
        .unwrap();
    assert_eq!(head.stdout, b"    1 f\n");
    let ended = child.end();
    assert_eq!((ended.stderr.as_str(), ended.status), ("", Some(0)));
}
