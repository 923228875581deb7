//! Line by line, through [`BufRead`].
//!
//! A line that lies within the buffer is handed on from there. One that does not is put together in
//! a second buffer, as `read_until` would, but never beyond the longest line allowed, nor beyond what is
//! little memory: the rest of a longer one is handed on in pieces, so that no line can take more.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use memchr::memchr;

use super::buffer::Buffered;
use super::{Held, Settings, Source};
use crate::measure::heap;
use crate::sink::Sink;

/// As for single bytes: the calls are not what line-by-line reading costs.
const DEFAULT_BUFFER: usize = 64 << 10;

/// Bytes of a line that are put together at most, however long lines may be: what is longer goes on in
/// pieces, which count the same, so that one endless line leaves the process below 4 MiB.
const LONGEST_HELD: u64 = 512 << 10;

/// Reads `source` into `sink`.
///
/// # Errors
/// A read that failed, or a buffer that cannot be allocated.
pub fn read<S: Sink>(
    source: &mut Source<'_>,
    settings: &Settings,
    sink: &mut S,
) -> io::Result<Held> {
    let buffer = settings.buffer.unwrap_or(DEFAULT_BUFFER);
    source.stats.buffer = Some(buffer as u64);
    let limit = settings.max_line_len.min(LONGEST_HELD) as usize;
    let mut line = Line {
        part: Vec::new(),
        limit,
        sink,
    };
    let read = push_lines(&mut Buffered::new(source, buffer)?, &mut line);
    // What was read before an error counts, too.
    let _ = line.flush(false);
    read.map(|()| Held::Buffer)
}

fn push_lines<S: Sink>(reader: &mut impl BufRead, line: &mut Line<'_, S>) -> io::Result<()> {
    loop {
        let mut bytes = reader.fill_buf()?;
        let len = bytes.len();
        if len == 0 {
            return Ok(());
        }
        while let Some(end) = memchr(b'\n', bytes) {
            if line.end(&bytes[..end]).is_break() {
                return Ok(());
            }
            bytes = &bytes[end + 1..];
        }
        if line.hold(bytes).is_break() {
            return Ok(());
        }
        reader.consume(len);
    }
}

/// The line that the buffer's end cut in two.
struct Line<'a, S> {
    part: Vec<u8>,
    limit: usize,
    sink: &'a mut S,
}

impl<S: Sink> Line<'_, S> {
    /// Takes a line's last piece.
    fn end(&mut self, last: &[u8]) -> ControlFlow<()> {
        if self.part.is_empty() {
            return self.sink.line_part(last, true);
        }
        self.hold(last)?;
        self.flush(true)
    }

    /// Takes a piece that is not the last, and keeps it as far as the limit and the memory allow.
    fn hold(&mut self, piece: &[u8]) -> ControlFlow<()> {
        let has_room = piece.len() <= self.limit - self.part.len()
            && heap::tried(|| self.part.try_reserve(piece.len())).is_ok();
        if has_room {
            self.part.extend_from_slice(piece);
            return ControlFlow::Continue(());
        }
        self.flush(false)?;
        self.sink.line_part(piece, false)
    }

    /// Hands on what is held.
    fn flush(&mut self, ended: bool) -> ControlFlow<()> {
        let flow = if self.part.is_empty() && !ended {
            ControlFlow::Continue(())
        } else {
            self.sink.line_part(&self.part, ended)
        };
        self.part.clear();
        flow
    }
}
