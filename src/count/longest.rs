//! The longest line of a block.

use memchr::{memchr, memrchr};

/// The length of the longest line in `lines`, LF not counted, if it is longer than `floor`; else
/// `floor`. Each line of `lines` ends in LF.
///
/// A line longer than the longest so far covers all of the `floor + 1` bytes from its start, so the
/// search jumps that far and looks backwards for an LF; all it jumps over are lines that are no
/// longer. What is known of the longest line decides how little of the rest is looked at.
pub fn longest(mut lines: &[u8], floor: u64) -> u64 {
    let mut longest = usize::try_from(floor).unwrap_or(usize::MAX);
    while lines.len() > longest {
        match memrchr(b'\n', &lines[..=longest]) {
            Some(end) => lines = &lines[end + 1..],
            None => {
                let beyond = longest + 1;
                let Some(end) = memchr(b'\n', &lines[beyond..]) else {
                    break;
                };
                longest = beyond + end;
                lines = &lines[longest + 1..];
            }
        }
    }
    longest as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(lines: &[u8], floor: u64) -> u64 {
        let lines = lines.split_inclusive(|&byte| byte == b'\n');
        lines
            .map(|line| line.len() as u64 - 1)
            .max()
            .unwrap_or(0)
            .max(floor)
    }

    proptest! {
        #[test]
        fn agrees_with_measuring_every_line(lens in prop::collection::vec(0_usize..40, 0..30), floor in 0_u64..50) {
            let lines: Vec<u8> = lens.iter().flat_map(|&len| [vec![b'x'; len], vec![b'\n']].concat()).collect();
            prop_assert_eq!(longest(&lines, floor), naive(&lines, floor));
        }
    }
}
