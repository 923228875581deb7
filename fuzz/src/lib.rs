//! What must hold for any bytes: one function for each fuzz target, and for its twin among the ordinary
//! tests (`tests/it/fuzz.rs`), which feeds it from proptest.
//!
//! The first bytes of the data are choices, the rest is the input.

use std::sync::{Arc, LazyLock};

use clap::Parser;
use lc::cli::Args;
use lc::count::candidates::Candidates;
use lc::count::pattern::{Pattern, PatternSpec};
use lc::count::severity::level_of;
use lc::count::{Counter, Counts, Level, Matching, Overlong, Place, Policy, Severity, Wanted};
use lc::names::{Listing, Names};
use lc::plan::{Action, Plan};
use lc::sink::Sink;
use lc::size;
use regex::bytes::Regex;

/// Takes a choice off the data.
fn choice(data: &mut &[u8]) -> usize {
    match data.split_first() {
        Some((&first, rest)) => {
            *data = rest;
            first.into()
        }
        None => 0,
    }
}

/// Feeds `bytes` to a sink as strategies do, in pieces whose kinds and lengths `choices` are.
fn feed(sink: &mut impl Sink, mut bytes: &[u8], choices: &[u8]) {
    let mut choices = choices.iter().cycle();
    while !bytes.is_empty() {
        let how = choices.next().copied().unwrap_or(0);
        let (piece, rest) = bytes.split_at(bytes.len().min(1 + usize::from(how / 4)));
        bytes = rest;
        let flow = match how % 4 {
            0 => sink.chunk(piece),
            1 => piece.iter().try_for_each(|&byte| sink.byte(byte)),
            2 => piece
                .split_inclusive(|&byte| byte == b'\n')
                .try_for_each(|line| {
                    let ended = line.ends_with(b"\n");
                    sink.line_part(line.strip_suffix(b"\n").unwrap_or(line), ended)
                }),
            _ => {
                sink.mark();
                let _ = sink.chunk(b"undone\n\nERROR and more");
                sink.rewind();
                sink.chunk(piece)
            }
        };
        if flow.is_break() {
            return;
        }
    }
}

/// The counts of `bytes`, each line looked at by itself.
fn naive(bytes: &[u8], wanted: &Wanted, is_match: impl Fn(&[u8]) -> bool) -> Counts {
    let limit = usize::try_from(wanted.max_line_len).unwrap_or(usize::MAX);
    let mut counts = Counts::default();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let cut = &content[..content.len().min(limit)];
        let overlong = content.len() > limit;
        if overlong {
            counts.overlong.lines += 1;
            counts.overlong.first.get_or_insert(Place {
                line: counts.lines + 1,
                offset: counts.bytes,
            });
            if wanted.overlong == Policy::Error {
                break;
            }
            counts.overlong.longest = counts.overlong.longest.max(content.len() as u64);
        }
        if overlong && wanted.overlong == Policy::Skip {
            counts.overlong.skipped += 1;
        } else {
            if let Some(matching) = &wanted.matching {
                let searched = match wanted.overlong {
                    Policy::Truncate => cut,
                    _ => content,
                };
                counts.matched += u64::from(is_match(searched) != matching.invert);
            }
            if let (Some(severity), Some(level)) = (&wanted.severity, level_of(cut)) {
                counts.has_severity = true;
                counts.errors += u64::from(level <= severity.threshold);
                counts.levels[level as usize] += u64::from(severity.each_level);
            }
        }
        counts.longest = counts.longest.max(content.len() as u64);
        counts.bytes += line.len() as u64;
        counts.lines += u64::from(line.ends_with(b"\n"));
        counts.unterminated += u64::from(!line.ends_with(b"\n"));
    }
    counts
}

fn wanted(limit: usize, overlong: Policy) -> Wanted {
    Wanted {
        longest: true,
        overlong,
        ..Wanted::lines(limit as u64)
    }
}

/// Splits off the choices of how to feed the rest.
fn split_choices<'d>(data: &mut &'d [u8]) -> &'d [u8] {
    let len = choice(data) % 16;
    let (choices, rest) = data.split_at(len.min(data.len()));
    *data = rest;
    choices
}

/// Lines, bytes, longest and overlong lines are the same however the bytes are cut and handed on.
pub fn counts(mut data: &[u8]) {
    let wanted = wanted(choice(&mut data), Policy::Scan);
    let choices = split_choices(&mut data);
    let mut counter = Counter::new(&wanted);
    feed(&mut counter, data, choices);
    assert_eq!(counter.finish().exact(), naive(data, &wanted, |_| false));
}

/// What finds candidates finds every line that the rule itself calls severe.
pub fn severity(mut data: &[u8]) {
    let threshold = Level::ALL[choice(&mut data) % Level::ALL.len()];
    let each_level = threshold == Level::Trace;
    let severity = Severity {
        candidates: Arc::new(Candidates::new(threshold)),
        threshold,
        each_level,
    };
    let choices = split_choices(&mut data);
    let wanted = Wanted {
        severity: Some(severity),
        ..wanted(usize::MAX >> 1, Policy::Scan)
    };
    let mut counter = Counter::new(&wanted);
    feed(&mut counter, data, choices);
    let found = counter.finish().exact();
    assert_eq!(found, naive(data, &wanted, |_| false));
    assert!(found.levels.iter().sum::<u64>() <= found.searched_lines());
}

const PATTERNS: [&str; 12] = [
    "a",
    "ab",
    "a.*b",
    "^a",
    "b$",
    "^$",
    "",
    "[^a]b",
    "ERR|WARN",
    r"\s+$",
    r"(?-u:\b)ERROR.*a",
    r"(?s-u).b",
];

/// Compiling them takes longer than what is checked.
static COMPILED: LazyLock<Vec<(Arc<Pattern>, Regex)>> = LazyLock::new(|| {
    let compile = |text: &str| {
        let spec = PatternSpec {
            patterns: vec![text.to_owned()],
            ..PatternSpec::default()
        };
        let pattern = Pattern::new(&spec).expect("a good pattern");
        (Arc::new(pattern), Regex::new(text).expect("a good pattern"))
    };
    PATTERNS.map(compile).into()
});

/// Overlong lines are matched as their policy says, however they are cut.
pub fn overlong(mut data: &[u8]) {
    let limit = choice(&mut data) % 64;
    let policies = [Policy::Scan, Policy::Truncate, Policy::Skip, Policy::Error];
    let policy = policies[choice(&mut data) % policies.len()];
    let (pattern, regex) = &COMPILED[choice(&mut data) % PATTERNS.len()];
    let pattern = Arc::clone(pattern);
    let invert = choice(&mut data) % 2 == 1;
    let choices = split_choices(&mut data);
    let wanted = Wanted {
        matching: Some(Matching { pattern, invert }),
        ..wanted(limit, policy)
    };
    let mut counter = Counter::new(&wanted);
    feed(&mut counter, data, choices);
    let found = counter.finish().exact();
    let expected = naive(data, &wanted, |line| regex.is_match(line));
    let Overlong {
        searched_to_limit, ..
    } = found.overlong;
    assert_eq!(searched_to_limit, 0, "no pattern needs it");
    assert_eq!(found, expected);
}

fn plan(option: &str, value: &str) -> Option<Plan> {
    let args = Args::try_parse_from(["lc", option, value]).ok()?;
    match Action::new(args) {
        Ok(Action::Count(plan, _)) => Some(plan),
        _ => None,
    }
}

/// Sizes and ranges are what a reader of the digits would say, or refused.
pub fn numbers(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(bytes) = size::parse(text) {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let power = unit.chars().next().map_or(0, |letter| {
            let letter = letter.to_ascii_uppercase();
            "BKMGTPE".find(letter).expect("a unit")
        });
        let base = if unit.len() == 2 { 1000_u128 } else { 1024 };
        let number: u128 = number.parse().expect("digits");
        assert_eq!(u128::from(bytes), number * base.pow(power as u32));
    }
    // A value may not look like an option, nor hold what no argument can.
    if text.starts_with('-') || text.contains('\0') {
        return;
    }
    let range = plan("--range", text).and_then(|plan| plan.range);
    let ends = text.split_once("..").and_then(|(start, end)| {
        let start = if start.is_empty() {
            0
        } else {
            size::parse(start).ok()?
        };
        let end = if end.is_empty() {
            None
        } else {
            Some(size::parse(end).ok()?)
        };
        end.is_none_or(|end| start <= end).then_some((start, end))
    });
    assert_eq!(
        range.map(|range| (range.start, range.end)),
        ends,
        "{text:?}"
    );
}

/// A list of names gives each name between two NUL bytes, in order, and an error for each that is none.
pub fn names(data: &[u8]) {
    // Tests run at once in threads of one process.
    let own = format!("{}-{:?}", std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(format!("lc-names-{own}"));
    std::fs::write(&path, data).expect("a list");
    let list = Names::List {
        path: path.clone(),
        has_stdin: true,
    };
    let Listing::Stream { names, .. } = list.list() else {
        panic!("a list is a stream");
    };
    // It is open, and needs its name no more.
    let _ = std::fs::remove_file(&path);
    let limit = 2 * 4096;
    let mut expected = data.split_inclusive(|&byte| byte == 0);
    for name in names {
        let piece = expected.next().expect("no more names than there are");
        let bytes = piece.strip_suffix(b"\0").unwrap_or(piece);
        match name {
            Ok(operand) => {
                use std::os::unix::ffi::OsStrExt;
                let typed = operand.name().expect("each has a name");
                assert_eq!(typed.as_bytes(), bytes);
            }
            // Where so many bytes hold no NUL, it is no list.
            Err(_) if piece.len() >= limit && piece[limit - 1] != 0 => return,
            Err(_) => assert!(bytes.is_empty(), "a good name was refused"),
        }
    }
    assert_eq!(expected.next(), None, "fewer names than there are");
}
