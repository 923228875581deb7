//! Sizes in bytes, as they are typed and as they are shown.

use std::fmt;

/// The letters for powers of 1024, or of 1000 with a `B` behind.
const PREFIXES: &[u8] = b"KMGTPE";

/// Why a text is not a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// Nothing was given.
    Empty,
    /// It does not begin with a digit, as a negative number does not.
    NotANumber,
    /// The digits are followed by something that is no unit.
    UnknownUnit,
    /// It is more than 64 bits can hold.
    TooLarge,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "a size is missing",
            Self::NotANumber => "a size is a whole number of bytes, as 4096, 256K or 1M",
            Self::UnknownUnit => {
                "a size ends in K, M, G, T, P or E (or KiB and so on: powers of 1024), \
                 or KB, MB and so on (powers of 1000)"
            }
            Self::TooLarge => "a size of 16 EiB or more cannot be counted",
        })
    }
}

impl std::error::Error for SizeError {}

/// Reads a size as GNU tools write them: `K` = `k` = `KiB` = 1024, `KB` = 1000, and so on up to `E`;
/// plain numbers are bytes.
///
/// # Errors
/// What is no whole number of bytes below 2^64.
pub fn parse(text: &str) -> Result<u64, SizeError> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    if text.is_empty() {
        return Err(SizeError::Empty);
    }
    if number.is_empty() {
        return Err(SizeError::NotANumber);
    }
    let scale = scale(unit)?;
    let number: u64 = number.parse().map_err(|_| SizeError::TooLarge)?;
    number.checked_mul(scale).ok_or(SizeError::TooLarge)
}

fn scale(unit: &str) -> Result<u64, SizeError> {
    let (letter, base) = match unit.as_bytes() {
        [] | b"B" => return Ok(1),
        [letter] | [letter, b'i', b'B'] => (letter, 1024_u64),
        [letter, b'B'] => (letter, 1000),
        [b'.', ..] => return Err(SizeError::NotANumber),
        _ => return Err(SizeError::UnknownUnit),
    };
    let power = PREFIXES
        .iter()
        .position(|prefix| prefix == &letter.to_ascii_uppercase());
    let power = power.ok_or(SizeError::UnknownUnit)?;
    Ok(base.pow(power as u32 + 1))
}

/// Shows `bytes` in the largest binary unit that it fills, as `256 KiB`; with one decimal where it is
/// no whole number of them and has at most two digits, as `1.5 GiB`.
pub fn binary(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10) as usize;
    let unit = 1_u64 << (10 * power);
    if bytes.is_multiple_of(unit) {
        return format!("{} {}", grouped(bytes / unit), UNITS[power]);
    }
    let value = bytes as f64 / unit as f64;
    if value >= 99.95 {
        // 1,023.9 would read as a typing error for the next unit.
        format!("{} {}", grouped(value.round() as u64), UNITS[power])
    } else {
        format!("{value:.1} {}", UNITS[power])
    }
}

/// The size that an option may be given so that `bytes` are not above it, in as few digits as a power of two
/// has; none where that is more than can be told.
pub fn covering(bytes: u64) -> Option<String> {
    let size = bytes.checked_next_power_of_two()?;
    let power = size.ilog2() / 10;
    let suffix = ["", "K", "M", "G", "T", "P", "E"][power as usize];
    Some(format!("{}{suffix}", size >> (10 * power)))
}

/// Shows a count with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn units_are_those_of_gnu() {
        for (text, bytes) in [
            ("0", 0),
            ("1", 1),
            ("4096", 4096),
            ("7B", 7),
            ("1K", 1024),
            ("1k", 1024),
            ("1KiB", 1024),
            ("1KB", 1000),
            ("1kB", 1000),
            ("256K", 256 << 10),
            ("3M", 3 << 20),
            ("3MB", 3_000_000),
            ("2G", 2 << 30),
            ("1T", 1 << 40),
            ("1P", 1 << 50),
            ("15E", 15 << 60),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn a_covering_size_is_short() {
        let sizes = [0, 1, 1000, 1025, 3_355_443, 1 << 30, 1 << 63].map(covering);
        let texts = ["1", "1", "1K", "2K", "4M", "1G", "8E"];
        assert_eq!(sizes, texts.map(|text| Some(text.to_owned())));
        assert_eq!(covering(u64::MAX), None);
    }

    proptest! {
        #[test]
        fn a_covering_size_is_read_back_as_no_less(bytes in 1..=1_u64 << 63) {
            let size = parse(&covering(bytes).unwrap()).unwrap();
            prop_assert!(size >= bytes && size / 2 < bytes);
        }
    }

    #[test]
    fn what_is_no_size_says_why() {
        for (text, error) in [
            ("", SizeError::Empty),
            ("-1", SizeError::NotANumber),
            ("+1", SizeError::NotANumber),
            (" 1", SizeError::NotANumber),
            ("K", SizeError::NotANumber),
            ("1.5K", SizeError::NotANumber),
            ("1 K", SizeError::UnknownUnit),
            ("1X", SizeError::UnknownUnit),
            ("1Ki", SizeError::UnknownUnit),
            ("1KK", SizeError::UnknownUnit),
            ("0x10", SizeError::UnknownUnit),
            ("16E", SizeError::TooLarge),
            ("18446744073709551616", SizeError::TooLarge),
            ("99999999999999999999999K", SizeError::TooLarge),
        ] {
            assert_eq!(parse(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn shown_sizes_are_short_and_exact_where_they_can_be() {
        for (bytes, text) in [
            (0, "0 B"),
            (1, "1 B"),
            (1023, "1,023 B"),
            (1024, "1 KiB"),
            (1536, "1.5 KiB"),
            (256 << 10, "256 KiB"),
            ((256 << 10) + 1, "256 KiB"),
            ((1023 << 10) + 1, "1,023 KiB"),
            (2_726_298, "2.6 MiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(binary(bytes), text);
        }
    }

    proptest! {
        #[test]
        fn every_number_with_every_unit(number in 0_u64..1000, power in 1_u32..6, decimal: bool) {
            let letter = char::from(PREFIXES[power as usize - 1]);
            let (unit, base) = if decimal { ("B", 1000_u64) } else { ("", 1024) };
            prop_assert_eq!(parse(&format!("{number}{letter}{unit}")), Ok(number * base.pow(power)));
        }

        #[test]
        fn grouping_changes_no_digit(number: u64) {
            let text = grouped(number);
            prop_assert_eq!(text.replace(',', ""), number.to_string());
            prop_assert!(text.rsplit(',').skip(1).all(|group| !group.is_empty()));
            prop_assert!(text.split(',').skip(1).all(|group| group.len() == 3));
        }
    }
}
