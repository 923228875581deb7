//! How much of a file the page cache holds, and making it hold all or nothing.
#![expect(
    unsafe_code,
    reason = "cachestat(2) and mincore(2) have no safe interface"
)]

use std::fs::File;
use std::io::{self, IoSliceMut};
use std::num::NonZeroU64;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;

use clap::ValueEnum;
use memmap2::MmapOptions;
use rustix::fs::{Advice, fadvise};
use rustix::io::{Errno, ReadWriteFlags, preadv2};

/// cachestat(2), which has this number on all architectures, since Linux 6.5.
const SYS_CACHESTAT: libc::c_long = 451;

/// Bytes mapped at once to ask mincore(2) about.
const WINDOW: u64 = 256 << 20;

/// So far beyond its end, no page of a file is resident, however large the pages that the cache keeps it in.
const BEYOND: u64 = 1 << 30;

/// Arguments of cachestat(2), as in `linux/mman.h`. A length of 0 is all of the file.
#[repr(C)]
struct CachestatRange {
    offset: u64,
    len: u64,
}

/// Results of cachestat(2), in pages, as in `linux/mman.h`.
#[repr(C)]
#[derive(Default)]
struct Cachestat {
    cached: u64,
    dirty: u64,
    writeback: u64,
    evicted: u64,
    recently_evicted: u64,
}

/// What the page cache is to hold of an input before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum State {
    /// Whatever it holds
    #[default]
    AsIs,
    /// All of it
    Warm,
    /// Nothing of it, so that it comes from the disk
    Cold,
}

impl State {
    /// The name on the command line and in reports.
    pub fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Brings the first `len` bytes of `file` into this state, as far as that can be had; what came of
    /// it is for [`resident_bytes`] to tell.
    ///
    /// # Errors
    /// A read that failed; a file that could not be written back to its disk.
    pub fn prepare(self, file: &File, len: u64) -> io::Result<()> {
        match self {
            Self::AsIs => Ok(()),
            Self::Warm => read_all(file, len),
            Self::Cold => drop_pages(file, len),
        }
    }

    /// Whether `resident` of `len` bytes in the cache are this state.
    pub fn is_reached(self, resident: u64, len: u64) -> bool {
        match self {
            Self::AsIs => true,
            Self::Warm => resident == len,
            Self::Cold => resident == 0,
        }
    }
}

/// Times that dropping is tried: pages that were just read are on a list of their own for a moment.
const DROPS: usize = 3;

/// Only clean pages are dropped, and none that someone has mapped; so what is dirty is written first,
/// and what stays is left to its owner. The machine's other files keep theirs.
fn drop_pages(file: &File, len: u64) -> io::Result<()> {
    file.sync_data()?;
    for _ in 0..DROPS {
        fadvise(file, 0, NonZeroU64::new(len), Advice::DontNeed)?;
        if resident_bytes(file, len).is_ok_and(|bytes| bytes == 0) {
            break;
        }
    }
    Ok(())
}

fn read_all(file: &File, len: u64) -> io::Result<()> {
    // No larger than what any strategy takes: it would be the peak of a run that has not begun.
    let mut buffer = vec![0; 64 << 10];
    let mut offset = 0;
    while offset < len {
        match file.read_at(&mut buffer, offset) {
            Ok(0) => break,
            Ok(n) => offset += n as u64,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whether some of so many bytes from `start` on must come from a disk: a few places are read in a way that
/// must not wait (`RWF_NOWAIT`, preadv2(2)), and each read is counted in `calls`. Not where that cannot be
/// told. Unlike [`resident_bytes`] it takes no longer for larger files: it is for every run.
pub fn is_cold(file: &File, start: u64, len: u64, calls: &mut u64) -> bool {
    const PLACES: u64 = 4;
    (0..PLACES).any(|i| {
        let offset = start + len / PLACES * i + len / PLACES / 2;
        *calls += 1;
        let mut byte = [0];
        let mut place = [IoSliceMut::new(&mut byte)];
        preadv2(file, &mut place, offset, ReadWriteFlags::NOWAIT) == Err(Errno::AGAIN)
    })
}

/// Bytes of the first `len` bytes of `file` that the page cache holds.
///
/// # Errors
/// A kernel or a file system that does not tell, or not this user.
pub fn resident_bytes(file: &File, len: u64) -> io::Result<u64> {
    let page = rustix::param::page_size() as u64;
    let pages = match cachestat(file, len) {
        Ok(pages) => pages,
        Err(_) => mincore(file, len, page)?,
    };
    Ok((pages * page).min(len))
}

fn cachestat(file: &File, len: u64) -> io::Result<u64> {
    let range = CachestatRange { offset: 0, len };
    let mut stat = Cachestat::default();
    // SAFETY: the kernel reads the first struct and fills the second; both live until it returns.
    let result = unsafe {
        libc::syscall(
            SYS_CACHESTAT,
            file.as_raw_fd(),
            &raw const range,
            &raw mut stat,
            0,
        )
    };
    if result == 0 {
        Ok(stat.cached)
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Pages that mincore(2) calls resident.
///
/// # Errors
/// As mmap(2) and mincore(2), and where its answer is none: to those who neither own a file nor may write
/// it, Linux calls every page resident since 5.2, and some sandboxes do so to all.
fn mincore(file: &File, len: u64, page: u64) -> io::Result<u64> {
    if resident_pages(file, len.next_multiple_of(BEYOND) + BEYOND, page, page)? != 0 {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    (0..len)
        .step_by(WINDOW as usize)
        .map(|offset| resident_pages(file, offset, WINDOW.min(len - offset), page))
        .sum()
}

fn resident_pages(file: &File, offset: u64, len: u64, page: u64) -> io::Result<u64> {
    let len = len as usize;
    // SAFETY: the mapping's bytes are never looked at, only asked about.
    let map = unsafe { MmapOptions::new().offset(offset).len(len).map(file)? };
    let mut pages = vec![0_u8; len.div_ceil(page as usize)];
    // SAFETY: the mapping has `len` bytes, and the vector an element for each of its pages.
    let result = unsafe { libc::mincore(map.as_ptr().cast_mut().cast(), len, pages.as_mut_ptr()) };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(pages.iter().filter(|&&page| page & 1 == 1).count() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// Not every file system can drop pages; that it says so is all that is asked here.
    #[test]
    fn a_state_is_reached_or_told_not_to_be() {
        let mut file = tempfile::tempfile().unwrap();
        let len = 1 << 20;
        file.write_all(&vec![b'x'; len as usize]).unwrap();
        State::Warm.prepare(&file, len).unwrap();
        let resident = resident_bytes(&file, len).unwrap();
        assert!(State::Warm.is_reached(resident, len));
        assert!(!State::Cold.is_reached(resident, len));
        let mut calls = 0;
        assert!(!is_cold(&file, 0, len, &mut calls));
        assert_eq!(calls, 4);
        State::Cold.prepare(&file, len).unwrap();
        let resident = resident_bytes(&file, len).unwrap();
        assert_eq!(State::Cold.is_reached(resident, len), resident == 0);
        if resident == 0 {
            assert!(is_cold(&file, 0, len, &mut calls));
        }
    }

    #[test]
    fn a_file_just_written_is_in_the_cache_and_both_ways_say_so() {
        let mut file = tempfile::tempfile().unwrap();
        let page = rustix::param::page_size() as u64;
        let len = 5 * page + 1;
        file.write_all(&vec![b'x'; len as usize]).unwrap();
        assert_eq!(resident_bytes(&file, len).unwrap(), len);
        assert_eq!(mincore(&file, len, page).unwrap(), 6);
    }
}
