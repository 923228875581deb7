//! The heap, counted by the allocator itself.
//!
//! Mapped files and what C libraries allocate are not in these figures; the peak memory of the whole
//! process, which the kernel keeps, has them.
#![expect(unsafe_code, reason = "a global allocator is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static NOW: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static ASKED: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, counting. Reading allocates a few buffers and no more, so that the
/// counting costs nothing visible.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
// are then this one's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are the system allocator's demands.
        let pointer = unsafe { System.alloc(layout) };
        if !pointer.is_null() {
            count(0, layout.size());
        }
        pointer
    }

    // Without this, the default would clear pages that the kernel gives cleared.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        if !pointer.is_null() {
            count(0, layout.size());
        }
        pointer
    }

    // Without this, the default would copy what the kernel can move by its page tables.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as for `alloc`.
        let pointer = unsafe { System.realloc(pointer, layout, new_size) };
        if !pointer.is_null() {
            count(layout.size(), new_size);
        }
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
