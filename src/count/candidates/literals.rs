//! Candidates by literal: the words in their spellings, and the keys that a number may follow.
//!
//! Teddy (Intel Hyperscan's algorithm, in `aho-corasick`'s `packed` module) compares the first three bytes of all
//! literals with every position at once, in vectors. It has eight buckets for them, which the literals that differ in
//! case alone share; where unlike ones share one, it answers to mixtures of both as well (`Cle` to `ALE` and `SEV`).
//! Each answer costs some 20 ns, as long as 300 bytes without one, be it right or wrong. More than 32 literals would get
//! sixteen buckets at half the speed. Hence two searches, in neither of which unlike words share a bucket.
//!
//! On plain log of 115 bytes a line, in windows of 16 KiB, on an EPYC 9004 (AVX2), in November 2026:
//!
//! | literals | GB/s |
//! |---|---|
//! | `ERR` alone | 15.1 |
//! | nine upper-case words | 14.8 |
//! | 29 words in three spellings, word after word | 5.2 |
//! | the same, so ordered that but few unlike ones share a bucket | 9.4 |
//! | words and keys together, 49 literals | 3.3 |
//! | [`FIRST`] or [`SECOND`], by itself, on a log without answers | 16 to 17 |

use aho_corasick::Span;
use aho_corasick::packed::{Config, Searcher};

use super::forms;

/// Together with [`SECOND`]: what every word of severity error or worse contains, in lower, UPPER and Title case, and
/// the ends of the keys that a number may follow, up to the quote or to the backslash before it: level, lvl, `@l` and
/// levelname, with all that ends like them.
///
/// The literal at index `i` opens bucket `i % 8`, unless one that is the same but for case came before it. The first
/// three letters of each were chosen so that few other words have them: `anic` because `pan` is in "expand" and "span".
#[rustfmt::skip]
const FIRST: &[&str] = &[
    "ERR", "SEVER", "FATAL", "CRIT", "EROR", "EMERG", FAIL,    "FTL",
    "err", "sever", "fatal", "crit", "eror", "emerg", "ftl",
    "Err", "Sever", "Fatal", "Crit", "Eror", "Emerg", "Ftl",
];

/// See [`FIRST`]. The first two columns are two buckets: keys before a quote, and keys before a backslash.
#[rustfmt::skip]
const SECOND: &[&str] = &[
    "el\"", "el\\", "lname\"", "ALERT",   "ANIC",    "PNC",     PRIORITY,  "EL\"",
    "vl\"", "vl\\", "EL\\",    "alert",   "anic",    "pnc",     "VL\"",    "VL\\",
    "@l\"", "@l\\", "@L\"",    "Alert",   "lname\\", "Pnc",     "@L\\",
    "lName\"", "lName\\", "LNAME\"", "LNAME\\",
];

/// The label `fail:` alone: "failed" and "failure" are on too many lines that are none.
const FAIL: &str = "fail";

/// The key `PRIORITY`, which need not be quoted.
const PRIORITY: &str = "IORITY";

pub(super) const ESC: u8 = 0x1b;

/// A search for some of the literals.
#[derive(Debug)]
pub(super) struct Literals {
    searcher: Searcher,
    literals: &'static [&'static str],
}

impl Literals {
    /// All literals, in two searches; `None` where the CPU has none of the vector instructions that they are made of.
    pub(super) fn all() -> Option<[Literals; 2]> {
        Some([Literals::new(FIRST)?, Literals::new(SECOND)?])
    }

    fn new(literals: &'static [&'static str]) -> Option<Literals> {
        let searcher = Config::new().builder().extend(literals).build()?;
        Some(Literals { searcher, literals })
    }

    /// Finds the first candidate at or after a place, of the literals and of the forms, in one block from its start to
    /// its end.
    pub(super) fn finder([first, second]: &[Self; 2]) -> impl FnMut(&[u8], usize) -> Option<usize> {
        let mut next = [None; 3];
        move |block, at| {
            for (search, next) in next.iter_mut().enumerate() {
                if next.is_none_or(|found| found < at) {
                    *next = Some(match search {
                        0 => first.find(block, at),
                        1 => second.find(block, at),
                        _ => forms::find(block, at),
                    });
                }
            }
            next.into_iter()
                .flatten()
                .min()
                .filter(|&found| found < block.len())
        }
    }

    /// The first candidate at or after `at`, or the end.
    fn find(&self, window: &[u8], mut at: usize) -> usize {
        let end = window.len();
        while let Some(found) = self.searcher.find_in(window, Span { start: at, end }) {
            let literal = self.literals[found.pattern().as_usize()];
            if is_candidate(literal, &window[found.start()..]) {
                return found.start();
            }
            at = found.start() + 1;
        }
        end
    }
}

/// Whether `text`, which starts with `literal`, may be part of a severe token. What it turns down is cheaper to turn
/// down here than on the whole line.
fn is_candidate(literal: &str, text: &[u8]) -> bool {
    let after = text.get(literal.len());
    match literal {
        FAIL => matches!(after, Some(&(b':' | b'[' | b'\\' | ESC))),
        // SEVERE, or the key severity before a number; one before a word is found by that word.
        "SEVER" | "sever" | "Sever" => {
            matches!(after, Some(b'e' | b'E')) || may_be_severe_number(text)
        }
        PRIORITY => may_be_severe_number(text),
        key if key.ends_with(['"', '\\']) => may_be_severe_number(text),
        _ => true,
    }
}

/// Whether the rest of a key, quotes, blanks, a separator and then a number from 0 to 3 or from 50 to 69 may follow;
/// false, above all, for `"level":30` and `"level":"info"`. Colours among them are left to the rule.
fn may_be_severe_number(key: &[u8]) -> bool {
    let is_letter = |b: &&u8| b.is_ascii_alphabetic() || **b == b'@';
    let is_between =
        |b: &&u8| matches!(b, b'"' | b'\'' | b'\\' | b' ' | b'\t' | b':' | b'=' | b'>');
    let after_key = &key[key.iter().take_while(is_letter).count()..];
    let value = &after_key[after_key.iter().take_while(is_between).count()..];
    match value {
        // A colour, as it is or as `\u001b`, whose backslash was skipped.
        [ESC, ..] | [b'u', b'0', ..] => true,
        [b'0'..=b'3', rest @ ..] => !rest.first().is_some_and(u8::is_ascii_digit),
        [b'5' | b'6', rest @ ..] => rest.first().is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}
