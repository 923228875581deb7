//! The vocabulary: which words name a severity, in which spelling, and which keys announce one.

use super::Level;

/// ASCII letters, digits and `_`: what a word consists of. Bytes from 0x80 on are not, so no encoding is assumed.
pub(super) fn is_word_byte(byte: u8) -> bool {
    IS_WORD_BYTE[usize::from(byte)]
}

/// The end of the word that starts at `at`.
pub(super) fn word_end(line: &[u8], at: usize) -> usize {
    let rest = line[at..].iter().position(|&b| !is_word_byte(b));
    rest.map_or(line.len(), |length| at + length)
}

const IS_WORD_BYTE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// Whether a token can start with the bytes `first` and `second`. False for most words of most lines; true for all that
/// [`super::tokens::at_word`] has to look at, and for a few that it will turn down.
pub(super) fn may_start_token(first: u8, second: u8) -> bool {
    SECOND[usize::from(first)] & bit(second) != 0
}

/// The first letters of words and keys, in lower, UPPER and Title case.
#[rustfmt::skip]
const WORD_STARTS: [&[u8; 2]; 21] = [
    b"TR", b"VR", b"DE", b"DB", b"IN", b"NO", b"WA", b"WR", b"ER", b"SE", b"FA", b"FT", b"CR", b"AL", b"EM", b"PA",
    b"PN", b"LO", b"LE", b"LV", b"PR",
];

/// The letters that glog and logcat write, and what follows them there: `E0130 07:12`, `E/Tag(`, ` E Tag:`.
const PREFIX_LETTERS: &[u8] = b"VDIWEF";
const AFTER_PREFIX_LETTER: &[u8] = b"01/ \t\x1b";

/// Of each first byte, the second bytes that may follow it, as a set of [`bit`]s.
const SECOND: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < WORD_STARTS.len() {
        let [first, second] = *WORD_STARTS[i];
        table[first as usize] |= bit(second);
        table[first.to_ascii_lowercase() as usize] |= bit(second);
        i += 1;
    }
    let mut i = 0;
    while i < PREFIX_LETTERS.len() * AFTER_PREFIX_LETTER.len() {
        let letter = PREFIX_LETTERS[i / AFTER_PREFIX_LETTER.len()];
        table[letter as usize] |= bit(AFTER_PREFIX_LETTER[i % AFTER_PREFIX_LETTER.len()]);
        i += 1;
    }
    table
};

/// The lower five bits of a byte as one bit, which folds the case of letters, and digits and punctuation into letters.
const fn bit(byte: u8) -> u32 {
    1 << (byte & 31)
}

/// "emergency", "log_level", "levelname".
const LONGEST: usize = 9;

/// Words that are tokens wherever they stand in upper case.
pub(super) fn upper(word: &[u8]) -> Option<Level> {
    match word {
        b"INFO" | b"INF" | b"NOTICE" => Some(Level::Info),
        b"DEBUG" | b"DBG" => Some(Level::Debug),
        b"WARN" | b"WARNING" | b"WRN" => Some(Level::Warn),
        b"ERROR" | b"ERR" | b"EROR" | b"SEVERE" => Some(Level::Error),
        b"FATAL" | b"FTL" | b"CRITICAL" | b"CRIT" | b"ALERT" | b"EMERG" | b"EMERGENCY"
        | b"PANIC" | b"PNC" => Some(Level::Fatal),
        b"TRACE" | b"VRB" => Some(Level::Trace),
        _ => None,
    }
}

/// Words as values and in brackets, in lower, UPPER or Title case: those of [`upper`], `note` (MySQL 5.7 writes
/// `[Note]`), and `dbug` and `trce`, the kin of the `eror` that log15 writes.
pub(super) fn any_case(word: &[u8]) -> Option<Level> {
    let mut folded = [0; LONGEST];
    let folded = folded.get_mut(..word.len())?;
    folded.copy_from_slice(word);
    let (first, rest) = folded.split_first_mut()?;
    if rest.iter().any(u8::is_ascii_lowercase) {
        first.make_ascii_uppercase();
        if rest.iter().any(u8::is_ascii_uppercase) {
            return None;
        }
        rest.make_ascii_uppercase();
    } else if !first.is_ascii_uppercase() {
        return None;
    }
    match &*folded {
        b"NOTE" => Some(Level::Info),
        b"DBUG" => Some(Level::Debug),
        b"TRCE" => Some(Level::Trace),
        word => upper(word),
    }
}

/// Lower-case words that are a token before a colon.
pub(super) fn label(word: &[u8]) -> Option<Level> {
    match word {
        b"error" | b"err" | b"fail" => Some(Level::Error),
        b"warning" | b"warn" => Some(Level::Warn),
        b"info" | b"notice" | b"note" => Some(Level::Info),
        b"debug" | b"dbug" => Some(Level::Debug),
        b"fatal" | b"panic" | b"critical" | b"crit" => Some(Level::Fatal),
        b"trce" => Some(Level::Trace),
        _ => None,
    }
}

/// What a key's value may be besides a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// `level` and its kin: a number only where the key is quoted.
    Level,
    /// journald's `PRIORITY`: a syslog severity, quoted or not, and no word.
    Priority,
}

/// Whether `word` is a key by itself. Keys that hold a byte outside of words (`log.level`, `@level`) are put together
/// by the caller. Upper and lower case may mix, for .NET's `LogLevel`, but only between the parts of the key:
/// `PRIORITY` is upper-case alone, because in lower case it names anything but a severity.
pub(super) fn key(word: &[u8]) -> Option<Key> {
    match word {
        b"level" | b"Level" | b"LEVEL" | b"severity" | b"Severity" | b"SEVERITY" | b"lvl"
        | b"Lvl" | b"LVL" => Some(Key::Level),
        b"loglevel" | b"Loglevel" | b"LOGLEVEL" | b"logLevel" | b"LogLevel" => Some(Key::Level),
        b"log_level" | b"Log_level" | b"LOG_LEVEL" | b"Log_Level" => Some(Key::Level),
        b"levelname" | b"Levelname" | b"LEVELNAME" | b"levelName" | b"LevelName" => {
            Some(Key::Level)
        }
        b"PRIORITY" => Some(Key::Priority),
        _ => None,
    }
}

/// Whether `word` is the second half of `log.level`.
pub(super) fn is_level(word: &[u8]) -> bool {
    matches!(word, b"level" | b"Level" | b"LEVEL")
}
