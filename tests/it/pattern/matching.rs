//! Each point of what a pattern means, with the answer that grep or ripgrep gives.

use lc::count::pattern::{Pattern, PatternSpec};

use super::support::{crlf, fixed, matches, regex};

#[test]
fn no_patterns_match_nothing() {
    for ignore_case in [false, true] {
        for whole_line in [false, true] {
            let none = PatternSpec {
                ignore_case,
                whole_line,
                ..PatternSpec::default()
            };
            assert!(matches(&none, b"a\n\nb").is_empty());
            assert!(
                matches(
                    &PatternSpec {
                        fixed_strings: true,
                        ..none
                    },
                    b"a\n\nb"
                )
                .is_empty()
            );
        }
    }
}

#[test]
fn an_empty_class_matches_nothing() {
    for pattern in ["[a&&b]", "^[a&&b]", r"\A[a&&b]+", "^(?:[a&&b]|c.*d)"] {
        assert_eq!(
            matches(&regex(pattern), b"a\n\nb\ncd"),
            if pattern.contains('c') {
                vec![3]
            } else {
                vec![]
            }
        );
    }
}

#[test]
fn an_empty_pattern_matches_every_line_and_no_more() {
    for pattern in [
        regex(""),
        fixed(""),
        regex("(?:)"),
        regex("x*"),
        regex("^"),
        regex("$"),
        crlf(""),
        crlf("x*"),
    ] {
        assert_eq!(matches(&pattern, b"a\n\nb\n"), [0, 1, 2], "{pattern:?}");
        assert_eq!(matches(&pattern, b"\n\nb"), [0, 1, 2], "{pattern:?}");
        assert_eq!(matches(&pattern, b"\r\n\r\nb"), [0, 1, 2], "{pattern:?}");
        assert_eq!(Pattern::new(&pattern).unwrap().count(b""), 0);
    }
}

#[test]
fn any_of_several_patterns_may_match() {
    let two = PatternSpec {
        patterns: vec!["^b".into(), "a$".into()],
        ..PatternSpec::default()
    };
    assert_eq!(matches(&two, b"ba\nab\nb\na\nxax\n"), [0, 2, 3]);
    let with_empty = PatternSpec {
        patterns: vec!["z".into(), String::new()],
        fixed_strings: true,
        ..two
    };
    assert_eq!(matches(&with_empty, b"ba\n\n"), [0, 1]);
}

#[test]
fn a_line_is_counted_once() {
    assert_eq!(matches(&fixed("ab"), b"ab ab ab\nab\n"), [0, 1]);
    assert_eq!(matches(&regex("a|b"), b"ab ab ab\nab\nc"), [0, 1]);
}

#[test]
fn fixed_strings_are_text() {
    assert_eq!(matches(&fixed("a.c"), b"abc\na.c\n"), [1]);
    assert_eq!(matches(&fixed("("), b"a(b\n"), [0]);
    assert_eq!(
        matches(
            &PatternSpec {
                ignore_case: true,
                ..fixed("a.C")
            },
            b"abc\nA.c\n"
        ),
        [1]
    );
    assert_eq!(
        matches(
            &PatternSpec {
                word: true,
                ..fixed("a.c")
            },
            b"xa.c\n-a.c-\nabc\n"
        ),
        [1]
    );
    assert_eq!(
        matches(
            &PatternSpec {
                whole_line: true,
                ..fixed("a.c")
            },
            b"xa.c\na.c\nabc\n"
        ),
        [1]
    );
}

#[test]
fn ignoring_case_folds_unicode() {
    let any_case = |pattern: &str| PatternSpec {
        ignore_case: true,
        ..regex(pattern)
    };
    assert_eq!(matches(&any_case("error"), b"ERROR\neRRor\nEROR\n"), [0, 1]);
    assert_eq!(
        matches(&any_case("École"), "ÉCOLE\nécole\necole\n".as_bytes()),
        [0, 1]
    );
    assert_eq!(
        matches(&any_case("k"), "K\n\u{212a}\n".as_bytes()),
        [0, 1],
        "the Kelvin sign is a k"
    );
}

#[test]
fn a_word_has_no_word_character_beside_it() {
    let word = |pattern: &str| PatternSpec {
        word: true,
        ..regex(pattern)
    };
    assert_eq!(
        matches(
            &word("ERROR"),
            b"ERROR\nERRORS\nan ERROR.\n_ERROR\nERRORS ERROR\n"
        ),
        [0, 2, 4]
    );
    assert_eq!(
        matches(&word("-2"), b"foo -2 bar\nfoo-2\n"),
        [0],
        "not the same as \\b around it"
    );
    assert_eq!(
        matches(&word("a|ab"), b"ab\n"),
        [0],
        "the other alternative is tried as well"
    );
    assert_eq!(
        matches(&word("ERROR"), "éERROR\nERROR é\n".as_bytes()),
        [1],
        "é is a word character"
    );
    assert_eq!(matches(&word(""), b"a\n\n - \n"), [1, 2]);
}

#[test]
fn a_whole_line_is_the_match() {
    let whole = |pattern: &str| PatternSpec {
        whole_line: true,
        ..regex(pattern)
    };
    assert_eq!(matches(&whole("a|ab"), b"ab\na\nabc\n b"), [0, 1]);
    assert_eq!(matches(&whole(""), b"a\n\n"), [1]);
    assert_eq!(
        matches(
            &PatternSpec {
                word: true,
                ..whole("-a")
            },
            b"-a\n"
        ),
        [0],
        "-w adds nothing"
    );
}

#[test]
fn anchors_are_those_of_the_line() {
    for (start, end) in [("^", "$"), (r"\A", r"\z"), ("(?-m:^)", "(?-m:$)")] {
        assert_eq!(matches(&regex(&format!("{start}b")), b"ab\nb\nb"), [1, 2]);
        assert_eq!(matches(&regex(&format!("a{end}")), b"ab\na\na"), [1, 2]);
        assert_eq!(
            matches(&regex(&format!("{start}{end}")), b"a\n\n\nb"),
            [1, 2]
        );
        assert_eq!(
            matches(&crlf(&format!("{start}{end}")), b"a\r\n\r\n\r\nb"),
            [1, 2]
        );
    }
}

#[test]
fn nothing_crosses_a_line() {
    for pattern in [
        r"a\sb",
        "a[^x]b",
        "(?s)a.b",
        "(?s-u)a.b",
        r"a\Wb",
        r"a[\n ]b",
        r"a(?-u:[^x])b",
    ] {
        assert_eq!(matches(&regex(pattern), b"a\nb\na b\n"), [2], "{pattern}");
    }
    assert_eq!(matches(&regex(r"a\s*b"), b"a\nb\nab\n"), [2]);
    assert_eq!(matches(&regex(r"\s$"), b"a\nb \n"), [1]);
    assert_eq!(matches(&regex(r"a$\s*^b"), b"a\nb\n"), [0_usize; 0]);
}

#[test]
fn any_byte_is_data() {
    assert_eq!(
        matches(&regex("ERR"), b"\0ERR\0\n\xff\xfeERR\nE\0RR\n"),
        [0, 1]
    );
    assert_eq!(matches(&regex(r"\x00"), b"a\0\nb\n"), [0]);
    assert_eq!(matches(&regex(r"(?-u:\xff)"), b"a\xff\n\xc3\xbf\n"), [0]);
    assert_eq!(
        matches(&regex("^.$"), "é\nab\n".as_bytes()),
        [0],
        "one character"
    );
    assert_eq!(
        matches(&regex("^.*$"), b"a\xff\nb\n"),
        [1],
        "invalid UTF-8 is no character"
    );
    assert_eq!(
        matches(&regex("a$"), b"a\r\na\n"),
        [1],
        "a CR is an ordinary byte"
    );
    assert_eq!(matches(&regex(r"a\r$"), b"a\r\na\n"), [0]);
}

#[test]
fn an_invalid_byte_is_invalid_at_the_start_of_a_line_too() {
    // regex-automata looks back over stray continuation bytes to the LF before, and finds that valid.
    assert_eq!(
        matches(
            &PatternSpec {
                word: true,
                ..regex("ERR")
            },
            b"a\n\xa5ERR\n ERR"
        ),
        [2]
    );
    assert_eq!(
        matches(&regex(r"^(?-u:\xa5)\B"), b"a\n\xa5\n\xa5"),
        [0_usize; 0]
    );
}

#[test]
fn a_hundred_thousand_fixed_strings_work() {
    let strings = (0..100_000)
        .map(|n| format!("request {:07} ", n * 7919 % 10_000_000))
        .collect();
    let many = PatternSpec {
        patterns: strings,
        fixed_strings: true,
        ..PatternSpec::default()
    };
    assert_eq!(
        matches(
            &many,
            b"request 0007919 ok\nrequest 000791 ok\nrequest 0007919\n"
        ),
        [0]
    );
}

#[test]
fn patterns_are_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Pattern>();
}
