//! Matches, severities and overlong lines: the same in every strategy, and as an oracle has them that
//! holds each line whole and searches it with the plain `regex` crate.

use std::io::Write;
use std::sync::Arc;

use clap::ValueEnum;
use lc::count::candidates::Candidates;
use lc::count::pattern::{Pattern, PatternSpec};
use lc::count::severity::level_of;
use lc::count::{Counter, Counts, Level, Matching, Overlong, Place, Policy, Severity, Wanted};
use lc::sink::Sink;
use lc::strategy::{Settings, Source, Strategy};
use proptest::prelude::*;
use regex::bytes::RegexSet;

use crate::support::{Folder, json, lc, ran, ran_on_pipe, strategies};

/// Patterns with and without anchors, bounded and not, that match nothing, and that match anything.
const PATTERNS: [&str; 14] = [
    "a", "ab", "a.*b", "^a", "b$", "^$", "", "[^a]b", r"\d{2,}", "^(a|b)+$", "x|ERROR", r"(?s)a.b",
    r"\s+$", "ERROR.*a",
];

/// What such lines are made of.
const PIECES: [&str; 12] = [
    "a",
    "b",
    "ab",
    "x",
    "\n",
    "\n",
    "12",
    "\r",
    " ",
    " ERROR ",
    "INFO ",
    "\n[warn] ",
];

fn naive(bytes: &[u8], patterns: &[&str], wanted: &Wanted) -> Counts {
    let set = RegexSet::new(patterns).expect("good patterns");
    let limit = wanted.max_line_len as usize;
    let mut counts = Counts::default();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let overlong = content.len() > limit;
        let cut = &content[..content.len().min(limit)];
        if overlong {
            let place = Place {
                line: counts.lines + 1,
                offset: counts.bytes,
            };
            counts.overlong.lines += 1;
            counts.overlong.first.get_or_insert(place);
            if wanted.overlong == Policy::Error {
                break;
            }
            counts.overlong.longest = counts.overlong.longest.max(content.len() as u64);
        }
        let searched = if wanted.overlong == Policy::Truncate {
            cut
        } else {
            content
        };
        if overlong && wanted.overlong == Policy::Skip {
            counts.overlong.skipped += 1;
        } else {
            let invert = wanted.matching.as_ref().unwrap().invert;
            counts.matched += u64::from(set.is_match(searched) != invert);
            if let Some(level) = level_of(cut) {
                counts.has_severity = true;
                counts.errors += u64::from(level <= Level::Warn);
                counts.levels[level as usize] += 1;
            }
        }
        counts.longest = counts.longest.max(content.len() as u64);
        counts.bytes += line.len() as u64;
        match line.ends_with(b"\n") {
            true => counts.lines += 1,
            false => counts.unterminated = 1,
        }
    }
    counts
}

fn count(bytes: &[u8], strategy: Strategy, buffer: usize, wanted: &Wanted) -> Counts {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let buffer = strategy.takes_buffer().then_some(buffer);
    let settings = Settings {
        buffer,
        max_line_len: wanted.max_line_len,
        max_memory: u64::MAX,
    };
    let mut source = Source::range(&file, 0, None).with_input_len(bytes.len() as u64);
    let mut counter = Counter::new(wanted);
    strategy.read(&mut source, &settings, &mut counter).unwrap();
    counter.finish().exact()
}

fn wanted(patterns: &[&str], invert: bool, limit: u64, overlong: Policy, levels: bool) -> Wanted {
    let patterns = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
    let spec = PatternSpec {
        patterns,
        ..PatternSpec::default()
    };
    let pattern = Arc::new(Pattern::new(&spec).expect("good patterns"));
    Wanted {
        lines: true,
        longest: true,
        max_line_len: limit,
        overlong,
        matching: Some(Matching { pattern, invert }),
        severity: Some(Severity {
            candidates: Arc::new(Candidates::new(Level::Warn)),
            threshold: Level::Warn,
            each_level: levels,
        }),
    }
}

fn policy() -> impl proptest::strategy::Strategy<Value = Policy> {
    prop::sample::select(Policy::value_variants().to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_strategy_finds_what_an_oracle_with_the_whole_line_finds(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60),
        patterns in prop::collection::vec(prop::sample::select(PATTERNS.to_vec()), 1..3),
        invert: bool, levels: bool, limit in 0_u64..30, policy in policy(), buffer in 1_usize..40,
    ) {
        let bytes = pieces.concat().into_bytes();
        let wanted = wanted(&patterns, invert, limit, policy, levels);
        let mut expected = naive(&bytes, &patterns, &wanted);
        if !levels {
            expected.levels = [0; 6];
        }
        for &strategy in Strategy::value_variants() {
            let found = count(&bytes, strategy, buffer, &wanted);
            prop_assert_eq!(found, expected, "{:?} on {:?}", strategy, String::from_utf8_lossy(&bytes));
        }
        if policy != Policy::Error {
            let searched = expected.lines + expected.unterminated - expected.overlong.skipped;
            let other = Wanted {
                matching: wanted.matching.clone().map(|m| Matching { invert: !invert, ..m }),
                ..wanted
            };
            let inverted = count(&bytes, Strategy::Chunk, buffer, &other);
            prop_assert_eq!(expected.matched + inverted.matched, searched);
        }
    }

    /// As `mmap` does where a page was lost.
    #[test]
    fn what_was_taken_since_a_mark_can_be_undone(
        pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60),
        patterns in prop::collection::vec(prop::sample::select(PATTERNS.to_vec()), 1..3),
        invert: bool, limit in 0_u64..30, policy in policy(), kept in 0_usize..200,
        undone in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..20),
    ) {
        let bytes = pieces.concat().into_bytes();
        let wanted = wanted(&patterns, invert, limit, policy, true);
        let (before, after) = bytes.split_at(kept.min(bytes.len()));
        let mut counter = Counter::new(&wanted);
        counter.mark();
        if counter.chunk(before).is_continue() {
            counter.mark();
            let _ = counter.chunk(undone.concat().as_bytes());
            counter.rewind();
            let _ = counter.chunk(after);
        }
        prop_assert_eq!(counter.finish().exact(), naive(&bytes, &patterns, &wanted));
    }
}

/// A file with matches and overlong lines, cut into ranges.
#[test]
fn threads_and_ranges_find_what_one_thread_finds() {
    let folder = Folder::new();
    let mut bytes = Vec::new();
    for i in 0..3000_usize {
        let word = [
            "INFO all is well",
            "ERROR it is not",
            "[warn] perhaps",
            "no level at all",
        ][i % 4];
        bytes.extend_from_slice(format!("{i} {word} {}\n", "x".repeat(i * 7 % 90)).as_bytes());
    }
    bytes.extend_from_slice(b"ERROR and no end");
    let path = folder.file("log", &bytes);
    for policy in ["scan", "truncate", "skip", "error"] {
        let mut answers = Vec::new();
        for strategy in strategies() {
            for threads in ["-j1", "-j2", "-j3", "-j8"] {
                let mut command = lc();
                command.args([
                    "--json",
                    "-lL",
                    "--bytes",
                    "--errors=warn",
                    "--levels",
                    "-e",
                    "xx$",
                ]);
                command.args([
                    "--max-line-len=80",
                    "--overlong",
                    policy,
                    "-s",
                    strategy,
                    threads,
                ]);
                let (inputs, _) = json(&ran(command.arg(&path)));
                answers.push((inputs[0]["counts"].clone(), inputs[0]["error"].clone()));
            }
        }
        assert!(
            answers.iter().all(|answer| *answer == answers[0]),
            "{policy}: {answers:#?}"
        );
        // Under `error` the count ends early.
        assert!(answers[0].0["matched"].as_u64().unwrap() > 3);
        assert_eq!(answers[0].1.is_null(), policy != "error");
    }
}

#[test]
fn an_overlong_line_under_error_is_named_with_its_place_and_ends_with_2() {
    let folder = Folder::new();
    let path = folder.file("log", "one\ntwo\nthree and more\nfour\n");
    for strategy in strategies() {
        let mut command = lc();
        command.args([
            "-q",
            "-l",
            "--bytes",
            "-e",
            "o",
            "--max-line-len=9",
            "--overlong=error",
        ]);
        let ran = ran(command.args(["-s", strategy]).arg(&path));
        assert_eq!(ran.status, Some(2));
        assert!(ran.stdout.starts_with(" 2  2  8 "), "{ran:?}");
        assert!(
            ran.stderr.contains("line 3 at byte 8 is longer than 9 B"),
            "{ran:?}"
        );
    }
}

#[test]
fn a_match_in_the_last_bytes_of_a_giant_line_is_found_in_little_memory() {
    let folder = Folder::new();
    let mut bytes = vec![b'x'; 64 << 20];
    let end = bytes.len() - 10;
    bytes[end..].copy_from_slice(b"a needle !");
    let path = folder.file("log", &bytes);
    for strategy in ["lines", "chunk"] {
        for pattern in ["needle", "x*a needle", "needle.*$"] {
            let mut command = lc();
            command
                .args(["--json", "-s", strategy, "-e", pattern])
                .arg(&path);
            let (inputs, run) = json(&ran(&mut command));
            assert_eq!(inputs[0]["counts"]["matched"], 1, "{strategy} {pattern}");
            assert_eq!(inputs[0]["counts"]["overlong"]["searched_to_limit"], 0);
            // Unoptimized programs are larger than those that are used.
            assert!(run["memory"]["peak"].as_u64().unwrap() < 24 << 20, "{run}");
        }
    }
}

#[test]
fn a_unicode_word_boundary_in_an_overlong_line_is_told_to_be_searched_to_the_limit() {
    let folder = Folder::new();
    let path = folder.file("log", format!("é{} word\nx word\n", "x".repeat(200)));
    let mut command = lc();
    command
        .args(["--max-line-len=100", "-e", r"\bwo.*d\b"])
        .arg(&path);
    let told = ran(&mut command);
    assert!(told.stdout.starts_with("1 "), "{told:?}");
    assert!(
        told.stderr
            .contains("1 overlong line searched only up to the limit"),
        "{told:?}"
    );
    let (inputs, _) = json(&ran(command.arg("--json")));
    assert_eq!(inputs[0]["counts"]["overlong"]["searched_to_limit"], 1);
}

#[test]
fn places_of_overlong_lines_do_not_depend_on_what_is_sought() {
    let bytes = b"ok\nfar too long\nok\n";
    let wanted = wanted(&["ok"], false, 5, Policy::Scan, false);
    let found = count(bytes, Strategy::Chunk, 4, &wanted);
    let first = Some(Place { line: 2, offset: 3 });
    assert_eq!(
        found.overlong,
        Overlong {
            lines: 1,
            longest: 12,
            first,
            ..Overlong::default()
        }
    );
}

/// Lines are not counted where nobody asks for them, but an overlong one still has its number.
#[test]
fn an_overlong_line_has_its_number_whatever_is_counted() {
    let folder = Folder::new();
    let log = format!("a\nb\n{}\nc\n{}\n", "x".repeat(50), "x".repeat(60));
    let path = folder.file("log", &log);
    let expected = serde_json::json!({"line": 3, "offset": 4});
    for columns in [
        &["-l"][..],
        &["--bytes"],
        &["-e", "x"],
        &["--errors"],
        &["-v", "-e", "x"],
    ] {
        for strategy in strategies() {
            for threads in ["-j1", "-j3"] {
                let mut command = lc();
                command.args(["--json", "--max-line-len=20", "-s", strategy, threads]);
                let (inputs, _) = json(&ran(command.args(columns).arg(&path)));
                let first = &inputs[0]["counts"]["overlong"]["first"];
                assert_eq!(first, &expected, "{columns:?} {strategy} {threads}");
            }
            if strategy != "mmap" {
                let mut command = lc();
                command
                    .args(["--json", "--max-line-len=20", "-s", strategy])
                    .args(columns);
                let (inputs, _) = json(&ran_on_pipe(&mut command, log.as_bytes()));
                let first = &inputs[0]["counts"]["overlong"]["first"];
                assert_eq!(first, &expected, "pipe {columns:?} {strategy}");
            }
        }
    }
}
