//! What the candidate search looks for: four bytes in a row, each of a class.
//!
//! A word is sought by the four of its bytes that other words share least, `lert` for ALERT; a number that a key gives a
//! meaning is sought by its surroundings, `":5` and a digit for pino's `"level":50`; a prefix by its punctuation. Every
//! line with a token of severity error or worse holds one of [`GRAMS`].
//!
//! The search tells eight *buckets* apart, and in a bucket it tells only the classes by place: where `eror` and `vere`
//! share one it finds `eere` too. So those share a bucket whose mixtures are rare, and above all on no line of an ordinary
//! log: `<30>`, `"level":30`, `"time":17…` and `"level":"info"` must not be found, nor a time stamp, nor `/etc/`.

use super::is_severe_pri;

use Class::{Any, Either, End, NumberEnd, One, Start};

/// The bytes that may stand in one place of a gram.
#[derive(Clone, Copy, Debug)]
enum Class {
    /// A letter in lower or upper case.
    Either(u8),
    /// One of these.
    One(&'static [u8]),
    /// What may stand before a severe word: the last byte of a colour sequence, and anything but a word's bytes and
    /// those of paths and names, `/ . - % $`.
    Start,
    /// What may stand after a word.
    End,
    /// What may stand after a number; a full stop makes it another number.
    NumberEnd,
    Any,
}

type Gram = [Class; 4];

const QUOTE: Class = One(b"\"'");
const BLANK: Class = One(b" \t");
/// The first byte of a colour sequence, or of the escape before a quote.
const MARK: Class = One(b"\x1b\\");
const DIGIT: Class = One(b"0123456789");
/// syslog's severities as numbers.
const SYSLOG: Class = One(b"0123");
/// The first digits of pino's.
const PINO: Class = One(b"56");
/// What may follow a key's closing quote, other than the colon that almost always does.
const AFTER_KEY: Class = One(b" \t=\x1b\\");

#[rustfmt::skip]
const GRAMS: &[(usize, Gram)] = &[
    // ERR and ERROR, EROR, ALERT, EMERG and EMERGENCY.
    (0, [Start, Either(b'e'), Either(b'r'), One(b"rRoO")]),
    (0, word(b"lert")),
    (0, word(b"merg")),
    // FTL, PNC, SEVERE, FATAL, CRIT and CRITICAL, PANIC.
    (1, [Either(b'f'), Either(b't'), Either(b'l'), End]),
    (1, [Either(b'p'), Either(b'n'), Either(b'c'), End]),
    (2, word(b"vere")),
    (4, word(b"atal")),
    (2, word(b"crit")),
    (7, word(b"anic")),
    // `fail:`, `fail[`.
    (5, [One(b"a"), One(b"i"), One(b"l"), One(b":[\x1b\\")]),
    // PRIORITY, quoted or not.
    (0, [One(b"R"), One(b"I"), One(b"O"), One(b"R")]),
    // A number after a quoted key: `":3,` `":50` `": 50`, and `"50"` whatever stands before it.
    (1, [One(b"\""), One(b":"), SYSLOG, NumberEnd]),
    (2, [One(b"\""), One(b":"), PINO, DIGIT]),
    (7, [One(b"\""), One(b":"), BLANK, One(b"012356")]),
    (3, [QUOTE, SYSLOG, NumberEnd, Any]),
    (1, [QUOTE, PINO, DIGIT, NumberEnd]),
    // More than one blank or a colour before it: `":  ` `":\u001b[` .
    (7, [One(b"\""), One(b":"), BLANK, One(b" \t\x1b\\")]),
    (7, [One(b":"), One(b"\\"), One(b"u"), One(b"0")]),
    (1, [One(b"\""), One(b":"), One(b"\x1b"), One(b"[")]),
    (1, [One(b"\""), One(b":"), QUOTE, MARK]),
    (4, [One(b":"), BLANK, QUOTE, MARK]),
    // Anything but a colon after the key's quote, a colour or an escape before it: `level" :` `level\":`.
    (4, [One(b"eEvV@"), Either(b'l'), One(b"\""), AFTER_KEY]),
    (4, [Either(b'm'), Either(b'e'), One(b"\""), AFTER_KEY]),
    (4, [Either(b't'), Either(b'y'), One(b"\""), AFTER_KEY]),
    (5, [Either(b'v'), Either(b'e'), Either(b'l'), MARK]),
    (5, [Either(b'l'), Either(b'v'), Either(b'l'), MARK]),
    (5, [One(b"\""), One(b"@"), Either(b'l'), MARK]),
    (5, [Either(b'a'), Either(b'm'), Either(b'e'), MARK]),
    (5, [Either(b'i'), Either(b't'), Either(b'y'), MARK]),
    // glog, logcat and Ruby: a letter after a blank, an LF or a colour; a month, a slash, a comma or a blank after it.
    (6, [One(b" \t\nm"), One(b"EF"), One(b"01/, \t\x1b\\"), Any]),
    // syslog's `<PRI>`.
    (5, [One(b"\nm"), One(b"<"), DIGIT, One(b"0123456789>")]),
];

const fn word(letters: &[u8; 4]) -> Gram {
    let [a, b, c, d] = *letters;
    [Either(a), Either(b), Either(c), Either(d)]
}

/// Of each place in a gram, the buckets that each byte of ASCII fits, one bit a bucket.
pub(super) type Buckets = [[u8; 128]; 4];

/// The byte of ASCII that fits what the bytes behind it fit: no class tells control bytes and those from 0x80 on
/// apart.
pub(super) const LIKE_ALL_OTHERS: u8 = 0x7f;

pub(super) fn buckets() -> Buckets {
    let mut buckets = [[0; 128]; 4];
    for (bucket, gram) in GRAMS {
        for (place, class) in buckets.iter_mut().zip(gram) {
            for (fits, byte) in place.iter_mut().zip(0..) {
                *fits |= u8::from(class.contains(byte)) << bucket;
            }
        }
    }
    buckets
}

impl Class {
    fn contains(self, byte: u8) -> bool {
        let is_in_word = byte.is_ascii_alphanumeric() || byte == b'_';
        match self {
            Either(letter) => byte.eq_ignore_ascii_case(&letter),
            One(bytes) => bytes.contains(&byte),
            Start => byte == b'm' || !(is_in_word || b"/.-%$".contains(&byte)),
            End => !is_in_word,
            NumberEnd => !is_in_word && byte != b'.',
            Any => true,
        }
    }
}

/// Whether the gram found at `at` is worth judging its line, as far as the bytes beside it tell at once: false for
/// `"status": 200`, a number after a key that names no severity, and for `<134>`.
pub(super) fn is_worth_judging(window: &[u8], at: usize) -> bool {
    match window[at..] {
        [b'"', b':', ..] => matches!(window[at - 1] | 0x20, b'l' | b'e' | b'y'),
        [_, b'<', ref pri @ ..] => is_severe_pri(pri),
        [b'a', b'i', b'l', ..] => window[at - 1] == b'f',
        // Of words that are sought by their middle: `catalog`, `delivered`.
        [b'a' | b'A', b't' | b'T', ..] => window[at - 1] | 0x20 == b'f',
        [b'c' | b'C', second, ..] => second | 0x20 == b'r',
        [b'v' | b'V', _, b'r' | b'R', ..] => window[at - 1] | 0x20 == b'e',
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_that_are_not_ascii_fit_alike() {
        for class in GRAMS.iter().flat_map(|(_, gram)| gram) {
            let expected = class.contains(LIKE_ALL_OTHERS);
            for byte in LIKE_ALL_OTHERS..=u8::MAX {
                assert_eq!(class.contains(byte), expected, "{class:?} {byte:#x}");
            }
        }
    }
}
