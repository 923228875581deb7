//! `--crlf`: a CR before the LF is not part of the line.

use lc::count::pattern::PatternSpec;

use super::support::{crlf, matches};

#[test]
fn under_crlf_a_cr_before_the_lf_is_the_line_end_s() {
    assert_eq!(matches(&crlf("a$"), b"a\r\na\nab\r\n"), [0, 1]);
    assert_eq!(matches(&crlf("^$"), b"a\r\n\r\n\n"), [1, 2]);
    assert_eq!(
        matches(&crlf("a$"), b"b\na\r"),
        [1],
        "also when the last line has no LF"
    );
    assert_eq!(
        matches(&crlf("^$"), b"a\r"),
        [0_usize; 0],
        "and there is no empty line after that CR"
    );
    assert_eq!(
        matches(
            &PatternSpec {
                whole_line: true,
                ..crlf("a")
            },
            b"a\r\na\n\ra"
        ),
        [0, 1, 2]
    );
    assert_eq!(
        matches(&crlf(r"\B"), b"f\r\n\r\n"),
        [1],
        "between CR and LF is nowhere"
    );
}

#[test]
fn under_crlf_a_cr_inside_a_line_only_anchors() {
    // As ripgrep, and as progress bars would have it.
    assert_eq!(matches(&crlf("^b"), b"a\rb\r\nab\r\n"), [0]);
    assert_eq!(matches(&crlf("a.b"), b"a\rb\r\na b\r\n"), [1]);
    assert_eq!(matches(&crlf(r"a\s"), b"a\r\r\n"), [0_usize; 0]);
    assert_eq!(matches(&crlf("^$"), b"a\r\r\n"), [0]);
}
