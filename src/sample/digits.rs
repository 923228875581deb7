//! Digits without `fmt`, which is too slow for each record.

/// Writes `digits` over those at `at`.
pub(super) fn put<const N: usize>(text: &mut [u8], at: u8, digits: &[u8; N]) {
    text[usize::from(at)..][..N].copy_from_slice(digits);
}

/// Eight digits at once: a nibble to each byte, `0` added, and beyond nine the way on to `a`.
pub(super) fn hex(number: u32) -> [u8; 8] {
    let mut nibbles = u64::from(number);
    nibbles = (nibbles << 16 | nibbles) & 0x0000_ffff_0000_ffff;
    nibbles = (nibbles << 8 | nibbles) & 0x00ff_00ff_00ff_00ff;
    nibbles = (nibbles << 4 | nibbles) & 0x0f0f_0f0f_0f0f_0f0f;
    let letters = ((nibbles + 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101;
    (nibbles + 0x3030_3030_3030_3030 + letters * u64::from(b'a' - b'0' - 10)).to_be_bytes()
}

/// For each random byte, two decimal digits.
pub(super) const TWO_DIGITS: [[u8; 2]; 256] = {
    let mut table = [[0; 2]; 256];
    let mut byte = 0;
    while byte < table.len() {
        let number = byte as u32 * 100 / 256;
        table[byte] = [digit(number / 10), digit(number)];
        byte += 1;
    }
    table
};

pub(super) const fn digit(number: u32) -> u8 {
    b'0' + (number % 10) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_what_fmt_writes() {
        for number in [0, 9, 10, 0x0123_4567, 0x89ab_cdef, u32::MAX] {
            assert_eq!(hex(number), format!("{number:08x}").as_bytes());
        }
    }
}
