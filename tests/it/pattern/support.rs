//! Patterns to test with, and all three ways of matching at once.

use lc::count::pattern::{Pattern, PatternSpec};
use lc::count::stream::StreamMatch;

pub fn regex(pattern: &str) -> PatternSpec {
    PatternSpec {
        patterns: vec![pattern.to_string()],
        ..PatternSpec::default()
    }
}

pub fn fixed(pattern: &str) -> PatternSpec {
    PatternSpec {
        fixed_strings: true,
        ..regex(pattern)
    }
}

pub fn crlf(pattern: &str) -> PatternSpec {
    PatternSpec {
        crlf: true,
        ..regex(pattern)
    }
}

/// Which lines of `block` match, by number from 0: asked line by line, streamed byte by byte, and counted at once.
#[track_caller]
pub fn matches(spec: &PatternSpec, block: &[u8]) -> Vec<usize> {
    let pattern = Pattern::new(spec).unwrap();
    let mut stream = pattern.stream();
    let mut matched = Vec::new();
    for (number, line) in block.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.chunks(1).for_each(|part| stream.feed(part));
        let streamed = stream.finish();
        assert_eq!(
            streamed == StreamMatch::Matched,
            pattern.is_match(line),
            "line {number}: {streamed:?}"
        );
        matched.extend(pattern.is_match(line).then_some(number));
    }
    assert_eq!(pattern.count(block), matched.len() as u64, "{spec:?}");
    matched
}
