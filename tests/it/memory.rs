//! Memory does not depend on the input's length, nor on that of its lines.

use std::fs::File;
use std::process::{Command, Stdio};

use crate::support::{Folder, json, lc, ran, strategies, streaming};

const MIB: u64 = 1 << 20;

fn peak(command: &mut Command) -> (u64, u64) {
    let (_, run) = json(&ran(command));
    let peak = run["memory"]["peak"].as_u64().expect("the kernel tells it");
    (peak, run["counts"]["bytes"].as_u64().unwrap())
}

fn zeros(bytes: &str) -> Stdio {
    let mut head = Command::new("head")
        .args(["-c", bytes, "/dev/zero"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("head");
    let zeros = head.stdout.take().expect("a pipe").into();
    std::thread::spawn(move || head.wait());
    zeros
}

/// The peak of a program that counts next to nothing, which is that of the program itself: unoptimized
/// ones are larger.
fn floor(counting: &[&str]) -> u64 {
    let folder = Folder::new();
    let mut command = lc();
    command.args(["--json", "-s", "chunk"]).args(counting);
    peak(command.arg(folder.file("log", "x\n"))).0
}

#[test]
fn one_endless_line_takes_no_more_than_the_longest_line_allowed() {
    let strategies = [streaming(), vec!["auto"]].concat();
    for counting in [
        &[][..],
        &["--longest"],
        &["--errors"],
        &["--levels"],
        &["-e", "x"],
    ] {
        let floor = floor(counting);
        for strategy in &strategies {
            // Unoptimized, a search takes its time, and so does a single byte.
            let bytes = match (counting, *strategy) {
                ([] | ["--longest"], "byte") => "64M",
                ([] | ["--longest"], _) => "1G",
                _ => "32M",
            };
            let mut command = lc();
            command.args(["--json", "-s", strategy]).args(counting);
            let (peak, counted) = peak(command.stdin(zeros(bytes)));
            assert!(counted >= 32 * MIB);
            let most = match (counting, *strategy) {
                // `lines` puts half a mebibyte of a line together at most.
                ([] | ["--longest"], "lines") => MIB,
                ([] | ["--longest"], _) => MIB / 2,
                // What is sought is sought in a line of up to --max-line-len.
                _ => 2 * MIB,
            };
            let what = format!("{strategy} {counting:?}");
            assert!(peak <= floor + most, "{what}: {peak} over {floor}");
        }
    }
}

#[test]
fn a_sparse_gigabyte_takes_no_more_than_the_buffers() {
    let folder = Folder::new();
    let path = folder.file("log", "");
    File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(1024 * MIB)
        .unwrap();
    let floor = floor(&[]);
    for args in [
        &["-s", "chunk"][..],
        &["-s", "lines"],
        &["-s", "mmap", "-b", "1M"],
        &["-j2"],
    ] {
        let (peak, counted) = peak(lc().arg("--json").args(args).arg(&path));
        assert_eq!(counted, 1024 * MIB);
        assert!(peak <= floor + 3 * MIB, "{args:?}: {peak} over {floor}");
    }
}

/// Each name stands in the arguments already; a string for it, and what came of it, would be 500 bytes more.
#[test]
fn many_names_take_little_more_than_a_few() {
    let folder = Folder::new();
    folder.file("x", vec![b'\n'; 5000]);
    let peak_of = |names: usize| {
        let mut command = lc();
        command.args(["--json", "-j2"]).current_dir(folder.path());
        let (peak, counted) = peak(command.args(vec!["x"; names]));
        assert_eq!(counted, 5000 * names as u64);
        peak
    };
    // Of a thousand, batches are full and both threads at work.
    let (many, more) = (peak_of(1000), peak_of(20_000));
    assert!(more <= many + 2 * MIB, "{more} over {many}");
}

#[test]
fn whole_and_mmap_say_what_they_hold() {
    let folder = Folder::new();
    let path = folder.file("log", vec![b'\n'; 32 * MIB as usize]);
    let memory = |strategy: &str| {
        let (_, run) = json(&ran(lc().args(["--json", "-s", strategy]).arg(&path)));
        run["memory"].clone()
    };
    let whole = memory("whole");
    assert!(whole["heap_peak"].as_u64().unwrap() >= 32 * MIB, "{whole}");
    assert!(whole["anonymous"].as_u64().unwrap() >= 32 * MIB, "{whole}");
    let mmap = memory("mmap");
    assert!(mmap["heap_peak"].as_u64().unwrap() < MIB, "{mmap}");
    assert!(mmap["file"].as_u64().unwrap() >= 32 * MIB, "{mmap}");
    assert!(mmap["anonymous"].as_u64().unwrap() < 8 * MIB, "{mmap}");
}

/// What getrusage(2) says starts, after an exec, at the parent's peak.
#[test]
fn the_peak_is_that_of_lc_and_not_of_a_fat_parent() {
    let fat = vec![1_u8; 400 << 20];
    let (peak, _) = peak(lc().args(["--json", "-s", "chunk"]).stdin(zeros("1K")));
    assert!(fat.iter().all(|&byte| byte == 1));
    assert!(peak < 50 * MIB, "{peak}");
}

#[test]
fn matches_take_no_memory_however_many_threads_find_them() {
    let folder = Folder::new();
    let path = folder.file("log", "ERROR\n".repeat(8 << 20));
    let peak_of = |threads: &str| {
        let mut command = lc();
        let args = [
            "--json", "-l", "-e", "ERROR", "--errors", "-s", "chunk", "-b1M",
        ];
        command.args(args).args(["-j", threads]).arg(&path);
        peak(&mut command).0
    };
    let one = peak_of("1");
    for threads in [2, 8] {
        let many = peak_of(&threads.to_string());
        // A buffer, the first bytes of a line, a stack and the matcher's caches for each.
        assert!(
            many <= one + threads * 3 * MIB,
            "{threads}: {many} over {one}"
        );
    }
}

/// Work that grows faster than the line shows in what is read, and in what is allocated, again and again.
#[test]
fn a_long_line_is_read_once_and_held_in_a_few_times_its_length() {
    const KB: usize = 1000;
    let folder = Folder::new();
    for strategy in strategies() {
        for search in ["--lines", "--errors", "-eneedle"] {
            let cost = |len: usize| {
                let path = folder.file("line", [vec![b'x'; len], b"needle".to_vec()].concat());
                let mut command = lc();
                command.args(["--json", "--longest", search, "-s", strategy]);
                let run = json(&ran(command.args(buffer_of(strategy)).arg(path))).1;
                assert_eq!(run["counts"]["longest"], len + 6, "{strategy} {search}");
                assert_eq!(run["reads"]["bytes"], len + 6, "{strategy} {search}");
                let heap = run["memory"]["heap_allocated"].as_u64().unwrap();
                (run["reads"]["calls"].as_u64().unwrap(), heap)
            };
            let ((short_calls, short), (calls, heap)) = (cost(12 * KB), cost(120 * KB));
            let what = format!("{strategy} {search}: {short} and {heap} bytes");
            assert!(
                calls <= 11 * short_calls,
                "{what}, {short_calls} and {calls} calls"
            );
            // Doubled again and again, a buffer takes up to four times what it holds in the end.
            assert!(heap <= short + 4 * 120 * KB as u64, "{what}");
        }
    }
}

/// Nothing measures the time: what looks at all of a line again with each of its quarter of a million pieces would
/// not end before whoever waits for it goes home.
#[test]
fn a_line_in_very_many_pieces_is_counted_as_in_one() {
    let folder = Folder::new();
    let line = [
        &b"2026-12-01 ERROR "[..],
        &vec![b'x'; 4 * MIB as usize],
        b"needle\n",
    ]
    .concat();
    let path = folder.file("line", &line);
    for counting in [
        &["-e", "needle"][..],
        &["-e", "x{3}needle$"],
        &["--errors"],
        &["--levels"],
    ] {
        let row = |strategy: &str, buffer: &str| {
            let mut command = lc();
            command.args(["-q", "-l", "--max-line-len=8M", "-s", strategy, buffer]);
            let run = ran(command.args(counting).arg(&path));
            assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
            run.stdout
        };
        for strategy in streaming() {
            let (whole, pieces) = (row(strategy, "-b8M"), row(strategy, "-b16"));
            assert_eq!(pieces, whole, "{strategy} {counting:?}");
            let found: Vec<&str> = whole.split_whitespace().take(2).collect();
            let is_found = counting == ["--levels"] || found == ["1", "1"];
            assert!(is_found, "{strategy} {counting:?}: {whole}");
        }
    }
}

/// So small a buffer that a long line comes in many pieces.
fn buffer_of(strategy: &str) -> Option<&str> {
    (strategy != "whole").then_some("-b4K")
}

#[test]
fn what_warms_the_cache_is_not_the_peak_of_the_run() {
    let folder = Folder::new();
    let path = folder.file("log", "x\n".repeat(2 << 20));
    let heap_peak = |state: &str| {
        let mut command = lc();
        command.args(["--json", "-s", "byte", "--cache", state]);
        let (_, run) = json(&ran(command.arg(&path)));
        run["memory"]["heap_peak"].as_u64().unwrap()
    };
    assert!(heap_peak("warm") <= heap_peak("as-is"));
}
