//! The time of the log's records, kept as text.

use super::digits::{digit, put};

/// Length of `2026-03-01 00:00:00,123 `.
pub(super) const STAMP: usize = 24;

/// The time of the current record.
pub(super) struct Clock {
    /// Since 2026-03-01.
    seconds: u64,
    milliseconds: u32,
    /// `2026-03-01 00:00:00,`, kept because it changes only once in hundreds of records.
    text: [u8; 20],
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            seconds: 0,
            milliseconds: 0,
            text: *b"2026-03-01 00:00:00,",
        }
    }
}

impl Clock {
    #[inline]
    pub(super) fn advance(&mut self, milliseconds: u32) {
        self.milliseconds += milliseconds;
        if self.milliseconds >= 1_000 {
            self.milliseconds -= 1_000;
            self.set(self.seconds + 1);
        }
    }

    #[cold]
    fn set(&mut self, seconds: u64) {
        self.seconds = seconds;
        let (year, month, day) = date(seconds / 86_400);
        let second = (seconds % 86_400) as u32;
        let fields = [
            year / 100,
            year,
            month,
            day,
            second / 3600,
            second / 60 % 60,
            second % 60,
        ];
        for (at, number) in [0, 2, 5, 8, 11, 14, 17].into_iter().zip(fields) {
            put(&mut self.text, at, &[digit(number / 10), digit(number)]);
        }
    }

    #[inline]
    pub(super) fn write(&self, stamp: &mut [u8]) {
        let ms = self.milliseconds;
        stamp[..20].copy_from_slice(&self.text);
        stamp[20..].copy_from_slice(&[digit(ms / 100), digit(ms / 10), digit(ms), b' ']);
    }
}

/// Year, month and day, given days since 2026-03-01. Howard Hinnant's `civil_from_days`:
/// <https://howardhinnant.github.io/date_algorithms.html>.
fn date(days: u64) -> (u32, u32, u32) {
    let days = days + 739_981; // from 0000-03-01, so that the leap day ends a year
    let (era, day) = (days / 146_097, (days % 146_097) as u32);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = era as u32 * 400 + year + month / 10;
    (year, (month + 2) % 12 + 1, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_follows_the_calendar() {
        assert_eq!(
            [0, 31, 305, 306].map(date),
            [(2026, 3, 1), (2026, 4, 1), (2026, 12, 31), (2027, 1, 1)]
        );
        assert_eq!(
            [730, 731, 27_027, 27_028].map(date),
            [(2028, 2, 29), (2028, 3, 1), (2100, 2, 28), (2100, 3, 1)]
        );
    }

    #[test]
    fn clock_shows_date_and_time() {
        let mut clock = Clock::default();
        clock.set(730 * 86_400 + 86_398);
        clock.advance(999);
        clock.advance(999);
        clock.advance(9);
        let mut stamp = [0; STAMP];
        clock.write(&mut stamp);
        assert_eq!(&stamp, b"2028-03-01 00:00:00,007 ");
    }
}
