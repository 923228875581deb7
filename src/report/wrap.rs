//! Text in lines of a given width.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a line does not begin with, for it belongs to the number before it.
const UNITS: [&str; 13] = [
    "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "s", "ms", "µs", "us", "%", "GB/s",
];

/// Breaks `text` between words, and words that are wider than a line anywhere.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in words(text) {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        let mut rest = word.as_str();
        while line.width() + rest.width() > width {
            let (head, tail) = split(rest, width);
            // A character wider than the line stays whole.
            if head.is_empty() || tail.is_empty() {
                break;
            }
            lines.push(head.to_owned());
            rest = tail;
        }
        line.push_str(rest);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The words of `text`, a number with its unit being one.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_unit = UNITS.contains(&word.trim_end_matches(['.', ',', ';', ')', ':']));
        match words.last_mut() {
            Some(number) if is_unit && number.ends_with(|c: char| c.is_ascii_digit()) => {
                number.push(' ');
                number.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// The longest start of `text` that is at most `width` wide, and the rest.
pub(super) fn split(text: &str, width: usize) -> (&str, &str) {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > width
    });
    text.split_at(end.map_or(text.len(), |(end, _)| end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(
            wrap("needs 31 GiB of memory", 9),
            ["needs", "31 GiB of", "memory"]
        );
        assert_eq!(wrap("", 9), [""; 0]);
    }

    #[test]
    fn numbers_stay_with_their_units() {
        assert_eq!(
            wrap("it is 31 GiB, or 5 % less", 8),
            ["it is", "31 GiB,", "or 5 %", "less"]
        );
        assert_eq!(wrap("B 1  B", 3), ["B", "1 B"]);
    }

    #[test]
    fn long_and_wide_words_are_broken() {
        assert_eq!(wrap("a abcdefgh i", 3), ["a", "abc", "def", "gh", "i"]);
        assert_eq!(wrap("日本語", 4), ["日本", "語"]);
        assert_eq!(wrap("日本 a", 1), ["日本", "a"]);
    }
}
