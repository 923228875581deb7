//! The heap, counted by the allocator itself.
//!
//! Mapped files and what C libraries allocate are not in these figures; the peak memory of the whole
//! process, which the kernel keeps, has them.
//!
//! It also decides what becomes of an allocation that fails. The standard library aborts then, which looks
//! like a crash and leaves a core file; so whoever can do without the memory says so by [`tried`], and for
//! all others the process ends with a message and the status of what could not be done.
#![expect(unsafe_code, reason = "a global allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

static NOW: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static ASKED: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, counting. Reading allocates a few buffers and no more, so that the
/// counting costs nothing visible.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    // Constant and without a destructor: nothing is allocated for it.
    static MAY_FAIL: Cell<bool> = const { Cell::new(false) };
}

/// Allocates what can be done without: a failure is `allocate`'s to deal with.
pub fn tried<T>(allocate: impl FnOnce() -> T) -> T {
    MAY_FAIL.set(true);
    let result = allocate();
    MAY_FAIL.set(false);
    result
}

/// What an allocation that failed gives, if whoever asked for it can do without.
#[cold]
fn refused() -> *mut u8 {
    if !MAY_FAIL.get() {
        end();
    }
    null_mut()
}

/// Ends the process with a message, from wherever in it an allocation failed.
fn end() -> ! {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    let message = b"lc: out of memory; use a smaller --buf, fewer --threads or simpler patterns\n";
    // SAFETY: the bytes are static, and no call needs memory. Nothing is run at the exit, as other
    // threads may be anywhere; one that is out of memory, too, waits for it here.
    unsafe {
        while IS_ENDING.swap(true, Relaxed) {
            libc::pause();
        }
        libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len());
        libc::_exit(2)
    }
}

/// Counts an allocation of `new` bytes that replaces one of `old`.
fn count(old: usize, new: usize) {
    ALLOCATIONS.fetch_add(1, Relaxed);
    ASKED.fetch_add(new as u64, Relaxed);
    // Two's complement makes one addition of growing and shrinking alike.
    let change = (new as u64).wrapping_sub(old as u64);
    let now = NOW.fetch_add(change, Relaxed).wrapping_add(change);
    if now > PEAK.load(Relaxed) {
        PEAK.fetch_max(now, Relaxed);
    }
}

// SAFETY: every method hands its arguments on to the system's allocator as they came, whose promises
// are then this one's; null says that there is no memory, from either.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are the system allocator's demands.
        let pointer = unsafe { System.alloc(layout) };
        if pointer.is_null() {
            return refused();
        }
        count(0, layout.size());
        pointer
    }

    // Without this, the default would clear pages that the kernel gives cleared.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        if pointer.is_null() {
            return refused();
        }
        count(0, layout.size());
        pointer
    }

    // Without this, the default would copy what the kernel can move by its page tables.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as for `alloc`.
        let pointer = unsafe { System.realloc(pointer, layout, new_size) };
        if pointer.is_null() {
            return refused();
        }
        count(layout.size(), new_size);
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size() as u64, Relaxed);
        // SAFETY: as for `alloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What the heap has been used for since the process began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Bytes allocated at once, at most.
    pub peak: u64,
    /// Allocations made, each growth of one counted again.
    pub allocations: u64,
    /// Bytes asked for in all of them.
    pub bytes: u64,
}

impl Heap {
    /// The figures so far.
    pub fn now() -> Self {
        Self {
            peak: PEAK.load(Relaxed),
            allocations: ALLOCATIONS.load(Relaxed),
            bytes: ASKED.load(Relaxed),
        }
    }

    /// The allocations since `start`; the peak is the process's.
    pub fn since(self, start: Self) -> Self {
        Self {
            peak: self.peak,
            allocations: self.allocations - start.allocations,
            bytes: self.bytes - start.bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_allocation_is_seen_and_its_growth_counted_once_more() {
        let start = Heap::now();
        let mut bytes = Vec::<u8>::with_capacity(50 << 20);
        bytes.reserve_exact(60 << 20);
        let seen = Heap::now().since(start);
        drop(bytes);
        assert!(seen.allocations >= 2);
        assert!(seen.bytes >= 110 << 20);
        // Not 110: growing an allocation is not holding two.
        assert!((60 << 20..100 << 20).contains(&seen.peak), "{seen:?}");
    }
}
