//! The candidate search misses no line: [`Candidates::count`] is what judging each line by itself gives.

use lc::count::candidates::Candidates;
use lc::count::severity::{Level, level_of};
use proptest::prelude::*;

const UPPER: [(&str, Level); 22] = [
    ("TRACE", Level::Trace),
    ("VRB", Level::Trace),
    ("DEBUG", Level::Debug),
    ("DBG", Level::Debug),
    ("INFO", Level::Info),
    ("INF", Level::Info),
    ("NOTICE", Level::Info),
    ("WARN", Level::Warn),
    ("WARNING", Level::Warn),
    ("WRN", Level::Warn),
    ("ERROR", Level::Error),
    ("ERR", Level::Error),
    ("EROR", Level::Error),
    ("SEVERE", Level::Error),
    ("FATAL", Level::Fatal),
    ("FTL", Level::Fatal),
    ("CRITICAL", Level::Fatal),
    ("CRIT", Level::Fatal),
    ("ALERT", Level::Fatal),
    ("EMERG", Level::Fatal),
    ("EMERGENCY", Level::Fatal),
    ("PANIC", Level::Fatal),
];

const LABELS: [(&str, Level); 15] = [
    ("error", Level::Error),
    ("err", Level::Error),
    ("fail", Level::Error),
    ("fatal", Level::Fatal),
    ("panic", Level::Fatal),
    ("critical", Level::Fatal),
    ("crit", Level::Fatal),
    ("warning", Level::Warn),
    ("warn", Level::Warn),
    ("info", Level::Info),
    ("notice", Level::Info),
    ("note", Level::Info),
    ("debug", Level::Debug),
    ("dbug", Level::Debug),
    ("trce", Level::Trace),
];

const KEYS: [&str; 9] = [
    "level",
    "severity",
    "lvl",
    "loglevel",
    "log_level",
    "log.level",
    "levelname",
    "@level",
    "@l",
];

/// Keys whose parts have a case of their own.
const MIXED_KEYS: [&str; 5] = [
    "logLevel",
    "LogLevel",
    "Log_Level",
    "levelName",
    "LevelName",
];

fn keys() -> impl Iterator<Item = String> {
    let mixed = MIXED_KEYS.into_iter().map(str::to_owned);
    KEYS.into_iter().flat_map(cases).chain(mixed)
}

const LETTERS: [(&str, Level); 6] = [
    ("F", Level::Fatal),
    ("E", Level::Error),
    ("W", Level::Warn),
    ("I", Level::Info),
    ("D", Level::Debug),
    ("V", Level::Trace),
];

fn cases(word: &str) -> [String; 3] {
    let (first, rest) = word.split_at(1);
    let title = if first == "@" {
        format!("@{}", cases(rest)[2])
    } else {
        first.to_uppercase() + &rest.to_lowercase()
    };
    [word.to_lowercase(), word.to_uppercase(), title]
}

/// Every row of the table × every word × every case: a line's text, what may stand before it, and its level.
fn tokens() -> Vec<(String, Place, Level)> {
    let mut tokens = Vec::new();
    let pnc = [("PNC", Level::Fatal)];
    for (word, level) in UPPER.into_iter().chain(pnc) {
        tokens.push((word.to_owned(), Place::Anywhere, level));
        tokens.push((format!("\"{word}\""), Place::Anywhere, level));
        for word in cases(word) {
            for bracketed in [
                format!("[{word}]"),
                format!("<{word}>"),
                format!("[core:{word}]"),
                format!("[:{word}]"),
                format!("[{word}   ]"),
                format!("[\x1b[31m{word}\x1b[0m]"),
            ] {
                tokens.push((bracketed, Place::AfterBlank, level));
            }
            for key in keys() {
                for pair in [
                    format!("{key}={word}"),
                    format!("{key}: {word}"),
                    format!("{key}=\"{word}\""),
                    format!("\"{key}\":\"{word}\""),
                    format!("\"{key}\" : \"{word}\""),
                    format!("\\\"{key}\\\":\\\"{word}\\\""),
                    format!("{{\"message\":\"INFO\",\"{key}\":\"\\u001b[31m{word}\\u001b[0m\"}}"),
                    format!("\x1b[36m{key}\x1b[0m=\x1b[31m{word}\x1b[0m"),
                ] {
                    let place = if pair.starts_with('{') {
                        Place::Start
                    } else {
                        Place::AfterBlank
                    };
                    tokens.push((pair, place, level));
                }
            }
        }
        let title = &cases(word)[2];
        tokens.push((
            format!("2016-09-28 04:30:30, {title}   CBS"),
            Place::AfterBlank,
            level,
        ));
        tokens.push((
            format!("04:30:30.123, {title} CBS"),
            Place::AfterBlank,
            level,
        ));
    }
    numbers(&mut tokens);
    prefixes(&mut tokens);
    for (word, level) in LABELS {
        for label in [
            format!("{word}: x"),
            format!("{word}[E0308]: x"),
            format!("\x1b[1m{word}\x1b[0m: x"),
            format!("{word}\x1b[0m[E0308]\x1b[0m: x"),
            format!("{word}\\u001b[0m: x"),
        ] {
            for before in [
                "",
                "x.rs:3:1: ",
                "sshd[9]: ",
                "x(3) ",
                "web | ",
                "17 ",
                "07:12:09Z ",
            ] {
                let place = if before.is_empty() {
                    Place::Start
                } else {
                    Place::Anywhere
                };
                tokens.push((format!("{before}{label}"), place, level));
            }
        }
    }
    tokens
}

fn numbers(tokens: &mut Vec<(String, Place, Level)>) {
    let syslog = [
        Level::Fatal,
        Level::Fatal,
        Level::Fatal,
        Level::Error,
        Level::Warn,
        Level::Info,
        Level::Info,
        Level::Debug,
    ];
    let pino = Level::ALL.into_iter().zip([60, 50, 40, 30, 20, 10]);
    let between = [(Level::Error, 55), (Level::Warn, 49)];
    let syslog = syslog.into_iter().zip(0..);
    for (level, number) in pino.chain(between).chain(syslog.clone()) {
        for key in keys() {
            for pair in [
                format!("\"{key}\":{number}"),
                format!("\"{key}\": {number},"),
                format!("\"{key}\"\t:  {number}}}"),
                format!("\"{key}\":\"{number}\""),
                format!("\\\"{key}\\\":{number}"),
                format!("\"{key}\"\x1b[0m:\x1b[1m {number}\x1b[0m"),
                format!("\"{key}\":\\u001b[1m{number}\\u001b[0m"),
                format!("\"{key}\":\\u001b[1m {number}"),
                format!("\"{key}\":\x1b[1m{number}\x1b[0m"),
                format!("\"{key}\x1b[0m\":{number}"),
                format!("\"{key}\\u001b[0m\" : {number}"),
                format!("\"{key}\"={number}"),
                format!("\"{key}\" => {number}"),
                format!("\"{key}\":\t{number}\u{e9}"),
                format!("\"{key}\":{number}\u{e9}"),
                format!("\"{key}\" :\"{number}\""),
                format!("\"{key}\":  \"{number}\""),
                format!("\"{key}\": '{number}'"),
                format!("\"{key}\":\\\"{number}\\\""),
                format!("\"{key}\":\"\x1b[1m{number}\x1b[0m\""),
                format!("\"{key}\":\"\\u001b[1m{number}\\u001b[0m\""),
                format!("\"{key}\": \"\x1b[1m{number}\x1b[0m\""),
                format!("\"{key}\": \\u001b[1m\"{number}\""),
                format!("\"{key}\": \x1b[1m{number}"),
                format!("{{\"message\":\"INFO\",\"{key}\":{number}}}"),
            ] {
                let place = if pair.starts_with('{') {
                    Place::Start
                } else {
                    Place::AfterBlank
                };
                tokens.push((pair, place, level));
            }
        }
    }
    for (level, number) in syslog.clone() {
        for pair in [
            format!("PRIORITY={number}"),
            format!("PRIORITY: {number}"),
            format!("\"PRIORITY\":\"{number}\""),
            format!("\"PRIORITY\" : {number}"),
            format!("PRIORITY\x1b[0m=\x1b[1m{number}\x1b[0m"),
        ] {
            tokens.push((pair, Place::AfterBlank, level));
        }
    }
    for (level, severity) in syslog {
        for facility in 0..24 {
            tokens.push((
                format!("<{}>Nov 30 x", facility * 8 + severity),
                Place::Start,
                level,
            ));
        }
    }
}

fn prefixes(tokens: &mut Vec<(String, Place, Level)>) {
    for (letter, level) in LETTERS {
        for text in [
            format!("{letter}, [2026-11-30T07:12:09 #1]"),
            format!("{letter}\x1b[0m, [2026-11-30T07:12:09 #1]"),
            format!("03-17 16:13:38.811  1702  2395 {letter} Tag: x"),
            format!("2026-03-17 16:13:38.811  1702  2395 {letter} Tag: x"),
            format!("03-17 16:13:38 +0100 u0_a1 1702  2395 {letter} Tag: x"),
            format!("03-17 16:13:38.811  1702  2395\t{letter}\tTag: x"),
            format!("03-17 16:13:38.811  1702  2395 \x1b[31m{letter}\x1b[0m Tag: x"),
            format!("03-17 16:13:38.811  1702  2395 \\u001b[31m{letter}\\u001b[0m Tag: x"),
        ] {
            tokens.push((text, Place::Start, level));
        }
        tokens.push((format!("{letter}/Tag( 1702): x"), Place::AfterBlank, level));
        tokens.push((
            format!("{letter}/Tag    (1702): x"),
            Place::AfterBlank,
            level,
        ));
        if matches!(letter, "I" | "W" | "E" | "F") {
            for (month, day) in [("01", "01"), ("09", "30"), ("10", "29"), ("12", "31")] {
                tokens.push((
                    format!("{letter}{month}{day} 07:12:09.123 x"),
                    Place::AfterBlank,
                    level,
                ));
                tokens.push((
                    format!("{letter}{month}{day}\t07:12:09 x"),
                    Place::AfterBlank,
                    level,
                ));
            }
        }
    }
}

/// Where a token may stand.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// At the line's start, colours aside.
    Start,
    /// There and after a blank.
    AfterBlank,
    /// There and after any byte that is not part of a word or a name.
    Anywhere,
}

impl Place {
    fn befores(self) -> &'static [&'static str] {
        const BEFORES: [&str; 10] = [
            "",
            "\x1b[31m",
            "\\u001b[1;31m",
            " ",
            "x 07.12 ",
            "x\t",
            "x \x1b[31m",
            "x:",
            "(x|",
            "\u{e9}",
        ];
        match self {
            Place::Start => &BEFORES[..3],
            Place::AfterBlank => &BEFORES[..7],
            Place::Anywhere => &BEFORES,
        }
    }
}

/// Each threshold with each way to count.
fn each_way() -> Vec<(Level, Candidates)> {
    let ways = |threshold| {
        Candidates::each_way(threshold)
            .into_iter()
            .map(move |way| (threshold, way))
    };
    Level::ALL.into_iter().flat_map(ways).collect()
}

fn count_each(threshold: Level, block: &[u8]) -> u64 {
    let lines = block
        .strip_suffix(b"\n")
        .unwrap_or(block)
        .split(|&b| b == b'\n');
    lines
        .filter(|line| level_of(line).is_some_and(|level| level <= threshold))
        .count() as u64
}

#[test]
fn no_token_is_missed() {
    let candidates = each_way();
    let tokens = tokens();
    assert!(tokens.len() > 10_000, "{}", tokens.len());
    // A first line that is no candidate, and lengths that put the token anywhere in a vector and in a stride.
    let mut padding = (0..).map(|n| "x".repeat(n * 7 % 300));
    let mut afters = ["", "\r", " and more of it", " 7\t"].into_iter().cycle();
    for (token, place, level) in &tokens {
        for before in place.befores() {
            let after = afters.next().unwrap();
            let line = format!("{before}{token}{after}");
            assert_eq!(level_of(line.as_bytes()), Some(*level), "{:?}", line);
            let pad = padding.next().unwrap();
            let block = format!("first\n{pad}\n{line}\n{pad}\n");
            for (threshold, candidates) in &candidates {
                let expected = u64::from(level <= threshold);
                assert_eq!(
                    candidates.count(block.as_bytes()),
                    expected,
                    "{threshold}: {block:?}"
                );
            }
        }
    }
}

#[test]
fn small_blocks() {
    let candidates = Candidates::new(Level::Error);
    let all: [(&[u8], u64); 12] = [
        (b"", 0),
        (b"\n", 0),
        (b"\n\n", 0),
        (b"E", 0),
        (b"x\nE", 0),
        (b"ERROR", 1),
        (b"ERROR\n", 1),
        (b"\nERROR", 1),
        (b"ERROR\nERROR", 2),
        (b"ERROR\n\nERROR\n", 2),
        (b"x\n<3>", 1),
        (b"x\nE, [", 1),
    ];
    for (block, expected) in all {
        assert_eq!(
            candidates.count(block),
            expected,
            "{}",
            block.escape_ascii()
        );
    }
}

/// Each severe token, lower and upper and title, with its first byte at every place of a stride, in the block's last line
/// and in one before it, of a line that nothing but the token makes a candidate.
#[test]
fn every_alignment() {
    let candidates = each_way();
    let candidates = candidates
        .iter()
        .filter(|(threshold, _)| *threshold == Level::Error);
    let candidates: Vec<_> = candidates.collect();
    for (n, (token, _, level)) in tokens().iter().enumerate() {
        if *level > Level::Error {
            continue;
        }
        // All places would take a minute: each token gets some, and each kind of token gets all.
        for offset in (n % 16..68).step_by(16) {
            let pad = "x".repeat(offset);
            for block in [
                format!("{pad}\n{token}"),
                format!("{pad}\n{token}\n{}\n", "y".repeat(130)),
            ] {
                for (_, candidates) in &candidates {
                    assert_eq!(candidates.count(block.as_bytes()), 1, "{block:?}");
                }
            }
        }
    }
}

/// Blocks that are longer than what is searched at a time, with lines that are longer than that as well.
#[test]
fn large_blocks() {
    let mut block = Vec::new();
    let mut expected = [0; Level::ALL.len()];
    for (n, (token, place, level)) in tokens().into_iter().enumerate() {
        // Every thousandth line is 200 kB, with its token first or last.
        let long = if n % 1000 == 0 { 200_000 } else { n % 50 };
        if n % 2000 == 0 && place != Place::Start {
            block.extend(std::iter::repeat_n(b'x', long));
            block.push(b' ');
        }
        block.extend(token.bytes());
        block.push(b' ');
        block.extend(std::iter::repeat_n(b'x', long));
        block.push(b'\n');
        for (count, threshold) in expected.iter_mut().zip(Level::ALL) {
            *count += u64::from(level <= threshold);
        }
        // Lines that are none in between, so that most severe lines are found by a search.
        block.extend(b"x\n7 y\n");
    }
    assert!(block.len() > 1 << 20);
    for (count, threshold) in expected.into_iter().zip(Level::ALL) {
        for candidates in Candidates::each_way(threshold) {
            assert_eq!(candidates.count(&block), count, "{threshold}");
            let unterminated = &block[..block.len() - 1];
            assert_eq!(candidates.count(unterminated), count);
        }
    }
}

/// Tokens, what surrounds them, and pieces of both.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let tokens: Vec<Vec<u8>> = tokens()
        .into_iter()
        .map(|(token, ..)| token.into_bytes())
        .collect();
    const GLUE: [&str; 40] = [
        "\n",
        "\n",
        "\n",
        "\r\n",
        " ",
        "  ",
        "\t",
        ":",
        ": ",
        "]",
        "[",
        "{",
        "{\"",
        "\"",
        "\\",
        "\\\"",
        "|",
        ",",
        ", ",
        "/",
        ".",
        "-",
        "x",
        "7",
        "Z ",
        "m",
        "E",
        "F",
        "<",
        ">",
        "0",
        "1",
        "50",
        "\x1b",
        "\x1b[",
        "\x1b[31m",
        "\\u001b[0m",
        "=",
        "INFO",
        "error",
    ];
    prop_oneof![
        3 => prop::sample::select(tokens),
        8 => prop::sample::select(&GLUE[..]).prop_map(|glue| glue.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
        1 => (0..200usize).prop_map(|n| vec![b'x'; n]),
        1 => prop::sample::select(UPPER.to_vec()).prop_map(|(word, _)| word.as_bytes()[..word.len() / 2].to_vec()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn count_is_what_judging_each_line_gives(pieces in prop::collection::vec(piece(), 0..120), repeats in 1..40usize) {
        let block = pieces.concat().repeat(if repeats > 30 { repeats } else { 1 });
        for (threshold, candidates) in each_way() {
            prop_assert_eq!(candidates.count(&block), count_each(threshold, &block));
        }
    }

    #[test]
    fn any_bytes_are_lines(block in prop::collection::vec(any::<u8>(), 0..2000)) {
        for (threshold, candidates) in each_way() {
            prop_assert_eq!(candidates.count(&block), count_each(threshold, &block));
        }
    }
}
