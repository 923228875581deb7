//! The search for grams, in vectors: 64 bytes at a time are looked up in a table.
//!
//! As in Teddy, Intel Hyperscan's algorithm (<https://github.com/intel/hyperscan>, `fdr/teddy.c`), a shuffle
//! instruction is the table. Of each place in a gram it gives the buckets that a byte fits, and a gram is found where the
//! four places have a bucket in common. AVX-512's `vpermi2b` has a table of 128 entries, one for each byte of ASCII.
//! AVX2's `vpshufb` has 16, so that two would be asked, by the lower and by the upper half of the byte: tried, and
//! nearly every line had a gram then, for classes that are no rectangle of halves let far too much through.
#![expect(
    unsafe_code,
    reason = "loads within an array, and calls of what the CPU was asked to have"
)]

use std::arch::x86_64::*;

use super::grams::{self, NOT_ASCII};

/// The places that one step looks at. A gram that begins at the last one has three bytes more.
const STEP: usize = 64;

/// The tables of a search for grams.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Of each place the table of ASCII, and the buckets that fit all other bytes.
    tables: [([u8; 128], u8); 4],
}

impl Search {
    /// `None` where the CPU has no such instructions.
    pub(super) fn new() -> Option<Search> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi");
        let tables = grams::buckets().map(|place| {
            let ascii = place.first_chunk().expect("129 entries");
            (*ascii, place[NOT_ASCII])
        });
        has_all.then_some(Search { tables })
    }

    /// The first gram at or after `at` that `is_wanted`.
    pub(super) fn find(
        &self,
        haystack: &[u8],
        at: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        if let Some(gram) = self.find_in_strides(haystack, at, &is_wanted) {
            return Some(gram);
        }
        let in_strides = (haystack.len() - at).saturating_sub(3) / STEP * STEP;
        let rest = &haystack[at + in_strides..];
        // The rest has up to 66 bytes, and grams may begin at all of them. LFs follow it, as they follow a line.
        let mut strides = [b'\n'; 2 * STEP + 3];
        strides[..rest.len()].copy_from_slice(rest);
        let offset = at + in_strides;
        self.find_in_strides(&strides, 0, |gram| {
            gram < rest.len() && is_wanted(offset + gram)
        })
        .map(|gram| offset + gram)
    }

    /// [`Search::find`] in as many whole strides as there are.
    #[inline]
    fn find_in_strides(
        &self,
        haystack: &[u8],
        at: usize,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        // SAFETY: a search is made only where the CPU has these instructions.
        unsafe { find_avx512(&self.tables, haystack, at, is_wanted) }
    }
}

/// The first that `is_wanted` of the places after `at` that `found` has a bit for.
#[inline(always)]
fn first_wanted(mut found: u64, at: usize, is_wanted: impl Fn(usize) -> bool) -> Option<usize> {
    while found != 0 {
        let gram = at + found.trailing_zeros() as usize;
        if is_wanted(gram) {
            return Some(gram);
        }
        found &= found - 1;
    }
    None
}

#[target_feature(enable = "avx512bw,avx512vbmi")]
fn find_avx512(
    tables: &[([u8; 128], u8); 4],
    haystack: &[u8],
    mut at: usize,
    is_wanted: impl Fn(usize) -> bool,
) -> Option<usize> {
    let [a, b, c, d] = tables.each_ref().map(|(ascii, others)| {
        let (first, second) = ascii.split_at(64);
        let others = _mm512_set1_epi8(others.cast_signed());
        (load_64(first, 0), load_64(second, 0), others)
    });
    while let Some(stride) = haystack[at..].first_chunk::<{ STEP + 3 }>() {
        let ab = _mm512_and_si512(
            fit_512(a, load_64(stride, 0)),
            fit_512(b, load_64(stride, 1)),
        );
        let cd = _mm512_and_si512(
            fit_512(c, load_64(stride, 2)),
            fit_512(d, load_64(stride, 3)),
        );
        let found = _mm512_test_epi8_mask(ab, cd);
        if found != 0
            && let Some(gram) = first_wanted(found, at, &is_wanted)
        {
            return Some(gram);
        }
        at += STEP;
    }
    None
}

/// The buckets that each byte fits.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi")]
fn fit_512((first, second, others): (__m512i, __m512i, __m512i), bytes: __m512i) -> __m512i {
    let ascii = _mm512_permutex2var_epi8(first, bytes, second);
    _mm512_mask_mov_epi8(ascii, _mm512_movepi8_mask(bytes), others)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_64(bytes: &[u8], at: usize) -> __m512i {
    let bytes = &bytes[at..at + 64];
    // SAFETY: the slice has 64 bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
