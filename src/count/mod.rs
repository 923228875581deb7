//! Bytes in, counts out: the state machine that holds all that crosses a chunk.
//!
//! It knows nothing of files. Whatever way the bytes are cut into pieces, the counts are the same.

mod counts;
mod longest;
pub mod newlines;

use std::ops::ControlFlow;

use memchr::{memchr, memrchr};

use crate::sink::Sink;
pub use counts::{Counts, Overlong, Place};

/// What to count, and how long a line may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Whether to measure the lines.
    pub longest: bool,
    /// Bytes of a line, LF not counted, above which it is overlong.
    pub max_line_len: u64,
}

/// Counts the bytes of one range.
#[derive(Clone, Debug)]
pub struct Counter<'a> {
    wanted: &'a Wanted,
    counts: Counts,
    line: OpenLine,
}

/// The line whose end has not been seen.
#[derive(Clone, Copy, Debug, Default)]
struct OpenLine {
    start: u64,
    len: u64,
}

impl<'a> Counter<'a> {
    /// A counter at the start of a line, with nothing counted.
    pub fn new(wanted: &'a Wanted) -> Self {
        Self {
            wanted,
            counts: Counts::default(),
            line: OpenLine::default(),
        }
    }

    /// The counts of the bytes so far, the unterminated last line included.
    pub fn finish(&self) -> Counts {
        let mut last = self.clone();
        if last.line.len > 0 {
            last.measure_line();
            last.counts.unterminated = true;
        }
        last.counts.bytes = last.line.start + last.line.len;
        last.counts
    }

    /// Takes a piece of at most the line limit's length, in which no line can be overlong but the
    /// first and the last: one between two LFs of the piece is shorter than the piece.
    fn block(&mut self, block: &[u8]) {
        let Some(last) = memrchr(b'\n', block) else {
            self.line.len += block.len() as u64;
            return;
        };
        let first = memchr(b'\n', block).unwrap_or(last);
        self.line.len += first as u64;
        self.end_line();
        let lines = &block[first + 1..=last];
        self.counts.lines += newlines::count(lines);
        if self.wanted.longest {
            self.counts.longest = longest::longest(lines, self.counts.longest);
        }
        self.line.start += lines.len() as u64;
        self.line.len = (block.len() - last - 1) as u64;
    }

    /// Ends the open line with an LF.
    fn end_line(&mut self) {
        self.measure_line();
        self.counts.lines += 1;
        self.line = OpenLine {
            start: self.line.start + self.line.len + 1,
            len: 0,
        };
    }

    /// Notes how long the open line has become, now that no more of it will come.
    fn measure_line(&mut self) {
        let OpenLine { start, len } = self.line;
        if self.wanted.longest {
            self.counts.longest = self.counts.longest.max(len);
        }
        if len > self.wanted.max_line_len {
            self.counts.overlong.lines += 1;
            let place = Place {
                line: self.counts.lines + 1,
                offset: start,
            };
            self.counts.overlong.first.get_or_insert(place);
        }
    }
}

impl Sink for Counter<'_> {
    fn chunk(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        let limit = usize::try_from(self.wanted.max_line_len).unwrap_or(usize::MAX);
        for block in bytes.chunks(limit.max(1)) {
            self.block(block);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn byte(&mut self, byte: u8) -> ControlFlow<()> {
        if byte == b'\n' {
            self.end_line();
        } else {
            self.line.len += 1;
        }
        ControlFlow::Continue(())
    }

    fn line_part(&mut self, part: &[u8], ended: bool) -> ControlFlow<()> {
        self.line.len += part.len() as u64;
        if ended {
            self.end_line();
        }
        ControlFlow::Continue(())
    }
}
