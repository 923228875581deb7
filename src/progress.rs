//! How far the counting is: kept where it is read, told when it is asked for.
//!
//! It may be asked for by a signal, so that nothing here allocates, locks or panics.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of the input that is being counted.
static INPUT: AtomicU64 = AtomicU64::new(0);

/// Bytes of it that were read.
static BYTES: AtomicU64 = AtomicU64::new(0);

/// Bytes of it that are to be read; 0 if nobody knows.
static EXPECTED: AtomicU64 = AtomicU64::new(0);

/// The next input is begun.
pub fn begin() {
    INPUT.fetch_add(1, Relaxed);
    BYTES.store(0, Relaxed);
    EXPECTED.store(0, Relaxed);
}

/// So many bytes of the input are to be read.
pub fn expect(bytes: u64) {
    EXPECTED.store(bytes, Relaxed);
}

/// So many bytes more were read.
pub fn add(bytes: u64) {
    BYTES.fetch_add(bytes, Relaxed);
}

/// A line that tells it.
pub struct Line {
    text: [u8; 128],
    len: usize,
}

impl Line {
    /// The line of this moment.
    pub fn now() -> Self {
        Self::new(
            INPUT.load(Relaxed),
            BYTES.load(Relaxed),
            EXPECTED.load(Relaxed),
        )
    }

    fn new(input: u64, bytes: u64, expected: u64) -> Self {
        let mut line = Self {
            text: [0; 128],
            len: 0,
        };
        // The text has room for all of the longest line.
        let _ = line.write(input, bytes, expected);
        line
    }

    fn write(&mut self, input: u64, bytes: u64, expected: u64) -> fmt::Result {
        self.write_str("lc: ")?;
        if input > 1 {
            self.write_str("input ")?;
            self.number(input)?;
            self.write_str(": ")?;
        }
        self.number(bytes)?;
        if expected > 0 {
            self.write_str(" of ")?;
            self.number(expected)?;
        }
        self.write_str(" bytes")?;
        if expected > 0 {
            let share = u128::from(bytes) * 100 / u128::from(expected);
            write!(self, " ({share} %)")?;
        }
        self.write_str("\n")
    }

    /// A number with its digits in groups.
    fn number(&mut self, number: u64) -> fmt::Result {
        if number >= 1000 {
            self.number(number / 1000)?;
            write!(self, ",{:03}", number % 1000)
        } else {
            write!(self, "{number}")
        }
    }

    /// The line with its end.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text[..self.len]
    }
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.text.get_mut(self.len..self.len + text.len());
        room.ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(input: u64, bytes: u64, expected: u64) -> String {
        String::from_utf8(Line::new(input, bytes, expected).as_bytes().to_owned()).unwrap()
    }

    #[test]
    fn a_line_names_what_is_known() {
        assert_eq!(line(1, 0, 0), "lc: 0 bytes\n");
        assert_eq!(
            line(1, 1_002_003, 4_000_000),
            "lc: 1,002,003 of 4,000,000 bytes (25 %)\n"
        );
        assert_eq!(line(12, 999, 0), "lc: input 12: 999 bytes\n");
    }

    #[test]
    fn the_longest_line_has_room() {
        let max = u64::MAX;
        assert!(line(max, max, max).ends_with(" bytes (100 %)\n"));
        assert!(line(max, max, 1).ends_with(" %)\n"));
    }
}
