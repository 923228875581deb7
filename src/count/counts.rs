//! What was counted.

use serde::Serialize;

use super::Level;

/// The counts of some consecutive bytes, beginning at a line's start.
///
/// Line numbers and offsets in it are relative to these bytes, so that the counts of adjacent ranges
/// can be put together without knowing where in the file they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// LF bytes.
    pub lines: u64,
    /// Bytes.
    pub bytes: u64,
    /// Bytes of the longest line, LF not counted; 0 unless asked for.
    pub longest: u64,
    /// Lines that match, or under `-v` do not; 0 unless asked for.
    pub matched: u64,
    /// Lines of the asked severity or worse; 0 unless asked for.
    pub errors: u64,
    /// Lines of each severity; 0 unless asked for.
    pub levels: [u64; Level::ALL.len()],
    /// Whether a line was seen to carry a severity; only known if severities were asked for.
    pub has_severity: bool,
    /// Lines in which a severity was sought in vain.
    pub looked_at: u64,
    /// Whether lines were passed over of which only that they are no errors is known.
    pub passed_over: bool,
    /// Last lines that do not end in LF: at most one for each input.
    pub unterminated: u64,
    /// Lines longer than the limit.
    pub overlong: Overlong,
}

/// The lines longer than the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlong {
    /// How many.
    pub lines: u64,
    /// Of them, those that were left out of matches and severities.
    pub skipped: u64,
    /// Of them, those in which a match could be sought only up to the limit.
    pub searched_to_limit: u64,
    /// Bytes of the longest one, LF not counted; 0 where its end was not looked for.
    pub longest: u64,
    /// Where the first one stands.
    pub first: Option<Place>,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line's number, from 1.
    pub line: u64,
    /// The offset of its first byte.
    pub offset: u64,
}

impl Counts {
    /// The lines whose text was looked at: the unterminated last one included, skipped ones not.
    pub fn searched_lines(&self) -> u64 {
        self.lines
            .saturating_add(self.unterminated)
            .saturating_sub(self.overlong.skipped)
    }

    /// Whether a sum may be larger than its number says.
    pub fn is_saturated(&self) -> bool {
        [self.lines, self.bytes, self.matched, self.errors].contains(&u64::MAX)
    }

    /// Of these, the lines without a severity.
    pub fn without_level(&self) -> u64 {
        let levels = self.levels.into_iter().fold(0, u64::saturating_add);
        self.searched_lines().saturating_sub(levels)
    }

    /// Adds the counts of the bytes that follow directly.
    pub fn append(&mut self, next: &Self) {
        let first = next.overlong.first.map(|place| Place {
            line: place.line.saturating_add(self.lines),
            offset: place.offset.saturating_add(self.bytes),
        });
        self.overlong.first = self.overlong.first.or(first);
        self.add(next);
    }

    /// The same counts, of bytes that begin at `offset`.
    pub fn at(mut self, offset: u64) -> Self {
        if let Some(place) = &mut self.overlong.first {
            place.offset = place.offset.saturating_add(offset);
        }
        self
    }

    /// The same counts, but for how many lines were looked at until one had a severity: that depends on how the
    /// bytes are cut.
    pub fn exact(self) -> Self {
        Self {
            looked_at: 0,
            passed_over: false,
            ..self
        }
    }

    /// Adds the counts of another input, whose places mean nothing here.
    pub fn add(&mut self, other: &Self) {
        for (sum, value) in [
            (&mut self.lines, other.lines),
            (&mut self.bytes, other.bytes),
            (&mut self.unterminated, other.unterminated),
            (&mut self.matched, other.matched),
            (&mut self.errors, other.errors),
            (&mut self.looked_at, other.looked_at),
            (&mut self.overlong.lines, other.overlong.lines),
            (&mut self.overlong.skipped, other.overlong.skipped),
            (
                &mut self.overlong.searched_to_limit,
                other.overlong.searched_to_limit,
            ),
        ] {
            *sum = sum.saturating_add(value);
        }
        for (sum, value) in self.levels.iter_mut().zip(other.levels) {
            *sum = sum.saturating_add(value);
        }
        self.longest = self.longest.max(other.longest);
        self.overlong.longest = self.overlong.longest.max(other.overlong.longest);
        self.has_severity |= other.has_severity;
        self.passed_over |= other.passed_over;
    }
}
