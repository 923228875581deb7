//! What an error line is: the first severity token on the line decides.
//!
//! This is the rule itself, one line at a time, in time linear in the line's length. It knows nothing of blocks, chunks
//! or thresholds; [`super::candidates`] spares most lines from being looked at. Each row of the table in design.md
//! section 6 is one function, named for it, in `tokens` or `prefixes`; `words` holds the vocabulary.
//!
//! The line is read as a sequence of *words* (runs of ASCII letters, digits and `_`) and single other bytes. A token can
//! start only at the first byte of a word or at `[`, `<` or `@`, so each byte is looked at a bounded number of times: by
//! the walk, and by the lookahead of the one token that may start before it.

mod colour;
mod prefixes;
mod tokens;
mod words;

use std::fmt;

/// How severe a line is. The order is that of severity: `Level::Fatal` is the least value and the worst level, so that
/// "`threshold` or worse" is `level <= threshold`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// FATAL, FTL, CRIT, CRITICAL, ALERT, EMERG, EMERGENCY, PANIC, PNC; pino's 60; syslog's 0 to 2.
    Fatal,
    /// ERROR, ERR, EROR, SEVERE, `fail:`; pino's 50; syslog's 3.
    Error,
    /// WARN, WARNING, WRN; pino's 40; syslog's 4.
    Warn,
    /// INFO, INF, NOTICE, `LOG:`, `note:`; pino's 30; syslog's 5 and 6.
    Info,
    /// DEBUG, DBG, `dbug:`; pino's 20; syslog's 7.
    Debug,
    /// TRACE, VRB, `trce:`; pino's 10.
    Trace,
}

impl Level {
    /// Every level, the worst first.
    pub const ALL: [Level; 6] = [
        Level::Fatal,
        Level::Error,
        Level::Warn,
        Level::Info,
        Level::Debug,
        Level::Trace,
    ];

    /// The name on the command line and in reports, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Level::Fatal => "fatal",
            Level::Error => "error",
            Level::Warn => "warn",
            Level::Info => "info",
            Level::Debug => "debug",
            Level::Trace => "trace",
        }
    }

    /// The level of that [`name`](Level::name); exact, so that a mistyped `--errors=Eror` is told instead of guessed.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// A syslog severity, 0 to 7 (RFC 5424, section 6.2.1), as journald, GELF and `<PRI>` write it.
    pub(crate) fn from_syslog(severity: u32) -> Option<Level> {
        match severity {
            0..=2 => Some(Level::Fatal),
            3 => Some(Level::Error),
            4 => Some(Level::Warn),
            5 | 6 => Some(Level::Info),
            7 => Some(Level::Debug),
            _ => None,
        }
    }

    /// A number as pino and bunyan write it, 10 to 60 (<https://getpino.io/#/docs/api?id=levels>). A custom level
    /// between two of them, such as 35, counts as the lower one.
    pub(crate) fn from_pino(number: u32) -> Option<Level> {
        match number {
            60 => Some(Level::Fatal),
            50..=59 => Some(Level::Error),
            40..=49 => Some(Level::Warn),
            30..=39 => Some(Level::Info),
            20..=29 => Some(Level::Debug),
            10..=19 => Some(Level::Trace),
            _ => None,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The level that the first severity token on `line` gives, `None` where there is none.
///
/// `line` has no LF and is already cut to max-line-len; a CR at its end is a byte like any other. The table of tokens
/// and its exceptions are those of design.md, section 6. Takes time linear in the line's length.
pub fn level_of(line: &[u8]) -> Option<Level> {
    match colour::without_colours(line) {
        None => level_of_plain(line),
        Some(marked) => level_of_plain(&marked),
    }
}

/// [`level_of`] a line in which each run of colour sequences is one [`colour::MARK`].
fn level_of_plain(line: &[u8]) -> Option<Level> {
    let start = tokens::skip_mark(line, 0);
    let is_json = line.get(tokens::skip_blanks(line, 0)) == Some(&b'{');
    if is_json && let Some(level) = tokens::json_field(line) {
        return Some(level);
    }
    if let Some(level) = prefixes::at_line_start(line, start) {
        return Some(level);
    }
    let mut at = 0;
    while at < line.len() {
        let byte = line[at];
        if words::is_word_byte(byte) {
            let end = words::word_end(line, at + 1);
            if let Some(&second) = line.get(at + 1)
                && words::may_start_token(byte, second)
                && let Some(level) = tokens::at_word(line, at, end)
            {
                return Some(level);
            }
            at = end;
        } else {
            let level = match byte {
                b'[' | b'<' => tokens::bracketed(line, at),
                b'@' => tokens::at_sign_key(line, at),
                _ => None,
            };
            if level.is_some() {
                return level;
            }
            at += 1;
        }
    }
    None
}
