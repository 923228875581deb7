//! What was counted.

use serde::Serialize;

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
    /// Whether the last line does not end in LF.
    pub unterminated: bool,
    /// Lines longer than the limit.
    pub overlong: Overlong,
}

/// The lines longer than the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlong {
    /// How many.
    pub lines: u64,
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
    /// Adds the counts of the bytes that follow directly.
    pub fn append(&mut self, next: &Self) {
        let first = next.overlong.first.map(|place| Place {
            line: place.line + self.lines,
            offset: place.offset + self.bytes,
        });
        self.overlong.first = self.overlong.first.or(first);
        self.add(next);
    }

    /// The same counts, of bytes that begin at `offset`.
    pub fn at(mut self, offset: u64) -> Self {
        if let Some(place) = &mut self.overlong.first {
            place.offset += offset;
        }
        self
    }

    /// Adds the counts of another input, whose places mean nothing here.
    pub fn add(&mut self, other: &Self) {
        self.lines = self.lines.saturating_add(other.lines);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.longest = self.longest.max(other.longest);
        self.unterminated |= other.unterminated;
        self.overlong.lines = self.overlong.lines.saturating_add(other.overlong.lines);
    }
}
