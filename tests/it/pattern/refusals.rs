//! Patterns that are refused, and what is said of them.

use lc::count::pattern::{Pattern, PatternError, PatternSpec};

use super::support::{crlf, fixed, matches, regex};

#[test]
fn a_bad_regex_shows_where_it_is_bad() {
    let message = |spec: &PatternSpec| Pattern::new(spec).unwrap_err().to_string();
    assert_eq!(
        message(&regex("é(b")),
        "pattern: unclosed group at column 2: '(b'; correct it, or use -F to match it as plain text"
    );
    let second = PatternSpec {
        patterns: vec!["a".into(), "*".into()],
        ..PatternSpec::default()
    };
    assert!(
        message(&second)
            .starts_with("pattern 2: repetition operator missing expression at column 1: '*'; ")
    );
    assert!(
        message(&regex(r"\p{Nope}"))
            .starts_with(r"pattern: Unicode property not found at column 1: '\p{Nope}'; ")
    );
    assert!(
        message(&regex("a)|(b")).contains("unopened group at column 2"),
        "ripgrep takes this one"
    );
    let long = message(&regex(&format!(
        "{}[{}",
        "a".repeat(1000),
        "b".repeat(1000)
    )));
    let place = format!(" at column 1001: '[{}...'; ", "b".repeat(29));
    assert!(long.contains(&place) && long.len() < 200, "{long}");
    assert!(message(&regex("a\\")).contains(" at column 2: '\\'; "));
    assert!(!message(&regex("\u{1b}[31m(")).contains('\u{1b}'));
}

#[test]
fn a_line_feed_in_a_pattern_is_refused() {
    let two = |pattern: &str| PatternSpec {
        patterns: vec!["a".into(), pattern.into()],
        ..PatternSpec::default()
    };
    for pattern in ["a\nb", "\n", r"a\n", r"\x0A?", r"[\n]", r"\u{A}"] {
        let error = Pattern::new(&two(pattern)).unwrap_err();
        assert_eq!(
            error,
            PatternError::LineEnd {
                number: Some(2),
                byte: b'\n'
            },
            "{pattern:?}"
        );
        assert!(
            error
                .to_string()
                .starts_with("pattern 2: requires a line feed, which no line contains; ")
        );
    }
    for ignore_case in [false, true] {
        let spec = PatternSpec {
            ignore_case,
            ..fixed("a\nb")
        };
        assert_eq!(
            Pattern::new(&spec).unwrap_err(),
            PatternError::LineEnd {
                number: None,
                byte: b'\n'
            }
        );
    }
    assert_eq!(
        matches(&fixed(r"a\nb"), b"a\\nb\n"),
        [0],
        "with -F those are a backslash and an n"
    );
    let error = Pattern::new(&crlf(r"a\r")).unwrap_err();
    assert_eq!(
        error,
        PatternError::LineEnd {
            number: None,
            byte: b'\r'
        }
    );
    assert!(error.to_string().contains("--crlf"));
}

#[test]
fn patterns_that_clash_are_refused_in_words() {
    let twice = PatternSpec {
        patterns: vec!["(?<x>a)".into(), "(?<x>b)".into()],
        ..PatternSpec::default()
    };
    let error = Pattern::new(&twice).unwrap_err().to_string();
    assert_eq!(
        error,
        "the patterns do not work together: duplicate capture group name; rename what clashes"
    );
}

#[test]
fn a_huge_pattern_is_refused_by_its_size() {
    for pattern in [r"\w{1000}{1000}", r"(?:\pL{1000}){100}"] {
        let error = Pattern::new(&regex(pattern)).unwrap_err();
        assert_eq!(error, PatternError::TooBig, "{pattern}");
        assert!(
            error
                .to_string()
                .starts_with("the patterns compile to more than 100 MiB; make counts ")
        );
    }
}
