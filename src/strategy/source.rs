//! The bytes that a strategy is to read: one range of one open file.
//!
//! Every read of an input goes through [`Source`], so that the number of calls reported is
//! the number of calls made: short reads, retries after a signal and the last read of 0 bytes included.

use std::fs::File;
use std::io::{self, Read};
use std::ops::AddAssign;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use crate::{progress, signal};

/// What reading cost in calls, counted where the calls are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadStats {
    /// read(2) and pread(2) calls on the input.
    pub calls: u64,
    /// Bytes these calls returned.
    pub bytes: u64,
    /// mmap(2) calls on the input.
    pub maps: u64,
    /// Bytes of the largest buffer or window in use, where the strategy has one.
    pub buffer: Option<u64>,
}

impl AddAssign for ReadStats {
    fn add_assign(&mut self, other: Self) {
        self.calls = self.calls.saturating_add(other.calls);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.maps = self.maps.saturating_add(other.maps);
        self.buffer = self.buffer.max(other.buffer);
    }
}

/// One range of one open file, read from its start to its end.
#[derive(Debug)]
pub struct Source<'a> {
    file: &'a File,
    position: u64,
    end: Option<u64>,
    positioned: bool,
    input_len: Option<u64>,
    other_ranges: u64,
    /// What the reads so far cost.
    pub stats: ReadStats,
}

impl<'a> Source<'a> {
    /// The bytes from the file's own offset to its end, by read(2): pipes, devices, pseudo files.
    pub fn stream(file: &'a File) -> Self {
        Self::new(file, 0, None, false)
    }

    /// The bytes from `start` to `end` (to the end of the file without one), by pread(2), so that
    /// several threads can read one descriptor.
    pub fn range(file: &'a File, start: u64, end: Option<u64>) -> Self {
        Self::new(file, start, end, true)
    }

    fn new(file: &'a File, position: u64, end: Option<u64>, positioned: bool) -> Self {
        Self {
            file,
            position,
            end,
            positioned,
            input_len: None,
            other_ranges: 0,
            stats: ReadStats::default(),
        }
    }

    /// Tells how long the whole input is, of which this may be one range.
    pub fn with_input_len(mut self, len: u64) -> Self {
        self.input_len = Some(len);
        self
    }

    /// Tells how many bytes of the input are read as other ranges, perhaps at the same time.
    pub fn with_other_ranges(mut self, bytes: u64) -> Self {
        self.other_ranges = bytes;
        self
    }

    /// The open file.
    pub fn file(&self) -> &'a File {
        self.file
    }

    /// The offset of the next byte; on a stream, counted from where it began.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The offset to stop at, if not at the end of the file.
    pub fn end(&self) -> Option<u64> {
        self.end
    }

    /// Bytes of the whole input, if it is a regular file that has a size.
    pub fn input_len(&self) -> Option<u64> {
        self.input_len
    }

    /// Bytes of the input that are read as other ranges.
    pub fn other_ranges(&self) -> u64 {
        self.other_ranges
    }

    /// Bytes that this source is expected to give; a hint, since files grow and shrink.
    pub fn len_hint(&self) -> Option<u64> {
        let end = self.end.or(self.input_len)?;
        Some(end.saturating_sub(self.position))
    }

    /// Moves past bytes that were had, by a read or without one, as from a mapping.
    pub fn skip(&mut self, bytes: u64) {
        self.position = self.position.saturating_add(bytes);
        self.stats.bytes = self.stats.bytes.saturating_add(bytes);
        progress::add(bytes);
    }

    /// Reads into the unused capacity of `buf`, at most `most` bytes, and lengthens it by what came; 0 is
    /// the end.
    ///
    /// # Errors
    /// Those of read(2) but EINTR, after which the call is made again; a signal to stop.
    #[expect(
        unsafe_code,
        reason = "to clear the bytes first would touch all of them"
    )]
    pub fn read_spare(&mut self, buf: &mut Vec<u8>, most: usize) -> io::Result<usize> {
        let len = self.room(most.min(buf.capacity() - buf.len()));
        if len == 0 {
            return Ok(0);
        }
        let spare = &mut buf.spare_capacity_mut()[..len];
        let n = self.call(|file, offset| {
            let (filled, _) = match offset {
                Some(offset) => rustix::io::pread(file, &mut *spare, offset)?,
                None => rustix::io::read(file, &mut *spare)?,
            };
            Ok(filled.len())
        })?;
        // SAFETY: the last call filled so many bytes behind those that there were.
        unsafe { buf.set_len(buf.len() + n) };
        Ok(n)
    }

    /// Of `len` bytes, those that lie before the end.
    fn room(&self, len: usize) -> usize {
        let left = self
            .end
            .map_or(u64::MAX, |end| end.saturating_sub(self.position));
        len.min(usize::try_from(left).unwrap_or(usize::MAX))
    }

    /// Makes a read call, once more after each signal that asks for no stop, and counts every one.
    fn call(
        &mut self,
        mut read: impl FnMut(&File, Option<u64>) -> rustix::io::Result<usize>,
    ) -> io::Result<usize> {
        let mut waits = 0;
        loop {
            signal::check()?;
            self.stats.calls += 1;
            match read(self.file, self.positioned.then_some(self.position)) {
                Ok(n) => {
                    self.skip(n as u64);
                    return Ok(n);
                }
                Err(Errno::INTR) => {}
                // Whoever shares the input made it so; an empty pipe is none that has ended.
                Err(Errno::AGAIN) if waits < MAX_WAITS => {
                    waits += 1;
                    wait(self.file)?;
                }
                // A pseudo file may have a size and yet take no offsets.
                Err(Errno::SPIPE) if self.positioned && self.stats.bytes == 0 => {
                    self.positioned = false;
                }
                Err(errno) => return Err(errno.into()),
            }
        }
    }
}

/// Reads in vain after which a file that says it has bytes, and then has none, is one that cannot be
/// read: others who read the same pipe may be faster, but not that often.
const MAX_WAITS: u32 = 1000;

/// Waits until there are bytes, or the end, or a signal.
fn wait(file: &File) -> io::Result<()> {
    match poll(&mut [PollFd::new(file, PollFlags::IN)], None) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}

impl Read for Source<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let room = self.room(buf.len());
        if room == 0 {
            return Ok(0);
        }
        self.call(|file, offset| match offset {
            Some(offset) => rustix::io::pread(file, &mut buf[..room], offset),
            None => rustix::io::read(file, &mut buf[..room]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_beyond_64_bits_stay_at_the_largest_number() {
        let mut sum = ReadStats {
            calls: u64::MAX,
            bytes: u64::MAX - 1,
            maps: 1,
            buffer: Some(1),
        };
        sum += ReadStats {
            calls: 1,
            bytes: 2,
            maps: u64::MAX,
            buffer: None,
        };
        let most = ReadStats {
            calls: u64::MAX,
            bytes: u64::MAX,
            maps: u64::MAX,
            buffer: Some(1),
        };
        assert_eq!(sum, most);
    }

    /// A stream has no end by which its bytes could not be more.
    #[test]
    fn a_position_beyond_64_bits_stays_at_the_last() {
        let file = tempfile::tempfile().unwrap();
        let mut source = Source::stream(&file);
        for bytes in [u64::MAX - 1, 3, u64::MAX] {
            source.skip(bytes);
        }
        assert_eq!(
            (source.position(), source.stats.bytes),
            (u64::MAX, u64::MAX)
        );
    }
}
