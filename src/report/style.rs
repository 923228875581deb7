//! What the terminal can show.

use std::env;
use std::io;

use anstream::{AutoStream, ColorChoice};

use crate::quote::locale_is_utf8;
use crate::say::ColourWhen;

/// How text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Columns of the terminal: no line is wider.
    pub columns: usize,
    /// Whether escape codes may be written.
    pub colour: bool,
    /// Whether anything but ASCII may be written.
    pub unicode: bool,
}

/// Columns where the output is no terminal and nothing says how many there are.
const COLUMNS: usize = 120;

impl Style {
    /// What standard output can show, by the terminal, the locale and the variables NO_COLOR,
    /// CLICOLOR_FORCE, TERM and COLUMNS.
    pub fn of_stdout(when: ColourWhen) -> Self {
        let stdout = io::stdout();
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb" || term == "linux");
        let told = env::var("COLUMNS")
            .ok()
            .and_then(|columns| columns.parse().ok());
        let seen = rustix::termios::tcgetwinsize(&stdout)
            .ok()
            .map(|size| size.ws_col.into());
        Self {
            columns: seen
                .filter(|&columns| columns > 0)
                .or(told)
                .unwrap_or(COLUMNS),
            colour: match when {
                ColourWhen::Always => true,
                ColourWhen::Never => false,
                ColourWhen::Auto => AutoStream::choice(&stdout) != ColorChoice::Never,
            },
            unicode: locale_is_utf8() && !dumb,
        }
    }
    /// `text` without control characters, which a file name or a message may hold and which would move
    /// the cursor, and in ASCII if that is all the terminal can show.
    pub(super) fn text(self, text: &str) -> String {
        let mut shown = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\n' | '\t' => shown.push(' '),
                c if c.is_control() => shown.push('?'),
                c if self.unicode || c.is_ascii() => shown.push(c),
                '±' => shown.push_str("+-"),
                'µ' => shown.push('u'),
                '–' => shown.push('-'),
                '…' => shown.push_str("..."),
                _ => shown.push('?'),
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        let mut style = Style {
            columns: 80,
            colour: false,
            unicode: true,
        };
        assert_eq!(style.text("a\n\u{1b}[2Jé\u{7f}"), "a ?[2Jé?");
        style.unicode = false;
        assert_eq!(style.text("3 ± 1 µs é…"), "3 +- 1 us ?...");
    }
}
