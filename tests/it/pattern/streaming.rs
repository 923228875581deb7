//! What a stream tells besides the answer that it shares with the other ways.

use lc::count::pattern::{Pattern, PatternSpec};
use lc::count::stream::StreamMatch;

use super::support::regex;

#[test]
fn the_stream_knows_what_it_cannot_know() {
    let pattern = Pattern::new(&regex(r"\berror\b.*\btimeout\b")).unwrap();
    let mut stream = pattern.stream();
    let mut ask = |line: &str| {
        stream.feed(line.as_bytes());
        (stream.is_settled(), stream.finish())
    };
    assert_eq!(ask("an error: timeout, "), (true, StreamMatch::Matched));
    assert_eq!(ask("an error: timeouts"), (false, StreamMatch::NotMatched));
    assert_eq!(ask("déjà vu"), (true, StreamMatch::Unknown));
    assert_eq!(
        ask("an error: timeout, déjà vu"),
        (true, StreamMatch::Matched),
        "before the first é"
    );
    assert_eq!(
        ask("an error: timeout"),
        (false, StreamMatch::Matched),
        "at the very end"
    );
    let bounded = Pattern::new(&PatternSpec {
        word: true,
        ..regex("error")
    })
    .unwrap();
    let mut stream = bounded.stream();
    stream.feed("déjà vu: error".as_bytes());
    assert_eq!(
        stream.finish(),
        StreamMatch::Matched,
        "of bounded length: searched by windows"
    );
}

#[test]
fn an_anchored_pattern_settles_early() {
    for pattern in ["^b", "^b.*c", r"\Ab"] {
        let pattern = Pattern::new(&regex(pattern)).unwrap();
        let mut stream = pattern.stream();
        stream.feed(&b"a".repeat(64 << 10));
        assert!(stream.is_settled());
        assert_eq!(stream.finish(), StreamMatch::NotMatched);
        stream.feed(b"bc");
        assert_eq!(
            stream.finish(),
            StreamMatch::Matched,
            "and forgets the line before"
        );
    }
}
