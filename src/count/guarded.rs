//! For tests: memory that begins and ends where a haystack does. Who reads one byte beside it, even one that changes
//! nothing, is ended by SIGSEGV, as it would be on the last page of a mapped file.
#![expect(unsafe_code, reason = "pages are made unreadable")]

use std::slice;

use memmap2::MmapMut;

/// Lengths about those of vectors, pages and the bounds of short haystacks.
pub(super) fn lengths() -> impl Iterator<Item = usize> {
    const PAGE: usize = 4096;
    const SHORT: usize = 64 << 10;
    let about = |len: usize| len - 1..=len + 1;
    (0..=257).chain(about(PAGE)).chain(about(SHORT))
}

/// Pages between two others that cannot be read.
pub(super) struct Guarded {
    map: MmapMut,
    page: usize,
}

impl Guarded {
    /// Room for `len` bytes.
    pub(super) fn new(len: usize) -> Self {
        let page = rustix::param::page_size();
        let mut map = MmapMut::map_anon(len.next_multiple_of(page) + 2 * page).unwrap();
        for guard in [0, map.len() - page] {
            let at = map.as_mut_ptr().wrapping_add(guard).cast();
            // SAFETY: the page is the mapping's own, and no reference to it is made.
            let result = unsafe { libc::mprotect(at, page, libc::PROT_NONE) };
            assert_eq!(result, 0);
        }
        Self { map, page }
    }

    fn readable(&mut self) -> &mut [u8] {
        let len = self.map.len() - 2 * self.page;
        // SAFETY: between the guards, the mapping is readable and writable, and it is borrowed as this is.
        unsafe { slice::from_raw_parts_mut(self.map.as_mut_ptr().add(self.page), len) }
    }

    /// The same bytes, after which nothing can be read.
    pub(super) fn at_end(&mut self, bytes: &[u8]) -> &[u8] {
        let readable = self.readable();
        let start = readable.len() - bytes.len();
        readable[start..].copy_from_slice(bytes);
        &readable[start..]
    }

    /// The same bytes, before which nothing can be read.
    pub(super) fn at_start(&mut self, bytes: &[u8]) -> &[u8] {
        let place = &mut self.readable()[..bytes.len()];
        place.copy_from_slice(bytes);
        place
    }
}

#[test]
fn a_byte_beside_a_guarded_haystack_cannot_be_read() {
    use std::os::fd::AsRawFd;

    let file = tempfile::tempfile().unwrap();
    // The kernel reads what is to be written, and tells where this program would be ended.
    let can_be_read = |at: *const u8| {
        // SAFETY: the kernel checks the address itself.
        unsafe { libc::write(file.as_raw_fd(), at.cast(), 1) == 1 }
    };
    let mut guarded = Guarded::new(10);
    let end = guarded.at_end(b"0123456789").as_ptr_range();
    assert!(can_be_read(end.end.wrapping_sub(1)) && !can_be_read(end.end));
    let start = guarded.at_start(b"0123456789").as_ptr();
    assert!(can_be_read(start) && !can_be_read(start.wrapping_sub(1)));
}
