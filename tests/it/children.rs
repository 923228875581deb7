//! The processes in which `--compare` runs each row: how they end, and what they take.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{Folder, Ran, installed, lc, ran};

const MIB: u64 = 1 << 20;

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The children of a process, whichever of its threads made them.
fn children(pid: u32) -> Vec<i32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = tasks.flatten().map(|task| task.path().join("children"));
    let lists: String = lists.flat_map(fs::read_to_string).collect();
    lists
        .split_whitespace()
        .map(|pid| pid.parse().unwrap())
        .collect()
}

/// Kills each child with that argument, once `may_begin`, until the comparison ends; tells what came of that, and
/// how many were killed.
fn killing(command: &mut Command, argument: &str, may_begin: impl Fn() -> bool) -> (Ran, usize) {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut comparison = command.spawn().unwrap();
    let mut killed = 0;
    while comparison.try_wait().unwrap().is_none() {
        for pid in children(comparison.id()) {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let has_argument = line
                .split(|&byte| byte == 0)
                .any(|word| word == argument.as_bytes());
            if has_argument && may_begin() {
                let pid = Pid::from_raw(pid).unwrap();
                killed += usize::from(kill_process(pid, Signal::KILL).is_ok());
            }
        }
        std::thread::yield_now();
    }
    (comparison.wait_with_output().unwrap().into(), killed)
}

fn is_written(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0)
}

#[test]
fn a_child_that_is_killed_fails_its_row_and_no_other() {
    if !Path::new("/proc/thread-self/children").exists() {
        eprintln!("skipped: this kernel does not tell a process's children");
        return;
    }
    let folder = Folder::new();
    let path = folder.file("log", "a line of the log\n".repeat(20_000));
    // From the first look on, and when there are figures of a round already.
    for after_a_round in [false, true] {
        let export = folder.join(format!("{after_a_round}.json"));
        let mut command = lc();
        command.args(["--compare", "--runs=10", "--warmup=0", "--max-time=60"]);
        command.args(["-s", "byte,whole", "-b1"]);
        command.arg("--export-json").arg(&export).arg(&path);
        let may_begin = || !after_a_round || is_written(&export);
        let (ran, killed) = killing(&mut command, "--strategy=byte", may_begin);
        assert!(killed > 0, "{ran:?}");
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.stdout.contains("killed by SIGKILL"), "{ran:?}");
        let document = document(&fs::read_to_string(&export).unwrap());
        let strategies = |rows: &str| -> Vec<String> {
            let rows = document[rows].as_array().unwrap().iter();
            rows.map(|row| row["strategy"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(strategies("results"), ["whole"], "{document:#}");
        assert_eq!(strategies("failed"), ["byte"], "{document:#}");
        let reason = document["failed"][0]["failure"].as_str().unwrap();
        assert!(reason.starts_with("killed by SIGKILL"), "{reason}");
        // What was measured before it failed is kept with it.
        let measured = document["failed"][0]["measurements"].as_array().unwrap();
        assert_eq!(!measured.is_empty(), after_a_round, "{document:#}");
    }
}

/// A process's peak never falls again: that of a row is its own because each run has a process for itself.
#[test]
fn the_peak_of_a_row_is_that_of_its_own_strategy() {
    let folder = Folder::new();
    let path = folder.file("log", "a line of the log\n".repeat(2_000_000));
    let mut command = lc();
    command.args(["--compare", "--runs=2", "--warmup=0", "-s", "whole,chunk"]);
    let ran = ran(command.arg("--export-json=-").arg(&path));
    let document = document(&ran.stdout);
    let peaks = |strategy: &str| -> Vec<u64> {
        let mut rows = document["results"].as_array().unwrap().iter();
        let row = rows.find(|row| row["strategy"] == strategy).unwrap();
        let peaks = row["memory_usage_byte"].as_array().unwrap().iter();
        peaks.map(|peak| peak.as_u64().unwrap()).collect()
    };
    let (whole, chunk) = (peaks("whole"), peaks("chunk"));
    assert_eq!((whole.len(), chunk.len()), (2, 2), "{document:#}");
    assert!(whole.iter().all(|&peak| peak >= 32 * MIB), "{whole:?}");
    assert!(chunk.iter().all(|&peak| peak < 16 * MIB), "{chunk:?}");
}

#[test]
fn a_name_that_is_not_utf8_is_handed_on_and_its_export_is_json() {
    let folder = Folder::new();
    let path = folder.file(
        OsStr::from_bytes(b"\xff"),
        "a line of the log\n".repeat(1000),
    );
    let mut command = lc();
    command.args(["--compare", "--runs=1", "--warmup=0", "-s", "chunk,mmap"]);
    let ran = ran(command.arg("--export-json=-").arg(&path));
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let document = document(&ran.stdout);
    let rows = document["results"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "{document:#}");
    if !installed("bash", &["--version"]) {
        return;
    }
    // What a shell makes of it is the name again.
    let command = rows[0]["command"].as_str().unwrap();
    let by_hand = command.replacen("lc ", "\"$LC_BIN\" -q ", 1);
    let mut shell = Command::new("bash");
    shell.args(["-c", &by_hand]);
    let shell = shell.env("LC_BIN", env!("CARGO_BIN_EXE_lc")).output();
    let shown = shell.unwrap().stdout;
    assert!(shown.starts_with(b"1000 /"), "{command}: {shown:?}");
}
