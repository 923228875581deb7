//! Finding and counting LF bytes.
//!
//! The crates that do it fast ask the processor first what it can do, and a virtual machine takes some
//! forty microseconds to answer: more than all that a small file costs. So what is shorter than
//! `SHORT` is searched by plain loops, which the compiler makes vector code of as well.

#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "avx512")),
    path = "newlines/no_lanes.rs"
)]
mod lanes;

use memchr::{memchr, memrchr};

/// Bytes below which a plain loop does: at some 5 GB/s, as much as asking the processor costs.
const SHORT: usize = 64 << 10;

/// The number of LF bytes in `haystack`.
///
/// In lanes of AVX-512 where the CPU has it, else by `bytecount`, which picks AVX2 at run time. AMD EPYC (Zen 4),
/// 2026-11-30, one thread; GB/s over blocks of some size, medians of 25 runs in milliseconds for the whole process
/// on a gigabyte in the page cache, interleaved:
///
/// | | lanes | `popcnt` of masks | bytecount | memchr's iterator |
/// |---|---|---|---|---|
/// | 192 KiB | 224 | 211 | 107 | |
/// | 4 MiB | 109 | 111 | 94 | |
/// | log as a program wrote it | 78 | | 82 | |
/// | log read from the disk | 42.5 | | 47.3 | |
/// | two threads, log as a program wrote it | 43.1 | | 47.8 | |
/// | two threads, log read from the disk | 28.0 | | 30.0 | |
/// | two threads, only LFs | 26.0 | | 28.1 | |
/// | two threads, no LF | 92.6 | | 93.6 | |
/// | half a gigabyte, a slower memory | 69 | 70 | 69 | 76 |
pub fn count(haystack: &[u8]) -> u64 {
    if haystack.len() < SHORT {
        return haystack
            .chunks(255)
            .map(|chunk| {
                u64::from(
                    chunk
                        .iter()
                        .map(|&byte| u8::from(byte == b'\n'))
                        .sum::<u8>(),
                )
            })
            .sum();
    }
    lanes::count(haystack).unwrap_or_else(|| bytecount::count(haystack, b'\n') as u64)
}

/// The index of the first LF in `haystack`.
pub fn first(haystack: &[u8]) -> Option<usize> {
    let near = haystack.len().min(SHORT / 64);
    let found = haystack[..near].iter().position(|&byte| byte == b'\n');
    found.or_else(|| {
        Some(near + memchr(b'\n', haystack.get(near..).filter(|rest| !rest.is_empty())?)?)
    })
}

/// The index of the last LF in `haystack`.
pub fn last(haystack: &[u8]) -> Option<usize> {
    let far = haystack.len().saturating_sub(SHORT / 64);
    let found = haystack[far..].iter().rposition(|&byte| byte == b'\n');
    found.map(|at| far + at).or_else(|| {
        if far == 0 {
            None
        } else {
            memrchr(b'\n', &haystack[..far])
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::guarded::{Guarded, lengths};

    fn naive(haystack: &[u8]) -> u64 {
        haystack.iter().filter(|&&byte| byte == b'\n').count() as u64
    }

    /// Every length up to 257 at every alignment, with every distance between LFs up to 8 and bytes
    /// that differ from LF in one bit.
    #[test]
    fn agrees_with_a_loop_at_every_offset_and_length() {
        for period in 1..=8 {
            let bytes: Vec<u8> = (0..64 + 257)
                .map(|i| {
                    if i % period == 0 {
                        b'\n'
                    } else {
                        b'\n' ^ (1 << (i % 8))
                    }
                })
                .collect();
            for offset in 0..64 {
                for len in 0..=257 {
                    let haystack = &bytes[offset..offset + len];
                    assert_eq!(count(haystack), naive(haystack), "{period} {offset} {len}");
                    let fast = bytecount::count(haystack, b'\n') as u64;
                    assert_eq!(fast, naive(haystack), "{period} {offset} {len}");
                    let fast = lanes::count(haystack).unwrap_or(fast);
                    assert_eq!(fast, naive(haystack), "{period} {offset} {len}");
                }
            }
        }
    }

    #[test]
    fn only_newlines_do_not_overflow_a_lane() {
        for len in [
            255,
            256,
            257,
            255 * 32,
            256 * 32 + 1,
            255 * 256,
            256 * 256,
            100_000,
        ] {
            assert_eq!(count(&vec![b'\n'; len]), len as u64);
            assert_eq!(count(&vec![0xff; len]), 0);
        }
    }

    #[test]
    fn the_first_and_the_last_are_found_wherever_they_are() {
        let mut haystack = vec![b'x'; 4 * SHORT / 64];
        assert_eq!((first(&haystack), last(&haystack)), (None, None));
        assert_eq!((first(&[]), last(&[])), (None, None));
        for at in (0..haystack.len())
            .step_by(7)
            .chain([SHORT / 64 - 1, SHORT / 64])
        {
            haystack[at] = b'\n';
            assert_eq!((first(&haystack), last(&haystack)), (Some(at), Some(at)));
            let next = (at + 5).min(haystack.len() - 1);
            haystack[next] = b'\n';
            assert_eq!((first(&haystack), last(&haystack)), (Some(at), Some(next)));
            haystack[at] = b'x';
            haystack[next] = b'x';
        }
    }

    #[test]
    fn no_byte_beside_the_haystack_is_read() {
        let mut guarded = Guarded::new(lengths().max().unwrap());
        for len in lengths() {
            // LFs everywhere, some, one at either end, none.
            for (first_lf, period) in [(0, 1), (3, 7), (0, len), (len.max(1) - 1, len), (len, 1)] {
                let mut bytes = vec![b'x'; len];
                let places = (first_lf..len).step_by(period.max(1));
                places.for_each(|at| bytes[at] = b'\n');
                let check = |haystack: &[u8]| {
                    let what = format!("{len} {first_lf} {period}");
                    let lfs = naive(haystack);
                    assert_eq!(count(haystack), lfs, "{what}");
                    assert_eq!(bytecount::count(haystack, b'\n') as u64, lfs, "{what}");
                    assert_eq!(lanes::count(haystack).unwrap_or(lfs), lfs, "{what}");
                    let is_lf = |byte: &u8| *byte == b'\n';
                    let (from_start, from_end) = (first(haystack), last(haystack));
                    assert_eq!(from_start, haystack.iter().position(is_lf), "{what}");
                    assert_eq!(from_end, haystack.iter().rposition(is_lf), "{what}");
                };
                check(guarded.at_end(&bytes));
                check(guarded.at_start(&bytes));
            }
        }
    }
}
