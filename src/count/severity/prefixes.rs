//! The tokens with a format of their own: the prefixes of glog, logcat, syslog and Ruby's logger, a letter or a number
//! amid punctuation and digits.

use super::Level;
use super::tokens::{before, is_blank, skip_blanks, skip_mark};

/// The two that are the line's start; `start` is the first byte that is seen.
pub(super) fn at_line_start(line: &[u8], start: usize) -> Option<Level> {
    match line.get(start)? {
        b'<' => syslog_pri(&line[start + 1..]),
        &letter => ruby(line, start, letter),
    }
}

/// `<11>Oct 11 …`: facility × 8 + severity, at most 191 (RFC 5424, section 6.2.1).
fn syslog_pri(rest: &[u8]) -> Option<Level> {
    let length = rest.iter().take(4).position(|&b| b == b'>')?;
    let digits = &rest[..length];
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let pri = digits
        .iter()
        .fold(0, |pri, b| pri * 10 + u32::from(b - b'0'));
    (pri <= 191).then(|| Level::from_syslog(pri % 8))?
}

/// `E, [2026-11-30T07:12:09.123456 #4242] ERROR -- : …`, the format of Ruby's `Logger::Formatter`.
fn ruby(line: &[u8], start: usize, letter: u8) -> Option<Level> {
    let comma = skip_mark(line, start + 1);
    let level = letter_level(letter)?;
    line.get(comma..)?.starts_with(b", [").then_some(level)
}

/// `E1130 07:12:09.123456 4242 file.cc:12] …`: the prefix of glog and klog, at the line's start or after a blank.
/// <https://github.com/google/glog/blob/v0.6.0/src/logging.cc> writes it.
pub(super) fn glog(line: &[u8], start: usize, end: usize) -> Option<Level> {
    let &[letter @ (b'I' | b'W' | b'E' | b'F'), m1, m2, d1, d2] = &line[start..end] else {
        return None;
    };
    let is_month = matches!((m1, m2), (b'0', b'1'..=b'9') | (b'1', b'0'..=b'2'));
    let is_day = matches!(
        (d1, d2),
        (b'0', b'1'..=b'9') | (b'1' | b'2', b'0'..=b'9') | (b'3', b'0' | b'1')
    );
    let is_followed_by_time =
        line.get(end).is_some_and(|&b| is_blank(b)) && time(line, end + 1).is_some();
    (is_month && is_day && is_followed_by_time && is_at_start_or_after_blank(line, start))
        .then(|| letter_level(letter))?
}

/// `E/AudioService( 1702): …`: logcat's brief, process and time formats, at the line's start or after a blank.
pub(super) fn logcat_brief(line: &[u8], start: usize, end: usize) -> Option<Level> {
    if end != start + 1 || line.get(end) != Some(&b'/') || !is_at_start_or_after_blank(line, start)
    {
        return None;
    }
    let level = letter_level(line[start])?;
    let tag = line[end + 1..]
        .iter()
        .take_while(|&&b| !is_blank(b) && b != b'(')
        .count();
    let open = skip_blanks(line, end + 1 + tag);
    if line.get(open) != Some(&b'(') {
        return None;
    }
    let pid = skip_blanks(line, open + 1);
    let pid_end = skip_digits(line, pid);
    (pid_end > pid && line[pid_end..].starts_with(b"):")).then_some(level)
}

/// `03-17 16:13:38.811  1702  2395 E AudioService: …`: logcat's threadtime format, with or without a year, a time zone
/// and a user before the two ids. <https://developer.android.com/tools/logcat#outputFormat>
pub(super) fn logcat_column(line: &[u8], start: usize, end: usize) -> Option<Level> {
    let is_column = end == start + 1
        && line.get(skip_mark(line, end)).is_some_and(|&b| is_blank(b))
        && before(line, start).is_some_and(is_blank)
        && logcat_header(line) == Some(start);
    is_column.then(|| letter_level(line[start]))?
}

/// Past all that stands before logcat's column of letters.
fn logcat_header(line: &[u8]) -> Option<usize> {
    let start = skip_mark(line, 0);
    let with_year = digits(line, start, 4).and_then(|at| byte(line, at, b'-'));
    let month = with_year.unwrap_or(start);
    let at = digits(line, month, 2).and_then(|at| byte(line, at, b'-'))?;
    let at = digits(line, at, 2).and_then(|at| byte(line, at, b' '))?;
    let mut at = time(line, at)?;
    if line.get(at) == Some(&b'.') {
        at = skip_digits(line, at + 1);
    }
    let mut ids = 0;
    // The zone, the user, the process, the thread, and then the letter.
    for _ in 0..5 {
        let field_start = skip_blanks(&line[..line.len().min(at + LONGEST_FIELD)], at);
        at = field_start
            + line[field_start..]
                .iter()
                .take(LONGEST_FIELD)
                .take_while(|&&b| is_field_byte(b))
                .count();
        match &line[field_start..at] {
            [letter] if ids >= 2 && letter.is_ascii_uppercase() => return Some(field_start),
            [] => return None,
            field if field.iter().all(u8::is_ascii_digit) => ids += 1,
            _ => ids = 0,
        }
    }
    None
}

/// A user's name has up to 32 bytes. Without a bound, and one on blanks, each ` E ` on a long line could cost its length.
const LONGEST_FIELD: usize = 32;

/// A name of a user (`u0_a123`), an id, or a time zone.
fn is_field_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-')
}

fn letter_level(letter: u8) -> Option<Level> {
    match letter {
        b'F' => Some(Level::Fatal),
        b'E' => Some(Level::Error),
        b'W' => Some(Level::Warn),
        b'I' => Some(Level::Info),
        b'D' => Some(Level::Debug),
        b'V' => Some(Level::Trace),
        _ => None,
    }
}

fn is_at_start_or_after_blank(line: &[u8], at: usize) -> bool {
    before(line, at).is_none_or(is_blank)
}

/// Whether `text` ends in `hh:mm:ss`, with or without a fraction of a second of up to nine digits.
pub(super) fn ends_with_time(text: &[u8]) -> bool {
    let ends_in_seconds = |text: &[u8]| text.len() >= 8 && time(text, text.len() - 8).is_some();
    let fraction = text
        .iter()
        .rev()
        .take(9)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let whole = match text[..text.len() - fraction] {
        [ref whole @ .., b'.' | b','] => whole,
        _ => text,
    };
    ends_in_seconds(text) || ends_in_seconds(whole)
}

/// Past `hh:mm:ss` at `at`.
fn time(line: &[u8], at: usize) -> Option<usize> {
    let at = digits(line, at, 2).and_then(|at| byte(line, at, b':'))?;
    let at = digits(line, at, 2).and_then(|at| byte(line, at, b':'))?;
    digits(line, at, 2)
}

/// Past `count` digits at `at`.
fn digits(line: &[u8], at: usize, count: usize) -> Option<usize> {
    let all_digits = line.get(at..at + count)?.iter().all(u8::is_ascii_digit);
    all_digits.then_some(at + count)
}

fn skip_digits(line: &[u8], at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    at + rest
        .iter()
        .take(LONGEST_FIELD)
        .take_while(|b| b.is_ascii_digit())
        .count()
}

/// Past the byte `expected` at `at`.
fn byte(line: &[u8], at: usize, expected: u8) -> Option<usize> {
    (line.get(at) == Some(&expected)).then_some(at + 1)
}
