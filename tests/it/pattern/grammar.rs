//! Random patterns, flags and lines, rich in what goes wrong: anchors, word boundaries, folding that leaves ASCII
//! (`k` and the Kelvin sign, `s` and the long s), CR, NUL, and UTF-8 that is cut or invalid.

use proptest::prelude::*;
use proptest::sample::select;

/// `-F`, `-i`, `-w`, `-x`, `--crlf`.
pub type Flags = [bool; 5];

const LEAVES: &[&str] = &[
    "a",
    "A",
    "b",
    "k",
    "s",
    "_",
    " ",
    "-",
    "é",
    "日",
    "ab",
    "ERR",
    ".",
    r"\.",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    r"\d",
    "[^a]",
    "[ab]",
    "[^ -~]",
    r"\pL",
    r"\p{Greek}",
    r"(?-u:\xff)",
    "(?s:.)",
    "(?s-u:.)",
    r"\x00",
    r"[\r\na]",
    "^",
    "$",
    r"\b",
    r"\B",
    r"\A",
    r"\z",
    r"(?-u:\b)",
    r"(?-u:\B)",
    r"\b{start}",
    r"\b{start-half}",
    r"\b{end-half}",
    "[a&&b]",
    "(?-m:^)",
    "(?-m:$)",
    "(?R:^)",
    "(?R:$)",
    r"[\ra]",
    "",
];

const TEXTS: &[&str] = &[
    "a", "A", "b", "ab", "k", "K", "s", "é", "日", " ", "_", ".", "(", "\\", "-", "\u{0}", "",
];

const PIECES: &[&[u8]] = &[
    b"a",
    b"A",
    b"b",
    b"B",
    b"k",
    b"s",
    b"_",
    b" ",
    b"-",
    b".",
    b"(",
    b"7",
    b"ab",
    b"ERR",
    b"\0",
    b"\r",
    b"\r\r",
    "\u{212a}".as_bytes(),
    "ſ".as_bytes(),
    "é".as_bytes(),
    "É".as_bytes(),
    "日".as_bytes(),
    "λ".as_bytes(),
    "\u{301}".as_bytes(),
    b"\xff",
    b"\xe6\x97",
    b"\xa5",
    b"\xf0\x9f\x98",
];

/// A regular expression; it never requires a CR or an LF.
pub fn regex() -> impl Strategy<Value = String> {
    select(LEAVES).prop_map(str::to_string).prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            2 => prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("(?:{})", parts.join("|"))),
            2 => (inner.clone(), select(&["*", "+", "?", "{0,2}", "{2}", "*?", "{3,}"][..]))
                .prop_map(|(part, times)| format!("(?:{part}){times}")),
            1 => inner.clone().prop_map(|part| format!("(?i:{part})")),
            1 => inner.prop_map(|part| format!("({part})")),
        ]
    })
}

/// Patterns, and flags that they are good for: text only with `-F`.
pub fn patterns() -> impl Strategy<Value = (Vec<String>, Flags)> {
    any::<Flags>().prop_flat_map(|[fixed, case, word, line, crlf]| {
        // Each flag one time in four: most combinations match next to nothing.
        let flags = [
            fixed && !word,
            case && !line,
            word && !case,
            line && word,
            crlf && case,
        ];
        let one = if flags[0] {
            prop::collection::vec(select(TEXTS), 0..4)
                .prop_map(|texts| texts.concat())
                .boxed()
        } else {
            regex().boxed()
        };
        (prop::collection::vec(one, 0..4), Just(flags))
    })
}

/// A line's bytes, LF left out.
pub fn line() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}
