//! Bytes in, counts out: the state machine that holds all that crosses a chunk.
//!
//! It knows nothing of files. Whatever way the bytes are cut into pieces, the counts are the same.

pub mod candidates;
mod counts;
#[cfg(test)]
mod guarded;
mod longest;
pub mod newlines;
pub mod pattern;
pub mod severity;
pub mod stream;
mod syntax;
mod text;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
mod vector;
mod wanted;

use std::ops::ControlFlow;

use crate::sink::Sink;
pub use counts::{Counts, Overlong, Place};
pub use severity::Level;
use text::Text;
pub use text::{Matching, Severity};
pub use wanted::{Policy, Wanted};

/// Counts the bytes of one range.
#[derive(Debug)]
pub struct Counter<'a> {
    wanted: &'a Wanted,
    counts: Counts,
    line: OpenLine,
    text: Option<Text<'a>>,
    counts_lines: bool,
    /// Bytes of a line above which nothing more is counted.
    stop_above: u64,
    stopped: bool,
    is_out_of_memory: bool,
    marked: Option<(Counts, OpenLine)>,
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
        let looks_at_text = wanted.matching.is_some() || wanted.severity.is_some();
        Self {
            wanted,
            counts: Counts::default(),
            line: OpenLine::default(),
            text: looks_at_text.then(|| Text::new(wanted)),
            counts_lines: wanted.lines,
            stop_above: match wanted.overlong {
                Policy::Error => wanted.max_line_len,
                Policy::Scan | Policy::Truncate | Policy::Skip => u64::MAX,
            },
            stopped: false,
            is_out_of_memory: false,
            marked: None,
        }
    }

    /// The same, counting LFs even where they are not asked for: of a stream, the number of an overlong
    /// line cannot be found out later.
    pub fn numbering_lines(self) -> Self {
        Self {
            counts_lines: true,
            ..self
        }
    }

    /// The counts of all bytes taken, the unterminated last line included; after a stop at an overlong
    /// line, those of the lines before it.
    pub fn finish(mut self) -> Counts {
        self.counts.bytes = self.line.start;
        if self.line.len > 0 && !self.stopped {
            self.judge_line();
            self.counts.unterminated = 1;
            self.counts.bytes += self.line.len;
        }
        if self
            .wanted
            .matching
            .as_ref()
            .is_some_and(|matching| matching.invert)
        {
            self.counts.matched = self.counts.searched_lines() - self.counts.matched;
        }
        self.counts
    }

    /// Takes a piece of at most the line limit's length, in which no line can be overlong but the
    /// first and the last: one between two LFs of the piece is shorter than the piece.
    fn block(&mut self, block: &[u8]) -> ControlFlow<()> {
        let Some(last) = newlines::last(block) else {
            return self.part(block);
        };
        let mut start = 0;
        if self.line.len > 0 {
            let first = newlines::first(block).unwrap_or(last);
            self.part(&block[..first])?;
            self.end_line();
            start = first + 1;
        }
        self.lines(&block[start..=last]);
        self.part(&block[last + 1..])
    }

    /// Takes whole lines, each with its LF, none of them overlong.
    fn lines(&mut self, lines: &[u8]) {
        if self.counts_lines {
            self.counts.lines += newlines::count(lines);
        }
        if self.wanted.longest {
            self.counts.longest = longest::longest(lines, self.counts.longest);
        }
        if let Some(text) = &mut self.text {
            text.lines(lines, &mut self.counts);
        }
        self.line.start += lines.len() as u64;
    }

    /// Takes a piece of the open line.
    #[inline]
    fn part(&mut self, part: &[u8]) -> ControlFlow<()> {
        self.line.len += part.len() as u64;
        if self.line.len > self.stop_above {
            self.stop();
            return ControlFlow::Break(());
        }
        let held = self.text.as_mut().map_or(Ok(()), |text| text.part(part));
        if held.is_err() {
            return self.run_out_of_memory();
        }
        ControlFlow::Continue(())
    }

    /// Takes a line without its LF, which is not overlong, and need not be kept to be looked at.
    fn whole_line(&mut self, line: &[u8]) {
        self.line.len = line.len() as u64;
        self.measure_line();
        if let Some(text) = &self.text {
            text.line(line, &mut self.counts);
        }
        self.next_line();
    }

    /// Takes a byte that ends a line, or that is looked at.
    fn byte_with_consequences(&mut self, byte: u8) -> ControlFlow<()> {
        if byte == b'\n' {
            self.end_line();
            return ControlFlow::Continue(());
        }
        self.part(&[byte])
    }

    /// Ends the open line with an LF.
    #[inline]
    fn end_line(&mut self) {
        self.judge_line();
        self.next_line();
    }

    fn next_line(&mut self) {
        self.counts.lines += 1;
        self.line = OpenLine {
            start: self.line.start + self.line.len + 1,
            len: 0,
        };
    }

    /// Counts the open line as what it is, now that no more of it will come.
    #[inline]
    fn judge_line(&mut self) {
        self.measure_line();
        let overlong = self.line.len > self.wanted.max_line_len;
        if overlong {
            self.counts.overlong.lines += 1;
            let longest = &mut self.counts.overlong.longest;
            *longest = self.line.len.max(*longest);
            let place = self.place();
            self.counts.overlong.first.get_or_insert(place);
        }
        if let Some(text) = &mut self.text {
            text.end(overlong, &mut self.counts);
        }
    }

    fn measure_line(&mut self) {
        if self.wanted.longest {
            self.counts.longest = self.counts.longest.max(self.line.len);
        }
    }

    /// Gives up at the open line, which must be held to be looked at.
    #[cold]
    fn run_out_of_memory(&mut self) -> ControlFlow<()> {
        self.stopped = true;
        self.is_out_of_memory = true;
        ControlFlow::Break(())
    }

    /// The offset of the line that there was no memory for, from the first byte taken.
    pub fn out_of_memory_at(&self) -> Option<u64> {
        self.is_out_of_memory.then_some(self.line.start)
    }

    /// Refuses the open line, and all that follows.
    fn stop(&mut self) {
        self.stopped = true;
        self.counts.overlong.lines = 1;
        self.counts.overlong.first = Some(self.place());
    }

    /// Where the open line stands.
    fn place(&self) -> Place {
        Place {
            line: self.counts.lines + 1,
            offset: self.line.start,
        }
    }
}

impl Sink for Counter<'_> {
    fn mark(&mut self) {
        self.marked = Some((self.counts, self.line));
        if let Some(text) = &mut self.text {
            text.mark();
        }
    }

    fn rewind(&mut self) {
        let Some((counts, line)) = self.marked else {
            return;
        };
        (self.counts, self.line) = (counts, line);
        // Whatever stopped it came after the mark: nothing is taken after a stop.
        (self.stopped, self.is_out_of_memory) = (false, false);
        if let Some(text) = &mut self.text {
            text.rewind();
        }
    }

    fn chunk(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        let limit = usize::try_from(self.wanted.max_line_len).unwrap_or(usize::MAX);
        bytes
            .chunks(limit.max(1))
            .try_for_each(|block| self.block(block))
    }

    /// Kept to a comparison and an addition where no more is asked for: a strategy that hands on single
    /// bytes spends its time here.
    #[inline]
    fn byte(&mut self, byte: u8) -> ControlFlow<()> {
        if byte != b'\n' && self.text.is_none() && self.line.len < self.stop_above {
            self.line.len += 1;
            return ControlFlow::Continue(());
        }
        self.byte_with_consequences(byte)
    }

    fn line_part(&mut self, part: &[u8], ended: bool) -> ControlFlow<()> {
        if ended && self.line.len == 0 && part.len() as u64 <= self.wanted.max_line_len {
            self.whole_line(part);
            return ControlFlow::Continue(());
        }
        self.part(part)?;
        if ended {
            self.end_line();
        }
        ControlFlow::Continue(())
    }
}
