//! What the text of the lines says: whether patterns match, and which severity a line carries.
//!
//! Whole lines are looked at where they lie, many at once; of a line that comes in pieces the first
//! bytes are kept, as many as a line may have, and what goes beyond is matched as it streams by.

use std::collections::TryReserveError;
use std::mem;
use std::sync::Arc;

use memchr::memchr;

use super::candidates::Candidates;
use super::pattern::Pattern;
use super::severity::level_of;
use super::stream::{Stream, StreamMatch};
use super::{Counts, Level, Policy, Wanted};
use crate::measure::heap;

/// Lines to find by patterns.
#[derive(Debug, Clone)]
pub struct Matching {
    /// The patterns.
    pub pattern: Arc<Pattern>,
    /// Whether to count the lines that do not match.
    pub invert: bool,
}

/// Severities to find.
#[derive(Debug, Clone)]
pub struct Severity {
    /// Finds lines of a severity or worse.
    pub candidates: Arc<Candidates>,
    /// That severity.
    pub threshold: Level,
    /// Whether to count the lines of each severity.
    pub each_level: bool,
}

/// By how much the bytes held of a line grow when memory is scarce: not by so little that most of the
/// time goes into making room.
const STEP: usize = 4 << 20;

/// Looks at the lines of one range.
#[derive(Debug)]
pub(super) struct Text<'a> {
    wanted: &'a Wanted,
    limit: usize,
    /// The first bytes of the open line, at most `limit`.
    held: Vec<u8>,
    /// Matches what goes beyond.
    stream: Option<Stream<'a>>,
    /// Whether something went beyond.
    streaming: bool,
    marked: Option<Marked<'a>>,
}

/// What is known of the line that was open at a mark.
#[derive(Debug)]
struct Marked<'a> {
    held_len: usize,
    /// What was held, once that line has ended; till then it only grew.
    held: Option<Vec<u8>>,
    /// Of a line that went beyond.
    stream: Option<Stream<'a>>,
}

impl<'a> Text<'a> {
    pub fn new(wanted: &'a Wanted) -> Self {
        let limit = usize::try_from(wanted.max_line_len).unwrap_or(usize::MAX);
        Self {
            wanted,
            limit,
            held: Vec::new(),
            stream: None,
            streaming: false,
            marked: None,
        }
    }

    /// Remembers the open line, without a copy of what is held of it.
    pub fn mark(&mut self) {
        self.marked = Some(Marked {
            held_len: self.held.len(),
            held: None,
            stream: self.stream.as_ref().filter(|_| self.streaming).cloned(),
        });
    }

    /// Goes back to the line that was open at the mark.
    pub fn rewind(&mut self) {
        let Some(marked) = self.marked.take() else {
            return;
        };
        if let Some(held) = marked.held {
            self.held = held;
        }
        self.held.truncate(marked.held_len);
        self.streaming = marked.stream.is_some();
        self.stream = marked.stream;
    }

    /// Is ready to hold the next line.
    fn clear(&mut self) {
        match &mut self.marked {
            Some(marked) if marked.held.is_none() && marked.held_len > 0 => {
                marked.held = Some(mem::take(&mut self.held));
            }
            _ => self.held.clear(),
        }
    }

    /// Takes whole lines, each with its LF, none of them overlong.
    pub fn lines(&self, lines: &[u8], counts: &mut Counts) {
        if lines.is_empty() {
            return;
        }
        if let Some(matching) = &self.wanted.matching {
            counts.matched += matching.pattern.count(lines);
        }
        match &self.wanted.severity {
            Some(severity) if severity.each_level => {
                whole_lines(lines).for_each(|line| count_level(severity, level_of(line), counts));
            }
            Some(severity) => {
                counts.errors += severity.candidates.count(lines);
                counts.has_severity |= counts.errors > 0;
                look_for_severity(lines, counts);
            }
            None => {}
        }
    }

    /// Takes a whole line without its LF, which is not overlong.
    pub fn line(&self, line: &[u8], counts: &mut Counts) {
        if let Some(matching) = &self.wanted.matching {
            counts.matched += u64::from(matching.pattern.is_match(line));
        }
        if let Some(severity) = &self.wanted.severity {
            count_level(severity, level_of(line), counts);
        }
    }

    /// Takes a piece of the open line.
    ///
    /// # Errors
    /// No memory to hold it.
    #[inline]
    pub fn part(&mut self, part: &[u8]) -> Result<(), TryReserveError> {
        let room = self.held.capacity().min(self.limit) - self.held.len();
        if part.len() <= room {
            self.held.extend_from_slice(part);
            Ok(())
        } else {
            self.hold_and_stream(part)
        }
    }

    #[cold]
    fn hold_and_stream(&mut self, part: &[u8]) -> Result<(), TryReserveError> {
        let (kept, beyond) = part.split_at(part.len().min(self.limit - self.held.len()));
        self.reserve(kept.len())?;
        self.held.extend_from_slice(kept);
        let Some(matching) = &self.wanted.matching else {
            return Ok(());
        };
        if beyond.is_empty() || self.wanted.overlong != Policy::Scan {
            return Ok(());
        }
        let stream = self.stream.get_or_insert_with(|| matching.pattern.stream());
        if !self.streaming {
            stream.feed(&self.held);
            self.streaming = true;
        }
        stream.feed(beyond);
        Ok(())
    }

    /// Makes room for `more` bytes, by doubling but never for more than a line may have.
    fn reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        let needed = self.held.len() + more;
        if needed <= self.held.capacity() {
            return Ok(());
        }
        let room = |capacity: usize| capacity.min(self.limit) - self.held.len();
        let doubled = room(needed.max(2 * self.held.capacity()).max(256));
        let stepped = room(needed.max(self.held.capacity().saturating_add(STEP)));
        // Where twice as much cannot be had, a little more perhaps can.
        heap::tried(|| {
            self.held
                .try_reserve_exact(doubled)
                .or_else(|_| self.held.try_reserve_exact(stepped))
        })
    }

    /// Judges the open line, and is ready for the next.
    pub fn end(&mut self, overlong: bool, counts: &mut Counts) {
        if !overlong {
            self.line(&self.held, counts);
        } else if self.wanted.overlong == Policy::Skip {
            counts.overlong.skipped += 1;
        } else {
            self.end_overlong(counts);
        }
        self.clear();
    }

    fn end_overlong(&mut self, counts: &mut Counts) {
        if let Some(severity) = &self.wanted.severity {
            count_level(severity, level_of(&self.held), counts);
        }
        let Some(matching) = &self.wanted.matching else {
            return;
        };
        let streamed = match &mut self.stream {
            Some(stream) if self.streaming => stream.finish(),
            _ => StreamMatch::Unknown,
        };
        counts.matched += u64::from(match streamed {
            StreamMatch::Matched => true,
            StreamMatch::NotMatched => false,
            StreamMatch::Unknown => {
                counts.overlong.searched_to_limit += u64::from(self.streaming);
                matching.pattern.is_match(&self.held)
            }
        });
        self.streaming = false;
    }
}

/// Lines, until one carries a severity, that are looked at. Nearly always it is the first; where none does, as in an
/// access log, looking at all of them would take forty times as long as seeking the errors.
const MOST_LOOKED_AT: u64 = 1000;

fn look_for_severity(lines: &[u8], counts: &mut Counts) {
    let mut lines = whole_lines(lines);
    while !counts.has_severity
        && let Some(line) = lines.next()
    {
        if counts.looked_at >= MOST_LOOKED_AT {
            counts.passed_over = true;
            return;
        }
        see_level(level_of(line), counts);
    }
}

fn see_level(level: Option<Level>, counts: &mut Counts) {
    counts.has_severity |= level.is_some();
    counts.looked_at += u64::from(level.is_none());
}

fn count_level(severity: &Severity, level: Option<Level>, counts: &mut Counts) {
    see_level(level, counts);
    let Some(level) = level else { return };
    counts.errors += u64::from(level <= severity.threshold);
    if severity.each_level {
        counts.levels[level as usize] += 1;
    }
}

/// The lines of a block, without their LFs; each has one.
fn whole_lines(mut rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (line, more) = rest.split_at(memchr(b'\n', rest)?);
        rest = &more[1..];
        Some(line)
    })
}
