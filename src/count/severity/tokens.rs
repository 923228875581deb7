//! The tokens that may stand anywhere on a line. Each function is one row of the table in
//! [`super`].
//!
//! All take the line and where the token would start, and answer `None` for "no token of this kind here".

use memchr::memchr_iter;

use super::colour::MARK;
use super::words::{self, Key};
use super::{Level, prefixes};

/// Any token that starts with the word `line[start..end]`.
pub(super) fn at_word(line: &[u8], start: usize, end: usize) -> Option<Level> {
    if line[start].is_ascii_lowercase() {
        return key_and_value(line, start, end).or_else(|| label(line, start, end));
    }
    upper_case_word(line, start, end)
        .or_else(|| key_and_value(line, start, end))
        .or_else(|| title_after_time(line, start, end))
        .or_else(|| prefixes::glog(line, start, end))
        .or_else(|| prefixes::logcat_brief(line, start, end))
        .or_else(|| prefixes::logcat_column(line, start, end))
}

/// `ERROR`, but neither `/ERROR`, `.ERROR`, `-ERROR`, `%ERROR` nor `$ERROR`: paths, class and variable names.
fn upper_case_word(line: &[u8], start: usize, end: usize) -> Option<Level> {
    let word = &line[start..end];
    let level = words::upper(word).or_else(|| {
        // PostgreSQL; without its colon LOG is any word.
        (word == b"LOG" && line.get(end) == Some(&b':')).then_some(Level::Info)
    })?;
    let is_part_of_name = matches!(before(line, start), Some(b'/' | b'.' | b'-' | b'%' | b'$'));
    (!is_part_of_name).then_some(level)
}

/// `[error]`, `[core:error]`, `<warn>`, `[info     ]`, but not `Option<Error>`.
pub(super) fn bracketed(line: &[u8], open: usize) -> Option<Level> {
    let close = if line[open] == b'[' { b']' } else { b'>' };
    if !matches!(
        before(line, open),
        None | Some(b' ' | b'\t' | b'[' | b']' | b'(' | b')' | b'<' | b'>' | b'{' | b'}')
    ) {
        return None;
    }
    let mut start = skip_blanks(line, open + 1);
    let mut end = start;
    while let Some(&byte) = line.get(end) {
        match byte {
            // What stood before the colon was the module; mod_php writes none: `[:error]`.
            b':' => {
                start = skip_mark(line, end + 1);
                end = start;
            }
            b'.' | b'-' | b'/' => end += 1,
            _ if words::is_word_byte(byte) => end += 1,
            _ => break,
        }
    }
    let level = words::any_case(&line[start..end])?;
    (line.get(skip_blanks(line, end)) == Some(&close)).then_some(level)
}

/// The first key and value in a JSON object, wherever it stands: a `level` that comes after the message still counts.
///
/// Only quotes that are not escaped: what a message quotes is not a field of this line. That a string's *closing* quote
/// could be taken for an opening one does no harm, because no key is followed by a second quote and a colon then.
pub(super) fn json_field(line: &[u8]) -> Option<Level> {
    memchr_iter(b'"', line)
        .filter(|&quote| quote == 0 || line[quote - 1] != b'\\')
        .find_map(|quote| {
            let start = quote + 1;
            let (key, end) = key_at(line, start)?;
            (line.get(end) == Some(&b'"')).then_some(())?;
            value_of(line, key, start, end)
        })
}

/// `@level` and `@l`, the keys that no word starts.
pub(super) fn at_sign_key(line: &[u8], at: usize) -> Option<Level> {
    let (key, end) = key_at(line, at)?;
    bounded_key_value(line, key, at, end)
}

/// `level=error`, `"level":"error"`, `Severity: Error`, `"level":50`, `PRIORITY=3`; not `compression_level: 95`.
fn key_and_value(line: &[u8], start: usize, end: usize) -> Option<Level> {
    // Every key starts with one of these; most words do not, and are not compared with each key.
    if !matches!(line[start], b'l' | b'L' | b's' | b'S' | b'P') || end - start < 3 {
        return None;
    }
    let (key, end) = key_at(line, start)?;
    bounded_key_value(line, key, start, end)
}

fn bounded_key_value(line: &[u8], key: Key, start: usize, end: usize) -> Option<Level> {
    // A longer name (`my.level`, `--level`), a path, or a parameter of a URL (`?level=error`) is no key of this line.
    let is_part_of_name = before(line, start).is_some_and(|byte| {
        words::is_word_byte(byte)
            || matches!(
                byte,
                b'.' | b'-' | b'/' | b'\\' | b'%' | b'$' | b'@' | b'?' | b'&'
            )
    });
    if is_part_of_name {
        return None;
    }
    value_of(line, key, start, end)
}

/// The key that starts at `start`, and its end.
fn key_at(line: &[u8], start: usize) -> Option<(Key, usize)> {
    if line.get(start) == Some(&b'@') {
        let end = words::word_end(line, start + 1);
        let name = &line[start + 1..end];
        return (words::is_level(name) || matches!(name, b"l" | b"L")).then_some((Key::Level, end));
    }
    let end = words::word_end(line, start);
    let word = &line[start..end];
    if matches!(word, b"log" | b"Log" | b"LOG") && line.get(end) == Some(&b'.') {
        let dotted_end = words::word_end(line, end + 1);
        return words::is_level(&line[end + 1..dotted_end]).then_some((Key::Level, dotted_end));
    }
    Some((words::key(word)?, end))
}

/// The severity that follows the key `line[start..end]`, after `:`, `=` or `=>`, blanks and quotes.
fn value_of(line: &[u8], key: Key, start: usize, end: usize) -> Option<Level> {
    let (at, closing) = skip_quote(line, skip_mark(line, end));
    let is_quoted = closing == Some(b'"') && start > 0 && line[start - 1] == b'"';
    let separator = skip_blanks(line, at);
    let value = match line.get(separator..)? {
        [b'=', b'>', ..] => separator + 2,
        [b':' | b'=', ..] => separator + 1,
        _ => return None,
    };
    let (value, _) = skip_quote(line, skip_blanks(line, value));
    let value = skip_mark(line, value);
    let value_end = words::word_end(line, value);
    let word = &line[value..value_end];
    match (key, word) {
        (_, [b'0'..=b'9', ..]) if line.get(value_end) == Some(&b'.') => None,
        (Key::Priority, &[digit @ b'0'..=b'7']) => Level::from_syslog(u32::from(digit - b'0')),
        (Key::Priority, _) => None,
        (Key::Level, &[digit @ b'0'..=b'7']) if is_quoted => {
            Level::from_syslog(u32::from(digit - b'0'))
        }
        (Key::Level, &[tens @ b'1'..=b'6', ones @ b'0'..=b'9']) if is_quoted => {
            Level::from_pino(u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
        }
        (Key::Level, b"log" | b"Log" | b"LOG") => Some(Level::Info),
        (Key::Level, word) => words::any_case(word),
    }
}

/// `error:` and `error[E0308]:` at the line's start or after what compilers, daemons and the kernel put before it; not
/// `mean squared error: 0.1`.
fn label(line: &[u8], start: usize, end: usize) -> Option<Level> {
    // Of most words this is all that is looked at.
    if !matches!(line.get(end), Some(&(b':' | b'[' | MARK))) {
        return None;
    }
    let level = words::label(&line[start..end])?;
    let after = skip_mark(line, end);
    let after = match line.get(after)? {
        b':' => after,
        b'[' => {
            let is_code_byte = |b: &u8| words::is_word_byte(*b) || matches!(b, b'-' | b'.' | b':');
            let code = line[after + 1..]
                .iter()
                .take_while(|b| is_code_byte(b))
                .count();
            let close = after + 1 + code;
            (code > 0 && line.get(close) == Some(&b']')).then(|| skip_mark(line, close + 1))?
        }
        _ => return None,
    };
    if line.get(after) != Some(&b':') {
        return None;
    }
    let is_first = before(line, start).is_none();
    let is_after_prefix = matches!(
        before_blanks(line, start),
        Some(b':' | b']' | b')' | b'|' | b'0'..=b'9' | b'Z')
    );
    (is_first || is_after_prefix).then_some(level)
}

/// `2016-09-28 04:30:30, Error   CBS`: the servicing logs of Windows.
fn title_after_time(line: &[u8], start: usize, end: usize) -> Option<Level> {
    let is_title = matches!(&line[start..end], [b'A'..=b'Z', b'a'..=b'z', ..]);
    if !is_title || before_blanks(line, start) != Some(b',') {
        return None;
    }
    let comma = line[..start].iter().rposition(|&b| b == b',')?;
    prefixes::ends_with_time(&line[..comma]).then_some(())?;
    words::any_case(&line[start..end])
}

/// The byte that is seen before `at`.
pub(super) fn before(line: &[u8], at: usize) -> Option<u8> {
    match line[..at] {
        [.., byte, MARK] => Some(byte),
        [MARK] | [] => None,
        [.., byte] => Some(byte),
    }
}

/// The byte that is seen before the blanks that end at `at`; `None` where there are no blanks, or nothing before them.
fn before_blanks(line: &[u8], at: usize) -> Option<u8> {
    if !is_blank(before(line, at)?) {
        return None;
    }
    line[..at]
        .iter()
        .rev()
        .copied()
        .find(|&b| !is_blank(b) && b != MARK)
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Past the colours at `at`.
pub(super) fn skip_mark(line: &[u8], at: usize) -> usize {
    at + usize::from(line.get(at) == Some(&MARK))
}

/// Past blanks, and the colours between them.
pub(super) fn skip_blanks(line: &[u8], at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    let blanks = rest
        .iter()
        .take_while(|&&b| is_blank(b) || b == MARK)
        .count();
    at + blanks
}

/// Past a quote, escaped or not, if there is one; and which.
fn skip_quote(line: &[u8], at: usize) -> (usize, Option<u8>) {
    let rest = line.get(at..).unwrap_or_default();
    let escapes = rest.iter().take_while(|&&b| b == b'\\').count();
    match rest.get(escapes) {
        Some(&quote @ (b'"' | b'\'')) => (at + escapes + 1, Some(quote)),
        _ => (at, None),
    }
}
