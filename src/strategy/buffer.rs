//! The buffer that the kernel copies into.

use std::io;
use std::ops::{Deref, DerefMut};

use super::check_allocation;

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
const ALIGNMENT: usize = 4096;

/// Bytes to read into, which begin at a multiple of [`ALIGNMENT`].
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
        check_allocation(len)?;
        let memory = vec![0; len.saturating_add(ALIGNMENT)];
        let start = memory.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Ok(Self { memory, start, len })
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.len]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.len]
    }
}
