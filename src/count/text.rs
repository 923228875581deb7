//! What the text of the lines says: whether patterns match, and which severity a line carries.
//!
//! Whole lines are looked at where they lie, many at once; of a line that comes in pieces the first
//! bytes are kept, as many as a line may have, and what goes beyond is matched as it streams by.

use std::sync::Arc;

use memchr::memchr;

use super::candidates::Candidates;
use super::pattern::Pattern;
use super::severity::level_of;
use super::stream::{Stream, StreamMatch};
use super::{Counts, Level, Policy, Wanted};

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

/// Looks at the lines of one range.
#[derive(Clone, Debug)]
pub(super) struct Text<'a> {
    wanted: &'a Wanted,
    limit: usize,
    /// The first bytes of the open line, at most `limit`.
    held: Vec<u8>,
    /// Matches what goes beyond.
    stream: Option<Stream<'a>>,
    /// Whether something went beyond.
    streaming: bool,
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
                // Nearly always the first line has one, and no other is looked at.
                counts.has_severity = counts.has_severity
                    || counts.errors > 0
                    || whole_lines(lines).any(|line| level_of(line).is_some());
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
    #[inline]
    pub fn part(&mut self, part: &[u8]) {
        let room = self.held.capacity().min(self.limit) - self.held.len();
        if part.len() <= room {
            self.held.extend_from_slice(part);
        } else if !part.is_empty() {
            self.hold_and_stream(part);
        }
    }

    #[cold]
    fn hold_and_stream(&mut self, part: &[u8]) {
        let (kept, beyond) = part.split_at(part.len().min(self.limit - self.held.len()));
        self.reserve(kept.len());
        self.held.extend_from_slice(kept);
        let Some(matching) = &self.wanted.matching else {
            return;
        };
        if beyond.is_empty() || self.wanted.overlong != Policy::Scan {
            return;
        }
        let stream = self.stream.get_or_insert_with(|| matching.pattern.stream());
        if !self.streaming {
            stream.feed(&self.held);
            self.streaming = true;
        }
        stream.feed(beyond);
    }

    /// Makes room for `more` bytes, by doubling but never for more than a line may have.
    fn reserve(&mut self, more: usize) {
        let needed = self.held.len() + more;
        if needed > self.held.capacity() {
            let capacity = needed
                .max(2 * self.held.capacity())
                .max(256)
                .min(self.limit);
            self.held.reserve_exact(capacity - self.held.len());
        }
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
        self.held.clear();
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

fn count_level(severity: &Severity, level: Option<Level>, counts: &mut Counts) {
    let Some(level) = level else { return };
    counts.has_severity = true;
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
