//! What an error line is: the first severity token on the line decides.
//!
//! Not any line in which the word "error" stands: in real logs most of those are INFO lines about errors. These are
//! the tokens ("any case" means lower, UPPER or Title):
//!
//! | token | example | written by |
//! |---|---|---|
//! | upper-case word between ASCII word boundaries, not directly after one of `/ . - % $`; also PostgreSQL's `LOG:` | `18:01:47,978 ERROR [main] …` | log4j, logback, Python, PostgreSQL, Serilog, zerolog |
//! | in brackets, any case, perhaps behind a module and a colon, the bracket at the line's start or after a blank or a bracket | `[error]`, `[core:error]`, `<warn>` | Apache, nginx, MySQL |
//! | key and value, any case, the key bounded on the left; after a quoted key a number, too. Where the first byte but blanks is `{`, keys in unescaped quotes go before all other tokens | `"level":"error"`, `level=warn`, `"level":50` | JSON loggers, logfmt, journald, GELF |
//! | glog's prefix, at the start or after a blank | `E1130 07:12:09.123` | glog, klog, Kubernetes |
//! | logcat's column, or its tag | `03-17 16:13:38.811  1702  2395 E AudioService:`, `E/Tag( 12):` | Android |
//! | syslog's priority at the start | `<11>…` | syslog |
//! | Ruby's letter at the start | `E, [2026-11-30T…] ERROR -- :` | Rails |
//! | lower-case label before `:` or `[code]:`, at the start or after a blank behind one of `: ] ) \|`, a digit or `Z` | `src/x.rs:3:1: error[E0308]: …` | compilers, sshd, the kernel, .NET |
//! | title case after a time stamp and a comma | `2016-09-28 04:30:30, Error   CBS` | Windows |
//!
//! A colour sequence (`ESC [ … m`, also written `\u001b[…m`) is invisible, and a boundary.
//!
//! This is the rule itself, one line at a time, in time linear in the line's length. It knows nothing of blocks, chunks
//! or thresholds; [`super::candidates`] spares most lines from being looked at. Each row is one function, named for it,
//! in `tokens` or `prefixes`; `words` holds the vocabulary.
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
/// `line` has no LF and is already cut to max-line-len; a CR at its end is a byte like any other.
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
