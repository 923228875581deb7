//! The buffer that the kernel copies into.

use std::io::{self, BufRead, Read};
use std::ops::{Deref, Range};

use super::{Refusal, Source};
use crate::measure::{heap, memory};
use crate::size;

/// Where a buffer begins. The page cache's pages begin at multiples of the page size, and a copy goes
/// fastest where its target does, too. What an allocator gives begins 16 bytes behind one, so that each
/// store meets a load of the same place in another page, and the processor waits.
///
/// A gigabyte in the page cache, one thread of an AMD EPYC (Zen 4), 2026-11-30, milliseconds by bytes
/// behind a multiple of 4 KiB:
///
/// | buffer | 0 | 16 | 64 | 512 |
/// |---|---|---|---|---|
/// | 32 KiB | 155 | 179 | 155 | 158 |
/// | 64 KiB | 144 | 174 | 147 | 147 |
/// | 128 KiB | 141 | 172 | 142 | 141 |
/// | 256 KiB | 140 | 166 | 138 | 138 |
/// | 512 KiB | 136 | 172 | 136 | 131 |
pub(super) const ALIGNMENT: usize = 4096;

/// Buffers from this size on may be more than a control group has left, or the machine, of which one learns
/// only when the pages are written to, by the end of the process. To ask takes 0.15 ms, to fill such a
/// buffer for the first time some 8 (AMD EPYC, Linux 6.18, 2026-12-01).
const ASKED_FROM: usize = 16 << 20;

/// Memory to read into, which begins at a multiple of [`ALIGNMENT`]. It is never cleared: of a large buffer for
/// a small file, no more is touched than the file fills.
#[derive(Debug)]
pub struct Buffer {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl Buffer {
    /// A buffer of `len` bytes.
    ///
    /// # Errors
    /// Memory that cannot be had.
    pub fn new(len: usize) -> io::Result<Self> {
        let mut memory = allocate(len.saturating_add(ALIGNMENT))?;
        let start = memory.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        memory.resize(start, 0);
        Ok(Self { memory, start, len })
    }

    /// Reads into it once, in the place of what was there before; nothing is the end.
    ///
    /// # Errors
    /// A read that failed, or a signal to stop.
    pub fn fill(&mut self, source: &mut Source<'_>) -> io::Result<&[u8]> {
        self.memory.truncate(self.start);
        source.read_spare(&mut self.memory, self.len)?;
        Ok(&*self)
    }
}

impl Deref for Buffer {
    type Target = [u8];

    /// What the last read gave.
    fn deref(&self) -> &[u8] {
        &self.memory[self.start..]
    }
}

/// Room for `len` bytes, if they can be had.
fn allocate(len: usize) -> io::Result<Vec<u8>> {
    let refused = |reason: &str| {
        let len = size::binary(len as u64);
        Refusal::error(format!("a buffer of {len} {reason}; use a smaller --buf"))
    };
    let mut memory = Vec::new();
    heap::tried(|| memory.try_reserve_exact(len)).map_err(|_| refused("cannot be allocated"))?;
    if len >= ASKED_FROM {
        let available = memory::available();
        if len as u64 > available {
            let available = size::binary(available);
            return Err(refused(&format!("is needed, {available} are available")));
        }
    }
    Ok(memory)
}

/// A buffered reader whose buffer the copies from the page cache go to at full speed, and which says so
/// when it cannot have it; std's ends the process then, and clears its buffer first.
#[derive(Debug)]
pub struct Buffered<'a, 'f> {
    source: &'a mut Source<'f>,
    buffer: Buffer,
    unread: Range<usize>,
}

impl<'a, 'f> Buffered<'a, 'f> {
    /// Reads `source` through a buffer of `len` bytes.
    ///
    /// # Errors
    /// Memory that cannot be had.
    pub fn new(source: &'a mut Source<'f>, len: usize) -> io::Result<Self> {
        let buffer = Buffer::new(len)?;
        Ok(Self {
            source,
            buffer,
            unread: 0..0,
        })
    }
}

impl BufRead for Buffered<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.unread.is_empty() {
            self.unread = 0..self.buffer.fill(self.source)?.len();
        }
        Ok(&self.buffer[self.unread.clone()])
    }

    fn consume(&mut self, amount: usize) {
        self.unread.start += amount.min(self.unread.len());
    }
}

impl Read for Buffered<'_, '_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut unread = self.fill_buf()?;
        let n = unread.read(target)?;
        self.consume(n);
        Ok(n)
    }
}
