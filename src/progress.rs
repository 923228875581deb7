//! How far the counting is: kept where it is read, told when it is asked for, and shown where it takes long.
//!
//! It may be asked for by a signal, so that what [`Line`] needs is in atomics, and neither allocates, locks
//! nor panics.

mod display;
mod expected;
mod moment;
mod rate;
mod screen;

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use display::{Display, Manner};
pub use screen::{ERASE_LINE, aside};

/// The number of the last input that is being counted.
static LAST: AtomicU64 = AtomicU64::new(0);

/// How many are counted at the same time.
static AT_ONCE: AtomicU64 = AtomicU64::new(0);

/// Bytes that were read, of all inputs.
static BYTES: AtomicU64 = AtomicU64::new(0);

/// Those of them that were read before the inputs that are being counted.
static BEFORE: AtomicU64 = AtomicU64::new(0);

/// Bytes of these that are to be read; 0 if nobody knows.
static EXPECTED: AtomicU64 = AtomicU64::new(0);

/// Whether it is shown, so that the name of the input is wanted.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// The name of the input that is being counted, where that is shown; empty if it has none.
static NAME: Mutex<OsString> = Mutex::new(OsString::new());

/// The next inputs are begun, all of which are counted at the same time.
pub fn begin(inputs: usize) {
    LAST.fetch_add(inputs as u64, Relaxed);
    AT_ONCE.store(inputs as u64, Relaxed);
    BEFORE.store(BYTES.load(Relaxed), Relaxed);
    EXPECTED.store(0, Relaxed);
}

/// One of them is this; it has a name, unless it is standard input that was not named.
pub fn name(name: Option<&OsStr>) {
    if IS_SHOWN.load(Relaxed) {
        name.unwrap_or_default().clone_into(&mut lock(&NAME));
    }
}

/// So many bytes of the inputs that were begun are to be read.
pub fn expect(bytes: u64) {
    EXPECTED.store(bytes, Relaxed);
}

/// So many bytes more were read.
pub fn add(bytes: u64) {
    BYTES.fetch_add(bytes, Relaxed);
    display::show_if_due();
}

/// What another thread left when it panicked is as good as any.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line that tells it.
pub struct Line {
    text: [u8; 184],
    len: usize,
}

impl Line {
    /// The line of this moment.
    pub fn now() -> Self {
        let bytes = BYTES.load(Relaxed).saturating_sub(BEFORE.load(Relaxed));
        let before = if screen::has_bar() { ERASE_LINE } else { "" };
        let last = LAST.load(Relaxed);
        let first = (last + 1).saturating_sub(AT_ONCE.load(Relaxed));
        Self::new(before, first..=last, bytes, EXPECTED.load(Relaxed))
    }

    fn new(before: &str, inputs: RangeInclusive<u64>, bytes: u64, expected: u64) -> Self {
        let mut line = Self {
            text: [0; 184],
            len: 0,
        };
        // The text has room for all of the longest line.
        let _ = line
            .write_str(before)
            .and_then(|()| line.write(inputs, bytes, expected));
        line
    }

    fn write(&mut self, inputs: RangeInclusive<u64>, bytes: u64, expected: u64) -> fmt::Result {
        let (first, last) = inputs.into_inner();
        self.write_str("lc: ")?;
        if first < last {
            self.write_str("inputs ")?;
            self.number(first)?;
            self.write_str(" to ")?;
        } else if last > 1 {
            self.write_str("input ")?;
        }
        if last > 1 {
            self.number(last)?;
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

    fn line(inputs: RangeInclusive<u64>, bytes: u64, expected: u64) -> String {
        let line = Line::new(ERASE_LINE, inputs, bytes, expected);
        let text = String::from_utf8(line.as_bytes().to_owned()).unwrap();
        text.strip_prefix(ERASE_LINE).unwrap().to_owned()
    }

    #[test]
    fn a_line_names_what_is_known() {
        assert_eq!(line(1..=1, 0, 0), "lc: 0 bytes\n");
        assert_eq!(
            line(1..=1, 1_002_003, 4_000_000),
            "lc: 1,002,003 of 4,000,000 bytes (25 %)\n"
        );
        assert_eq!(line(12..=12, 999, 0), "lc: input 12: 999 bytes\n");
        assert_eq!(line(1..=512, 999, 0), "lc: inputs 1 to 512: 999 bytes\n");
    }

    #[test]
    fn the_longest_line_has_room() {
        let max = u64::MAX;
        assert!(line(max - 1..=max, max, max).ends_with(" bytes (100 %)\n"));
        assert!(line(max - 1..=max, max, 1).ends_with(" %)\n"));
    }
}
