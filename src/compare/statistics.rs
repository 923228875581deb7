//! Location and spread of a few times. Times are skewed to the right (a disturbance only ever adds), so
//! the median leads, and mean and standard deviation are told for hyperfine's sake.

/// What some times have in common, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many there are: 1 at least.
    pub runs: usize,
    /// Half of them are not longer.
    pub median: f64,
    /// Median absolute deviation from the median, as it is: not stretched by 1.4826 to stand for the
    /// standard deviation of a normal distribution, which times do not have.
    pub mad: f64,
    /// First quartile.
    pub q1: f64,
    /// Third quartile.
    pub q3: f64,
    /// The shortest.
    pub min: f64,
    /// The longest.
    pub max: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Of the sample (by n − 1): absent for one run.
    pub stddev: Option<f64>,
}

impl Summary {
    /// Sums up `times`; nothing if there are none.
    pub fn of(times: &[f64]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let median = quantile(&sorted, 0.5)?;
        let mut deviations: Vec<f64> = sorted.iter().map(|time| (time - median).abs()).collect();
        let mean = mean(times)?;
        Some(Self {
            runs: times.len(),
            median,
            mad: median_of(&mut deviations)?,
            q1: quantile(&sorted, 0.25)?,
            q3: quantile(&sorted, 0.75)?,
            min,
            max,
            mean,
            stddev: stddev(times, mean),
        })
    }
}

/// The `p`-quantile of sorted values, linear between the two next to rank (n − 1)p: definition 7 of
/// Hyndman & Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996),
/// which is the default of R and NumPy and so of hyperfine's scripts.
pub fn quantile(sorted: &[f64], p: f64) -> Option<f64> {
    let rank = sorted.len().checked_sub(1)? as f64 * p.clamp(0.0, 1.0);
    let lower = *sorted.get(rank as usize)?;
    let upper = *sorted.get(rank.ceil() as usize)?;
    Some(lower + rank.fract() * (upper - lower))
}

/// The same as `quantile(sorted, 0.5)`, to the last bit, of values in any order, which it changes:
/// a bootstrap asks for thousands of medians, and selecting is cheaper than sorting.
pub fn median_of(values: &mut [f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let is_odd = values.len() % 2 == 1;
    let middle = values.len() / 2;
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp);
    match lower {
        Some(lower) if !is_odd => Some(lower + 0.5 * (upper - lower)),
        _ => Some(upper),
    }
}

/// The arithmetic mean.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn stddev(values: &[f64], mean: f64) -> Option<f64> {
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

/// Seconds below which two ways of reading are not ranked apart.
///
/// The clock is not what limits (`CLOCK_MONOTONIC` ticks in nanoseconds, and a call takes tens of them)
/// but what else happens to a process: first touches of its pages, the wake-up of a core from idle, a
/// migration, one interrupt: some 10 to 100 µs for each run, differently for each strategy and not per
/// byte. At 1 ms that is up to a tenth of the time, and below it the process is measured, not the reading.
pub const SHORTEST_RANKED: f64 = 1e-3;

/// Whether a median time is too short for ranks.
pub fn too_short(median_seconds: f64) -> bool {
    median_seconds < SHORTEST_RANKED
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_times_have_no_summary() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(median_of(&mut []), None);
    }

    #[test]
    fn one_time_has_no_spread() {
        let summary = Summary::of(&[0.25]).unwrap();
        assert_eq!((summary.runs, summary.median, summary.mad), (1, 0.25, 0.0));
        assert_eq!((summary.q1, summary.q3), (0.25, 0.25));
        assert_eq!(summary.stddev, None);
    }

    /// R: `x <- c(1, 2, 4, 7, 11, 16); quantile(x); mad(x, constant = 1); mean(x); sd(x)`.
    #[test]
    fn known_values() {
        let summary = Summary::of(&[7.0, 1.0, 16.0, 2.0, 11.0, 4.0]).unwrap();
        assert_eq!((summary.min, summary.max), (1.0, 16.0));
        assert_eq!((summary.q1, summary.median, summary.q3), (2.5, 5.5, 10.0));
        assert_eq!(summary.mad, 4.0);
        assert!((summary.mean - 41.0 / 6.0).abs() < 1e-12);
        assert!((summary.stddev.unwrap() - 5.776388721914988).abs() < 1e-12);
    }

    #[test]
    fn a_millisecond_is_long_enough() {
        assert!(too_short(0.000_9));
        assert!(!too_short(0.001));
    }

    fn times() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(1e-6..1e3_f64, 1..40)
    }

    /// By counting, not by interpolating in an array.
    fn naive_median(values: &[f64]) -> f64 {
        let nth = |n: usize| {
            let is_nth = |value: &&f64| {
                let less = values.iter().filter(|other| other < value).count();
                let not_more = values.iter().filter(|other| other <= value).count();
                less <= n && n < not_more
            };
            *values.iter().find(is_nth).unwrap()
        };
        let n = values.len();
        f64::midpoint(nth((n - 1) / 2), nth(n / 2))
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
    }

    proptest! {
        #[test]
        fn medians_are_those_of_the_naive_definition(times in times()) {
            let summary = Summary::of(&times).unwrap();
            prop_assert!(close(summary.median, naive_median(&times)));
            prop_assert_eq!(median_of(&mut times.clone()), Some(summary.median));
            let deviations: Vec<f64> = times.iter().map(|time| (time - summary.median).abs()).collect();
            prop_assert!(close(summary.mad, naive_median(&deviations)));
        }

        #[test]
        fn figures_are_in_order(times in times()) {
            let s = Summary::of(&times).unwrap();
            prop_assert!(s.min <= s.q1 && s.q1 <= s.median && s.median <= s.q3 && s.q3 <= s.max);
            prop_assert!(s.mad <= s.max - s.min);
            prop_assert_eq!(s.stddev.is_some(), times.len() > 1);
        }

        #[test]
        fn scaled_times_have_scaled_figures(times in times(), scale in 1e-3..1e3_f64) {
            let plain = Summary::of(&times).unwrap();
            let scaled: Vec<f64> = times.iter().map(|time| time * scale).collect();
            let scaled = Summary::of(&scaled).unwrap();
            prop_assert!(close(scaled.median, plain.median * scale));
            prop_assert!(close(scaled.q3, plain.q3 * scale));
            prop_assert!((scaled.mad - plain.mad * scale).abs() <= 1e-9 * scaled.max);
        }
    }
}
