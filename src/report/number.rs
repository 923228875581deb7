//! Numbers as a reader takes them in: three digits and a unit.

use crate::size::grouped;

/// The unit of a time, and how many of it a second has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimeUnit {
    pub(super) name: &'static str,
    pub(super) per_second: f64,
}

impl TimeUnit {
    /// The one in which `seconds` are at least 1.
    pub(super) fn of(seconds: f64) -> Self {
        let (name, per_second) = match seconds {
            _ if seconds >= 0.9995 => ("s", 1.0),
            _ if seconds >= 0.000_999_5 => ("ms", 1e3),
            _ => ("µs", 1e6),
        };
        Self { name, per_second }
    }
}

/// A time, as `34.9 ms`.
pub(super) fn duration(seconds: f64) -> String {
    let unit = TimeUnit::of(seconds);
    format!("{} {}", three_digits(seconds * unit.per_second), unit.name)
}

/// A time and what it varies by, in the same unit and to the same digit, as `34.9 ± 0.4 ms`.
pub(super) fn spread(seconds: f64, by: f64) -> String {
    let unit = TimeUnit::of(seconds);
    let value = seconds * unit.per_second;
    let digits = decimals(value);
    let by = by * unit.per_second;
    format!("{value:.digits$} ± {by:.digits$} {}", unit.name)
}

/// A throughput with its unit, decimal, as devices and links are sold.
pub(crate) fn throughput(bytes_per_second: f64) -> String {
    let (value, unit) = match bytes_per_second {
        speed if speed >= 0.9995e9 => (speed / 1e9, "GB/s"),
        speed if speed >= 0.9995e6 => (speed / 1e6, "MB/s"),
        speed => (speed / 1e3, "kB/s"),
    };
    format!("{} {unit}", three_digits(value))
}

/// A throughput in GB/s, decimal, as devices are sold.
pub(super) fn gigabytes(bytes_per_second: f64) -> String {
    let value = bytes_per_second / 1e9;
    match value {
        _ if value >= 0.0995 => three_digits(value),
        _ if value >= 0.000_95 => format!("{value:.3}"),
        _ => "<0.001".to_owned(),
    }
}

/// A ratio. What is far off needs no decimals, and what is farther still no digits.
pub(super) fn ratio(value: f64) -> String {
    match value {
        _ if value < 999.5 => three_digits(value),
        _ if value < 1e9 => grouped(value.round() as u64),
        _ => format!("{value:.0e}"),
    }
}

/// A count: exact up to a million, then with three digits.
pub(super) fn count(number: u64) -> String {
    const UNITS: [(f64, &str); 5] = [
        (1e18, "E"),
        (1e15, "P"),
        (1e12, "T"),
        (1e9, "G"),
        (1e6, "M"),
    ];
    let value = number as f64;
    match UNITS.iter().find(|(unit, _)| value >= unit * 0.9995) {
        Some((unit, name)) if number >= 1_000_000 => {
            format!("{} {name}", three_digits(value / unit))
        }
        _ => grouped(number),
    }
}

/// A count with its noun.
pub(super) fn several(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count))
}

fn three_digits(value: f64) -> String {
    format!("{value:.*}", decimals(value))
}

fn decimals(value: f64) -> usize {
    match value {
        _ if value < 9.995 => 2,
        _ if value < 99.95 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_spreads_as_many_decimals() {
        assert_eq!(duration(0.0), "0.00 µs");
        assert_eq!(duration(0.000_999_9), "1.00 ms");
        assert_eq!(duration(0.000_123_4), "123 µs");
        assert_eq!(duration(0.999_9), "1.00 s");
        assert_eq!(duration(123.4), "123 s");
        assert_eq!(spread(0.034_94, 0.000_38), "34.9 ± 0.4 ms");
        assert_eq!(spread(1.234, 0.012), "1.23 ± 0.01 s");
    }

    #[test]
    fn speeds_keep_digits_where_they_are_small() {
        let shown = [30.84e9, 0.5e9, 0.0123e9, 1e5].map(gigabytes);
        assert_eq!(shown, ["30.8", "0.50", "0.012", "<0.001"]);
    }

    #[test]
    fn a_throughput_has_the_unit_that_fits() {
        let shown = [30.84e9, 999.9e6, 1.5e6, 12.0].map(throughput);
        assert_eq!(shown, ["30.8 GB/s", "1.00 GB/s", "1.50 MB/s", "0.01 kB/s"]);
    }

    #[test]
    fn ratios_and_counts_stay_short() {
        assert_eq!(
            [1.0, 12.34, 1234.4, 1e12].map(ratio),
            ["1.00", "12.3", "1,234", "1e12"]
        );
        assert_eq!(
            [0, 999_999, 1_000_000].map(count),
            ["0", "999,999", "1.00 M"]
        );
        assert_eq!([1_073_741_824, u64::MAX].map(count), ["1.07 G", "18.4 E"]);
    }
}
