//! Counting LF bytes.

/// The number of LF bytes in `haystack`.
///
/// By `bytecount`, which picks AVX2 at run time.
pub fn count(haystack: &[u8]) -> u64 {
    bytecount::count(haystack, b'\n') as u64
}

#[cfg(test)]
mod tests {
    use super::*;

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
                }
            }
        }
    }

    #[test]
    fn only_newlines_do_not_overflow_a_lane() {
        for len in [255, 256, 257, 255 * 32, 256 * 32 + 1, 100_000] {
            assert_eq!(count(&vec![b'\n'; len]), len as u64);
            assert_eq!(count(&vec![0xff; len]), 0);
        }
    }
}
