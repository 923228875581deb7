//! Ranges: which bytes of an input belong together.
//!
//! A range is a half-open interval of offsets that owns the lines that *start* in it. Cut at line
//! starts, ranges can be counted apart and their counts put together in file order, and any tiling of
//! a file sums to the whole file's counts.

mod cuts;

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;

use memchr::memchr;

use crate::sink::Sink;
use crate::strategy::{ReadStats, Source};
pub use cuts::{Cuts, pieces};

/// Bytes read at once in search of a line's end: most lines end within it.
const SEARCH: usize = 8 << 10;

/// A half-open interval of byte offsets; without an end, up to the end of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The first offset that belongs to it.
    pub start: u64,
    /// The first offset that does not.
    pub end: Option<u64>,
}

/// The bytes of the lines that `asked` owns in the first `len` bytes of `file`: an interval that
/// begins and ends at line starts or at the end of the file.
///
/// # Errors
/// A read that failed.
pub fn owned_lines(
    file: &File,
    len: u64,
    asked: Range,
    stats: &mut ReadStats,
) -> io::Result<Range> {
    let asked_end = asked.end.unwrap_or(u64::MAX).min(len);
    let Some(start) = line_start(file, asked.start, asked_end, stats)? else {
        return Ok(Range {
            start: asked.start,
            end: Some(asked.start),
        });
    };
    let end = match asked.end {
        None => None,
        Some(end) if end >= len => Some(len),
        Some(end) => Some(line_start(file, end.max(start), len, stats)?.unwrap_or(len)),
    };
    Ok(Range { start, end })
}

/// The first line start at or after `from` and before `limit`.
fn line_start(
    file: &File,
    from: u64,
    limit: u64,
    stats: &mut ReadStats,
) -> io::Result<Option<u64>> {
    if from >= limit {
        return Ok(None);
    }
    if from == 0 {
        return Ok(Some(0));
    }
    // An LF at limit-1 begins a line at `limit`, which is too far; but the one before `from` counts.
    let mut source = Source::range(file, from - 1, Some(limit - 1));
    let mut buffer = [0; SEARCH];
    let found = loop {
        let at = source.position();
        let n = source.read(&mut buffer)?;
        if n == 0 {
            break None;
        }
        if let Some(lf) = memchr(b'\n', &buffer[..n]) {
            break Some(at + lf as u64 + 1);
        }
    };
    stats.calls += source.stats.calls;
    Ok(found)
}

/// Lets only the lines that a range owns through to another sink, for inputs that have no offsets to
/// seek to. Offsets count from the first byte it is given.
#[derive(Debug)]
pub struct Owned<S> {
    inner: S,
    range: Range,
    position: u64,
    state: State,
    marked: (Range, u64, State),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Before,
    Within,
    After,
}

impl<S: Sink> Owned<S> {
    /// Lets the lines of `range` through to `inner`.
    pub fn new(range: Range, inner: S) -> Self {
        let state = match range {
            Range {
                start,
                end: Some(end),
            } if start >= end => State::After,
            Range { start: 0, .. } => State::Within,
            _ => State::Before,
        };
        Self {
            inner,
            range,
            position: 0,
            state,
            marked: (range, 0, state),
        }
    }

    /// The offset of the first byte that was let through, once one was.
    pub fn start(&self) -> u64 {
        self.range.start
    }

    /// The other sink.
    pub fn into_inner(self) -> S {
        self.inner
    }

    /// Drops what comes before the range: all up to the first LF at or after `start - 1`.
    fn seek<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let Some(at) = self.find_line_start(bytes, self.range.start) else {
            return &[];
        };
        let start = self.position + at as u64;
        let empty = self.range.end.is_some_and(|end| start >= end);
        self.state = if empty { State::After } else { State::Within };
        self.range.start = start;
        &bytes[at..]
    }

    /// The index after the first LF that begins a line at or after offset `from`.
    fn find_line_start(&self, bytes: &[u8], from: u64) -> Option<usize> {
        let skip = (from - 1).saturating_sub(self.position);
        let skip = usize::try_from(skip)
            .ok()
            .filter(|&skip| skip < bytes.len())?;
        Some(skip + memchr(b'\n', &bytes[skip..])? + 1)
    }
}

impl<S: Sink> Sink for Owned<S> {
    fn mark(&mut self) {
        self.marked = (self.range, self.position, self.state);
        self.inner.mark();
    }

    fn rewind(&mut self) {
        (self.range, self.position, self.state) = self.marked;
        self.inner.rewind();
    }

    fn chunk(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        let mut owned = bytes;
        if self.state == State::Before {
            owned = self.seek(bytes);
        }
        self.position += bytes.len() as u64;
        let at = self.position - owned.len() as u64;
        match self.state {
            State::Before => ControlFlow::Continue(()),
            State::After => ControlFlow::Break(()),
            State::Within => self.within(owned, at),
        }
    }
}

impl<S: Sink> Owned<S> {
    /// Passes `owned`, which stands at offset `at`, on as far as the first LF at or after `end - 1`.
    fn within(&mut self, owned: &[u8], at: u64) -> ControlFlow<()> {
        let Some(end) = self.range.end else {
            return self.inner.chunk(owned);
        };
        let skip = usize::try_from((end - 1).saturating_sub(at)).unwrap_or(usize::MAX);
        let lf = owned.get(skip..).and_then(|rest| memchr(b'\n', rest));
        match lf {
            None => self.inner.chunk(owned),
            Some(lf) => {
                self.state = State::After;
                self.inner.chunk(&owned[..skip + lf + 1])?;
                ControlFlow::Break(())
            }
        }
    }
}
