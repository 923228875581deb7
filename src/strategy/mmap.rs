//! The file mapped into memory, all at once or window by window.
//!
//! The mapped pages are the page cache's own: they count as memory of the process, and are the
//! kernel's to take back.
//!
//! Nothing is advised, because nothing helps. A gigabyte, one thread of an AMD EPYC (Zen 4), Linux 6.18,
//! 2026-11-30, milliseconds, medians of 5 warm and least of 3 cold runs, interleaved:
//!
//! | advice | warm, all at once | warm, windows of 4 MiB | cold, all at once | cold, windows |
//! |---|---|---|---|---|
//! | none | 114 | 105 | 447 | 442 |
//! | `MADV_SEQUENTIAL` | 113 | 104 | 448 | 443 |
//! | `MADV_WILLNEED` | 113 | 117 | 576 | 998 |
//! | `MADV_POPULATE_READ` | 115 | 111 | 497 | 696 |
//! | `MAP_POPULATE` | 116 | 111 | 480 | 461 |
//! | `MADV_HUGEPAGE` | 114 | | 502 | |
#![expect(
    unsafe_code,
    reason = "mapping a file has no safe interface: others may change it"
)]

use std::fs::File;
use std::io;
use std::ops::ControlFlow;

use memmap2::{Mmap, MmapOptions};
use rustix::io::Errno;

use super::{Held, PIECE, Refusal, Settings, Source};
use crate::signal::{self, Guard};
use crate::sink::Sink;

/// Reads `source` into `sink`.
///
/// # Errors
/// An input that cannot be mapped; nothing has reached the sink then. A later window that cannot be
/// mapped; bytes that the file has no more, which have not reached the sink; a signal to stop.
pub fn read<S: Sink>(
    source: &mut Source<'_>,
    settings: &Settings,
    sink: &mut S,
) -> io::Result<Held> {
    let window = settings.buffer;
    source.stats.buffer = window.map(|len| len as u64);
    if source.input_len().is_none() {
        return refuse_unless_empty(source).map(|()| Held::Buffer);
    }
    let mut held = Held::Buffer;
    loop {
        signal::check()?;
        let end = match source.end() {
            Some(end) => end,
            None => source.file().metadata()?.len(),
        };
        let left = end.saturating_sub(source.position());
        let len = usize::try_from(left)
            .unwrap_or(usize::MAX)
            .min(window.unwrap_or(usize::MAX));
        if len == 0 {
            return Ok(held);
        }
        let map = map(source.file(), source.position(), len)?;
        source.stats.maps += 1;
        let flow = push_map(&map, source, sink)?;
        held = if window.is_some() {
            Held::Windows
        } else {
            Held::All(Box::new(map))
        };
        if flow.is_break() {
            return Ok(held);
        }
    }
}

/// Hands the bytes of a mapping on, piece by piece; goes back to before a piece of which some bytes were
/// not the file's.
fn push_map<S: Sink>(
    map: &Mmap,
    source: &mut Source<'_>,
    sink: &mut S,
) -> io::Result<ControlFlow<()>> {
    let guard = Guard::new(map);
    for piece in map.chunks(PIECE) {
        signal::check()?;
        sink.mark();
        let flow = sink.chunk(piece);
        let end = source.position() + piece.len() as u64;
        // Behind the new end, the last page holds zeros, which no fault tells.
        let is_truncated = source.file().metadata()?.len() < end;
        if is_truncated || guard.was_hit() {
            sink.rewind();
            return Err(lost(is_truncated));
        }
        source.skip(piece.len() as u64);
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The error of bytes that the file has no more.
fn lost(is_truncated: bool) -> io::Error {
    io::Error::other(if is_truncated {
        "the file was truncated while it was mapped; use --strategy chunk for a file that others write to"
    } else {
        "a page of the mapped file could not be read; use --strategy chunk to learn why"
    })
}

fn map(file: &File, offset: u64, len: usize) -> io::Result<Mmap> {
    // SAFETY: the bytes are only ever read as bytes, any of which is valid; that they may change
    // while they are looked at can make the counts those of a file in between, as it can with read.
    unsafe { MmapOptions::new().offset(offset).len(len).map(file) }.map_err(|error| {
        let reason = match Errno::from_io_error(&error) {
            Some(Errno::NODEV | Errno::ACCESS) => "this kind of file cannot be mapped",
            Some(Errno::NOMEM) => "there is no room in the address space to map it",
            _ => return error,
        };
        Refusal::error(format!("{reason}; use --strategy chunk"))
    })
}

/// An empty file has nothing to map, and nothing to count; a pseudo file says that it is empty and
/// is not; a pipe has no pages at all.
fn refuse_unless_empty(source: &mut Source<'_>) -> io::Result<()> {
    let metadata = source.file().metadata()?;
    let reason = if !metadata.is_file() {
        "a pipe or device cannot be mapped"
    } else if has_no_byte(source) {
        return Ok(());
    } else {
        "a pseudo file, which hides its size, cannot be mapped"
    };
    Err(Refusal::error(format!("{reason}; use --strategy chunk")))
}

/// Looks without moving the file's offset.
fn has_no_byte(source: &mut Source<'_>) -> bool {
    source.stats.calls += 1;
    rustix::io::pread(source.file(), &mut [0; 1], 0) == Ok(0)
}
