//! How much of a file the page cache holds.
#![expect(
    unsafe_code,
    reason = "cachestat(2) and mincore(2) have no safe interface"
)]

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

use memmap2::MmapOptions;

/// cachestat(2), which has this number on all architectures, since Linux 6.5.
const SYS_CACHESTAT: libc::c_long = 451;

/// Bytes mapped at once to ask mincore(2) about.
const WINDOW: u64 = 256 << 20;

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

/// Bytes of the first `len` bytes of `file` that the page cache holds.
///
/// # Errors
/// A kernel or a file system that does not tell.
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

fn mincore(file: &File, len: u64, page: u64) -> io::Result<u64> {
    let mut resident = 0;
    let mut pages = Vec::new();
    for offset in (0..len).step_by(WINDOW as usize) {
        let window = WINDOW.min(len - offset) as usize;
        // SAFETY: the mapping's bytes are never looked at, only asked about.
        let map = unsafe { MmapOptions::new().offset(offset).len(window).map(file)? };
        pages.resize(window.div_ceil(page as usize), 0_u8);
        // SAFETY: the mapping has `window` bytes, and the vector an element for each of its pages.
        let result =
            unsafe { libc::mincore(map.as_ptr().cast_mut().cast(), window, pages.as_mut_ptr()) };
        if result != 0 {
            return Err(io::Error::last_os_error());
        }
        resident += pages.iter().filter(|&&page| page & 1 == 1).count() as u64;
    }
    Ok(resident)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

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
