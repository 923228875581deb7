//! In place of the counting in vectors, where there is none for the CPU.

pub(super) fn count(_haystack: &[u8]) -> Option<u64> {
    None
}
