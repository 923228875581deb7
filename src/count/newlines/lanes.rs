//! LFs counted in vectors: each of 256 lanes counts up to 255 of them, then all are added up.
#![expect(unsafe_code, reason = "a call of what the CPU was asked to have")]

use std::arch::x86_64::*;

use crate::count::vector::load;

/// What one step takes, a byte for each lane.
const STEP: usize = 256;

/// The number of LF bytes in `haystack`; `None` where the CPU has no such instructions.
pub(super) fn count(haystack: &[u8]) -> Option<u64> {
    let has_all = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
    // SAFETY: the CPU has these instructions.
    has_all.then(|| unsafe { count_avx512(haystack) })
}

#[target_feature(enable = "avx512bw")]
fn count_avx512(haystack: &[u8]) -> u64 {
    let (lf, one) = (_mm512_set1_epi8(b'\n'.cast_signed()), _mm512_set1_epi8(1));
    let (steps, rest) = haystack.as_chunks::<STEP>();
    let mut count = rest.iter().filter(|&&byte| byte == b'\n').count() as u64;
    for steps in steps.chunks(u8::MAX.into()) {
        let mut lanes = [_mm512_setzero_si512(); 4];
        for step in steps {
            for (lanes, at) in lanes.iter_mut().zip([0, 64, 128, 192]) {
                let found = _mm512_cmpeq_epi8_mask(load(step, at), lf);
                *lanes = _mm512_mask_add_epi8(*lanes, found, *lanes, one);
            }
        }
        for lanes in lanes {
            let sums = _mm512_sad_epu8(lanes, _mm512_setzero_si512());
            count += _mm512_reduce_add_epi64(sums).cast_unsigned();
        }
    }
    count
}
