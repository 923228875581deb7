//! Logs that are truncated while lc, which strace makes wait after each of its calls, is in the midst of them.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::changing::{text, truncate};
use crate::support::{Folder, Ran, installed, json};

const MIB: usize = 1 << 20;

const TRUNCATED: &str = "lc: log: the file was truncated while it was mapped; \
                         use --strategy chunk for a file that others write to\n";

/// lc on its way through `log`.
struct Delayed<'a> {
    folder: &'a Folder,
    strace: Child,
}

impl<'a> Delayed<'a> {
    /// Starts lc, which waits so many milliseconds after each call of that name on `log`.
    fn new(folder: &'a Folder, call: &str, delay: u32, args: &[&str]) -> Self {
        let mut strace = Command::new("strace");
        strace.current_dir(folder.path()).env("LC_ALL", "C.UTF-8");
        strace.args(["-f", "-o", "trace", "-P"]);
        strace.arg(folder.join("log"));
        strace.args(["-e", &format!("trace={call}"), "-e"]);
        strace.arg(format!("inject={call}:delay_exit={delay}000"));
        let script = "echo $$ > pid.new; mv pid.new pid; exec \"$@\"";
        strace.args(["sh", "-c", script, "sh"]);
        strace.arg(env!("CARGO_BIN_EXE_lc")).args(args);
        strace
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let strace = strace.spawn().unwrap();
        Self { folder, strace }
    }

    fn wait_until(&self, what: &str, is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(60), "never {what}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until a part of the log from that offset on, or from behind it, is mapped; gives its offset.
    fn is_mapped_from(&self, least: usize) -> usize {
        let log: PathBuf = self.folder.join("log").canonicalize().unwrap();
        let mapped = || {
            let pid = fs::read_to_string(self.folder.join("pid")).ok()?;
            let maps = fs::read_to_string(format!("/proc/{}/maps", pid.trim())).ok()?;
            let of_log = maps
                .lines()
                .filter(|line| line.ends_with(log.to_str().unwrap()));
            let offsets = of_log.map(|line| line.split(' ').nth(2).unwrap());
            let offsets = offsets.map(|offset| usize::from_str_radix(offset, 16).unwrap());
            offsets.filter(|offset| *offset >= least).max()
        };
        self.wait_until("mapped", || mapped().is_some());
        mapped().expect("it waits there")
    }

    /// Waits until it has made so many calls.
    fn has_made(&self, calls: usize) {
        let trace = self.folder.join("trace");
        let made = || fs::read_to_string(&trace).map_or(0, |text| text.matches("= ").count());
        self.wait_until("made so many calls", || made() >= calls);
    }

    fn truncate(&self, len: usize) {
        truncate(&self.folder.join("log"), len);
    }

    fn end(self) -> Ran {
        let ran = self.strace.wait_with_output().unwrap().into();
        for name in ["pid", "trace"] {
            fs::remove_file(self.folder.join(name)).unwrap();
        }
        ran
    }
}

/// A folder with `still`, a log of a line.
fn folder() -> Option<Folder> {
    let probe = ["-o", "/dev/null", "-e", "inject=mmap:delay_exit=1", "true"];
    let folder = Folder::new();
    folder.file("still", "one\n");
    installed("strace", &probe).then_some(folder)
}

fn lines_of(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn a_truncated_mapping_is_told_with_the_name_and_the_others_are_counted() {
    let Some(folder) = folder() else { return };
    for args in [
        &["-q", "-s", "mmap", "log", "still"][..],
        &["-q", "-s", "mmap", "-j2", "log", "still"],
        &["-q", "-s", "mmap", "-b1M", "log", "still"],
    ] {
        folder.file("log", text(3 * MIB));
        let delayed = Delayed::new(&folder, "mmap", 500, args);
        delayed.is_mapped_from(0);
        delayed.truncate(5000);
        let run = delayed.end();
        let got = (run.stderr.as_str(), run.status);
        assert_eq!(got, (TRUNCATED, Some(2)), "{args:?}: {run:?}");
        let rows: Vec<&str> = run.stdout.lines().map(str::trim).collect();
        assert_eq!(rows, ["0 log", "1 still", "1 total"], "{args:?}");
    }
}

#[test]
fn the_windows_before_a_truncated_one_stay_counted() {
    let Some(folder) = folder() else { return };
    let text = text(9 * MIB);
    // In the window that is mapped, and far before it.
    for into_window in [Some(5000), None] {
        folder.file("log", &text);
        let args = ["-q", "-l", "--bytes", "-s", "mmap", "-b1M", "log"];
        let delayed = Delayed::new(&folder, "mmap", 500, &args);
        let before = delayed.is_mapped_from(2 * MIB);
        delayed.truncate(into_window.map_or(5000, |len| before + len));
        let run = delayed.end();
        assert_eq!((run.stderr.as_str(), run.status), (TRUNCATED, Some(2)));
        let row: Vec<&str> = run.stdout.split_whitespace().take(3).collect();
        assert_eq!(row[2], "log", "{run:?}");
        let (lines, bytes) = (row[0].parse::<usize>(), row[1].parse::<usize>());
        let (lines, bytes) = (lines.unwrap(), bytes.unwrap());
        assert!(bytes >= before && bytes < text.len(), "{before}: {run:?}");
        assert_eq!(lines, lines_of(&text[..bytes]), "{run:?}");
    }
}

/// What `chunk` had read of each of two ranges is counted, and that it is not all of a file as it was once is told.
#[test]
fn two_threads_count_what_they_read_of_a_truncated_file_and_say_that_it_changed() {
    let Some(folder) = folder() else { return };
    let text = text(3 * MIB);
    folder.file("log", &text);
    let args = ["--json", "-l", "-s", "chunk", "-j2", "-b64K", "log"];
    let delayed = Delayed::new(&folder, "pread64", 100, &args);
    // One that looks for the cut, and of each thread a few, so that neither has come to the new end.
    delayed.has_made(7);
    delayed.truncate(MIB);
    let run = delayed.end();
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{run:?}");
    let (inputs, _) = json(&run);
    assert_eq!(inputs[0]["changed"], true);
    let bytes = inputs[0]["counts"]["bytes"].as_u64().unwrap() as usize;
    let of_second = bytes.checked_sub(MIB).expect("all that is left");
    assert!(of_second > 0 && of_second < MIB, "{of_second}");
    let half = text.len() / 2;
    let cut = half
        + text[half - 1..]
            .iter()
            .position(|&byte| byte == b'\n')
            .unwrap();
    let lines = lines_of(&text[..MIB]) + lines_of(&text[cut..][..of_second]);
    assert_eq!(inputs[0]["counts"]["lines"], lines);
}
