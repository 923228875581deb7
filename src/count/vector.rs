//! The 64 bytes that AVX-512 works on at once.
#![expect(unsafe_code, reason = "loads of vectors take pointers")]

use std::arch::x86_64::{__m512i, _mm512_loadu_si512};

/// The bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(bytes: &[u8], at: usize) -> __m512i {
    let bytes = &bytes[at..at + 64];
    // SAFETY: the slice has 64 bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
