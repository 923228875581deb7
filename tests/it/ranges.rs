//! Ranges: any tiling sums to the whole, and each owns the lines that start in it.

use proptest::prelude::*;
use serde_json::Value;

use crate::oracle;
use crate::support::{Folder, json, lc, ran, ran_on_pipe, reading, strategies};

const LOG: &[u8] = b"one\n\nthree\nfour and some more\n\n\nseven\nan unterminated last line";

fn count(range: &str, args: &[&str], input: &std::path::Path) -> Value {
    let mut command = lc();
    command
        .args([
            "--json",
            "-lL",
            "--bytes",
            "--max-line-len=8",
            "--range",
            range,
        ])
        .args(args);
    let (inputs, _) = json(&ran(command.arg(input)));
    assert_eq!(inputs[0]["error"], Value::Null, "{range}");
    inputs[0]["counts"].clone()
}

#[test]
fn every_range_owns_the_lines_that_start_in_it() {
    let folder = Folder::new();
    let path = folder.file("log", LOG);
    for start in 0..=LOG.len() + 2 {
        for end in start..=LOG.len() + 2 {
            let (at, owned) = oracle::owned(LOG, start, end);
            let expected = oracle::counts(owned, at as u64, 8);
            let strategy = strategies()[(start + end) % strategies().len()];
            let found = count(
                &format!("{start}..{end}"),
                &["-s", strategy, "-b7"][..(if strategy == "whole" { 2 } else { 3 })],
                &path,
            );
            assert_eq!(found, expected, "{start}..{end} by {strategy}");
        }
    }
}

#[test]
fn every_range_of_a_pipe_owns_the_same_lines() {
    for start in (0..=LOG.len() + 2).step_by(3) {
        for end in start..=LOG.len() + 2 {
            let (at, owned) = oracle::owned(LOG, start, end);
            let expected = oracle::counts(owned, at as u64, 8);
            for strategy in reading() {
                let mut command = lc();
                command.args([
                    "--json",
                    "-lL",
                    "--bytes",
                    "--max-line-len=8",
                    "-s",
                    strategy,
                ]);
                if strategy != "whole" {
                    command.arg("-b7");
                }
                command.arg("--range").arg(format!("{start}..{end}"));
                let (inputs, _) = json(&ran_on_pipe(&mut command, LOG));
                let mut found = inputs[0]["counts"].clone();
                if owned.is_empty() {
                    // Where nothing is counted there is no place to speak of.
                    found["overlong"]["first"] = Value::Null;
                }
                assert_eq!(found, expected, "{start}..{end} by {strategy}");
            }
        }
    }
}

#[test]
fn an_open_end_is_the_end_of_the_file_and_an_open_start_its_start() {
    let folder = Folder::new();
    let path = folder.file("log", LOG);
    assert_eq!(count("..", &[], &path), oracle::counts(LOG, 0, 8));
    assert_eq!(count("4..", &[], &path), oracle::counts(&LOG[4..], 4, 8));
    assert_eq!(count("..5", &[], &path), oracle::counts(&LOG[..5], 0, 8));
}

#[test]
fn offsets_are_absolute_on_a_redirected_file() {
    let folder = Folder::new();
    let path = folder.file("log", LOG);
    let script = r#"{ read -r line; "$0" -q --range 0..; } < "$1""#;
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", script, env!("CARGO_BIN_EXE_lc")])
        .arg(&path);
    assert_eq!(ran(&mut shell).stdout, "7\n");
}

#[test]
fn a_file_with_more_threads_than_lines_is_counted_once() {
    let folder = Folder::new();
    for bytes in [&b"x"[..], b"\n", b"a\nb", b"a\n\n\nb\n"] {
        let path = folder.file("log", bytes);
        for threads in ["-j2", "-j64", "-j256"] {
            let found = count("..", &[threads], &path);
            assert_eq!(found, oracle::counts(bytes, 0, 8), "{bytes:?} {threads}");
        }
    }
}

/// Lines longer than a cut is sought: ranges are merged, and nothing is counted twice.
#[test]
fn lines_that_reach_over_many_cuts_stay_whole() {
    let folder = Folder::new();
    let giant = vec![b'x'; 5 << 20];
    let bytes = [b"a\n", &giant[..], b"\nb\n", &giant[..], b"\n\nc"].concat();
    let path = folder.file("log", &bytes);
    for strategy in strategies() {
        for threads in ["-j2", "-j3", "-j8"] {
            let mut command = lc();
            command.args(["--json", "-lL", "--bytes", "-s", strategy, threads]);
            let (inputs, _) = json(&ran(command.arg(&path)));
            let expected = oracle::counts(&bytes, 0, 1 << 20);
            assert_eq!(inputs[0]["counts"], expected, "{strategy} {threads}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_tiling_sums_to_the_whole(
        bytes in prop::collection::vec(prop::sample::select(b"\n\nab".to_vec()), 1..200),
        mut cuts in prop::collection::vec(0_usize..210, 0..5),
        threads in 1_usize..4,
    ) {
        let folder = Folder::new();
        let path = folder.file("log", &bytes);
        cuts.push(0);
        cuts.sort_unstable();
        let mut sums = [0; 4];
        let mut longest = 0;
        for (i, start) in cuts.iter().enumerate() {
            let end = cuts.get(i + 1).map_or(String::new(), usize::to_string);
            let found = count(&format!("{start}..{end}"), &[&format!("-j{threads}")], &path);
            let number = |value: &Value| value.as_u64().unwrap();
            sums[0] += number(&found["lines"]);
            sums[1] += number(&found["bytes"]);
            sums[2] += u64::from(found["unterminated"] == true);
            sums[3] += number(&found["overlong"]["lines"]);
            longest = longest.max(number(&found["longest"]));
        }
        let whole = oracle::counts(&bytes, 0, 8);
        prop_assert_eq!(sums[0], whole["lines"].as_u64().unwrap());
        prop_assert_eq!(sums[1], bytes.len() as u64);
        prop_assert_eq!(sums[2], u64::from(whole["unterminated"] == true));
        prop_assert_eq!(sums[3], whole["overlong"]["lines"].as_u64().unwrap());
        prop_assert_eq!(longest, whole["longest"].as_u64().unwrap());
    }
}
