//! The read calls that are told are those that the kernel saw.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Folder, installed, json, ran, strategies};

/// Runs lc under strace; gives the calls on `input` that strace counted, and those that lc told.
fn calls(folder: &Folder, args: &[&str], input: &Path) -> (u64, u64) {
    let trace = folder.join("trace");
    let mut strace = Command::new("strace");
    strace
        .args(["-f", "-e", "trace=read,pread64,preadv2,readv", "-P"])
        .arg(input)
        .arg("-o")
        .arg(&trace);
    strace
        .arg(env!("CARGO_BIN_EXE_lc"))
        .arg("--json")
        .args(args)
        .arg(input);
    let (_, run) = json(&ran(&mut strace));
    let seen = fs::read_to_string(&trace).unwrap();
    // A call that another thread interrupts has a second line that ends it.
    let seen = seen
        .lines()
        .filter(|line| line.contains("read") && !line.contains("resumed>"));
    (seen.count() as u64, run["reads"]["calls"].as_u64().unwrap())
}

#[test]
fn read_calls_are_those_that_strace_sees() {
    if !installed("strace", &["-e", "trace=read", "true"]) {
        return;
    }
    let folder = Folder::new();
    let path = folder.file("log", "a line of the log\n".repeat(5_000));
    let empty = folder.file("empty", "");
    let mut seen_any = 0;
    for strategy in strategies() {
        let buffers: &[&str] = if strategy == "whole" {
            &[]
        } else {
            &["-b1K", "-b64K", "-b1M"]
        };
        for buffer in buffers.iter().map(|buffer| Some(*buffer)).chain([None]) {
            for more in [&["-j1"][..], &["-j3"], &["--range", "100..50000"]] {
                let args: Vec<&str> = ["-s", strategy]
                    .iter()
                    .copied()
                    .chain(buffer)
                    .chain(more.iter().copied())
                    .collect();
                for input in [&path, &empty] {
                    let (seen, told) = calls(&folder, &args, input);
                    assert_eq!(told, seen, "{args:?} {input:?}");
                    seen_any += seen;
                }
            }
        }
    }
    assert!(seen_any > 500, "{seen_any}");
    let (seen, told) = calls(&folder, &["-s", "byte", "-b1"], &path);
    assert_eq!((seen, told), (90_001, 90_001));
}
