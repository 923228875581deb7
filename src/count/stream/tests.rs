//! Streams with the smallest windows and caches against matching the line that is held.

use proptest::prelude::*;

use super::StreamMatch;
use crate::count::pattern::{Pattern, PatternSpec};

#[path = "../../../tests/it/pattern/grammar.rs"]
mod grammar;

proptest! {
    #![proptest_config(ProptestConfig { cases: 8 * ProptestConfig::default().cases, ..ProptestConfig::default() })]

    #[test]
    fn windows_and_cache_clears_change_nothing(
        (patterns, [fixed_strings, ignore_case, word, whole_line, crlf]) in grammar::patterns(),
        lines in prop::collection::vec(prop::collection::vec(grammar::line(), 1..6), 1..4),
        part in 1_usize..40,
    ) {
        let spec = PatternSpec { patterns, fixed_strings, ignore_case, word, whole_line, crlf };
        let pattern = Pattern::new(&spec).unwrap();
        let mut stream = pattern.stream();
        for line in lines.iter().map(|pieces| pieces.concat()) {
            line.chunks(part).for_each(|part| stream.feed(part));
            let answer = stream.finish();
            if answer != StreamMatch::Unknown {
                prop_assert_eq!(answer == StreamMatch::Matched, pattern.is_match(&line), "{}", line.escape_ascii());
            }
            stream.feed(&line);
            prop_assert_eq!(answer, stream.finish(), "whole, {}", line.escape_ascii());
        }
    }
}

#[test]
fn a_full_cache_is_emptied_and_the_answer_stays_right() {
    let pattern = PatternSpec {
        patterns: vec!["a[ab]{12}c[ab]*d".into()],
        ..PatternSpec::default()
    };
    let pattern = Pattern::new(&pattern).unwrap();
    let mut stream = pattern.stream();
    let mut line: Vec<u8> = (0..20_000_u64)
        .map(|n| {
            if n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 0 {
                b'a'
            } else {
                b'b'
            }
        })
        .collect();
    line.extend_from_slice(b"aaaaaaaaaaaaaacbb");
    stream.feed(&line);
    let super::Engine::Walk(walk) = &stream.engine else {
        panic!("unbounded, so not by windows")
    };
    assert!(walk.cache.clear_count() > 100);
    stream.feed(b"bd");
    assert_eq!(stream.finish(), StreamMatch::Matched);
    stream.feed(&line);
    assert_eq!(stream.finish(), StreamMatch::NotMatched);
}
