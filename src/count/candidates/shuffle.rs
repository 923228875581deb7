//! The search for grams, in vectors: 64 bytes at a time are looked up in a table.
//!
//! As in Teddy, Intel Hyperscan's algorithm (<https://github.com/intel/hyperscan>, `fdr/teddy.c`), a shuffle
//! instruction is the table. Of each place in a gram it gives the buckets that a byte fits, and a gram is found where the
//! four places have a bucket in common. AVX-512's `vpermi2b` has a table of 128 entries, one for each byte of ASCII.
//! AVX2's `vpshufb` has 16, so that two would be asked, by the lower and by the upper half of the byte: tried, and
//! nearly every line had a gram then, for classes that are no rectangle of halves let far too much through.
#![expect(unsafe_code, reason = "a call of what the CPU was asked to have")]

use std::arch::x86_64::*;

use super::grams::{self, Buckets, LIKE_ALL_OTHERS};
use crate::count::vector::load;

/// The places that one step looks at. A gram that begins at the last one has three bytes more.
const STEP: usize = 64;

/// The tables of a search for grams.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Of each place, the buckets that a byte fits.
    tables: Buckets,
}

impl Search {
    /// `None` where the CPU has no such instructions.
    pub(super) fn new() -> Option<Search> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi");
        has_all.then(|| Search {
            tables: grams::buckets(),
        })
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
    tables: &Buckets,
    haystack: &[u8],
    mut at: usize,
    is_wanted: impl Fn(usize) -> bool,
) -> Option<usize> {
    while let Some((step, found)) = next_step(tables, haystack, at) {
        if let Some(gram) = first_wanted(found, step, &is_wanted) {
            return Some(gram);
        }
        at = step + STEP;
    }
    None
}

/// The next step with grams, from `at` on, and a bit for each of them.
///
/// It calls nothing, for across a call no vector keeps its register, and the loop would load the tables again with
/// each step: a third of its speed.
#[inline(never)]
#[target_feature(enable = "avx512bw,avx512vbmi")]
fn next_step(tables: &Buckets, haystack: &[u8], mut at: usize) -> Option<(usize, u64)> {
    let tables = tables
        .each_ref()
        .map(|place| (load(place, 0), load(place, 64)));
    while let Some(two) = haystack[at..].first_chunk::<{ 2 * STEP + 3 }>() {
        let found = (grams_of(tables, two, 0), grams_of(tables, two, STEP));
        if found.0 | found.1 != 0 {
            return Some(match found {
                (0, second) => (at + STEP, second),
                (first, _) => (at, first),
            });
        }
        at += 2 * STEP;
    }
    let one = haystack[at..].first_chunk::<{ STEP + 3 }>()?;
    let found = grams_of(tables, one, 0);
    (found != 0).then_some((at, found))
}

/// A bit for each gram that begins in the 64 bytes from `at` on.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi")]
fn grams_of([a, b, c, d]: [(__m512i, __m512i); 4], bytes: &[u8], at: usize) -> u64 {
    let ab = _mm512_and_si512(fit(a, load(bytes, at)), fit(b, load(bytes, at + 1)));
    let cd = _mm512_and_si512(fit(c, load(bytes, at + 2)), fit(d, load(bytes, at + 3)));
    _mm512_test_epi8_mask(ab, cd)
}

/// The buckets that each byte fits.
#[inline]
#[target_feature(enable = "avx512bw,avx512vbmi")]
fn fit((first, second): (__m512i, __m512i), bytes: __m512i) -> __m512i {
    let others = _mm512_set1_epi8(LIKE_ALL_OTHERS.cast_signed());
    _mm512_permutex2var_epi8(first, _mm512_min_epu8(bytes, others), second)
}
