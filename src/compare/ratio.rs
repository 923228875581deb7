//! How many times as long one row takes as another, and how sure that is.

use super::statistics::{median_of, quantile};
use crate::random::SplitMix64;

/// How often the rounds are drawn anew. Efron & Tibshirani, "An Introduction to the Bootstrap" (1993),
/// ask for 1,000 at least where percentiles are wanted; twice as many take about a millisecond a row.
const RESAMPLES: usize = 2000;

/// The interval leaves out so much at either end.
const TAIL: f64 = 0.025;

/// A lone run tells nothing of its spread. It may be off by this factor either way, so that two of them are
/// told apart beyond a factor of two, which is more than the disturbances of an otherwise idle machine.
const LONE_RUN: f64 = std::f64::consts::SQRT_2;

/// With fewer rounds no interval for a median can hold in 95 of 100 cases: all of `n` runs lie on one
/// side of the true median once in 2^(n − 1) cases.
pub const FEW_ROUNDS: usize = 6;

/// From `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The median of one row's times over the median of another's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio of the medians of all runs, which is what a reader gets by dividing.
    pub value: f64,
    /// Where the true ratio is, with 95 % confidence; absent with fewer than [`FEW_ROUNDS`].
    pub interval: Option<Interval>,
    /// What is compared for ranks: the interval, or the nearest to one that few rounds give.
    pub bounds: Interval,
}

impl Ratio {
    /// The ratio of `times` to `reference`, both positive and in the order of their rounds; nothing if
    /// there are none of either.
    ///
    /// The interval is the bootstrap's percentile interval (Efron & Tibshirani, chapter 13). Rounds are
    /// what is drawn, not runs: what disturbs a machine for some seconds disturbs the whole round and
    /// cancels out of its ratio. Where rounds are few, percentiles may miss the ratio of all runs by a
    /// little; the interval is then widened up to it.
    pub fn of(times: &[f64], reference: &[f64]) -> Option<Self> {
        let value = median_of(&mut times.to_vec())? / median_of(&mut reference.to_vec())?;
        let rounds: Vec<(f64, f64)> = times
            .iter()
            .copied()
            .zip(reference.iter().copied())
            .collect();
        let spread = bootstrap(&rounds).map(|interval| Interval {
            low: interval.low.min(value),
            high: interval.high.max(value),
        });
        Some(Self {
            value,
            interval: spread.filter(|_| rounds.len() >= FEW_ROUNDS),
            bounds: spread.unwrap_or(Interval {
                low: value / LONE_RUN,
                high: value * LONE_RUN,
            }),
        })
    }
}

fn bootstrap(rounds: &[(f64, f64)]) -> Option<Interval> {
    if rounds.len() < 2 {
        return None;
    }
    // A constant: the same runs must give the same interval each time they are shown.
    let mut random = SplitMix64(0);
    let (mut times, mut reference) = (Vec::new(), Vec::new());
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            times.clear();
            reference.clear();
            for _ in rounds {
                let (time, other) = rounds[random.below(rounds.len())];
                times.push(time);
                reference.push(other);
            }
            Some(median_of(&mut times)? / median_of(&mut reference)?)
        })
        .collect();
    ratios.sort_unstable_by(f64::total_cmp);
    Some(Interval {
        low: quantile(&ratios, TAIL)?,
        high: quantile(&ratios, 1.0 - TAIL)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_row_is_once_itself() {
        let times = [3.0, 1.0, 2.0, 1.0, 2.0, 3.0];
        let ratio = Ratio::of(&times, &times).unwrap();
        assert_eq!(ratio.value, 1.0);
        assert_eq!(
            ratio.interval,
            Some(Interval {
                low: 1.0,
                high: 1.0
            })
        );
    }

    #[test]
    fn a_disturbance_of_whole_rounds_cancels_out() {
        let reference = [1.0, 1.0, 9.0, 1.1, 5.0, 1.0, 1.2, 3.0];
        let twice = reference.map(|time| 2.0 * time);
        let interval = Ratio::of(&twice, &reference).unwrap().interval.unwrap();
        assert!((interval.low, interval.high) == (2.0, 2.0), "{interval:?}");
    }

    #[test]
    fn a_lone_run_has_no_interval_and_wide_bounds() {
        let ratio = Ratio::of(&[3.0], &[1.0, 1.0]).unwrap();
        assert_eq!(ratio.interval, None);
        assert_eq!(
            ratio.bounds,
            Interval {
                low: 3.0 / LONE_RUN,
                high: 3.0 * LONE_RUN
            }
        );
        assert_eq!(Ratio::of(&[], &[1.0]), None);
    }

    /// Twelve runs each of two exponential-tailed rows, many times over: the true ratio 1 must be inside
    /// in about 95 % of the cases. Percentile intervals of few runs are known to be a little narrow.
    #[test]
    fn intervals_hold_about_as_often_as_they_say() {
        let mut random = SplitMix64(7);
        let mut time = || {
            1.0 - 0.1
                * (random.below(1 << 20) as f64 / f64::from(1 << 20))
                    .max(1e-9)
                    .ln()
        };
        let mut row = || (0..12).map(|_| time()).collect::<Vec<f64>>();
        let held = (0..100)
            .filter_map(|_| Ratio::of(&row(), &row())?.interval)
            .filter(|interval| interval.low <= 1.0 && 1.0 <= interval.high)
            .count();
        assert!(held >= 90, "{held}");
    }

    #[test]
    fn few_rounds_have_bounds_and_no_interval() {
        let ratio = Ratio::of(&[2.0; 5], &[1.0, 1.0, 1.0, 1.0, 2.0]).unwrap();
        assert_eq!(ratio.interval, None);
        assert!(
            (ratio.bounds.low, ratio.bounds.high) == (1.0, 2.0),
            "{ratio:?}"
        );
    }

    fn times() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(1e-3..1e2_f64, 1..12)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_ratio_of_medians_is_inside(times in times(), reference in times()) {
            let ratio = Ratio::of(&times, &reference).unwrap();
            let bounds = ratio.bounds;
            prop_assert!(bounds.low <= ratio.value && ratio.value <= bounds.high);
            prop_assert_eq!(ratio.interval.is_some(), times.len().min(reference.len()) >= FEW_ROUNDS);
        }

        #[test]
        fn scale_goes_straight_through(times in times(), reference in times(), scale in 1e-3..1e3_f64) {
            let plain = Ratio::of(&times, &reference).unwrap();
            let scaled: Vec<f64> = times.iter().map(|time| time * scale).collect();
            let scaled = Ratio::of(&scaled, &reference).unwrap();
            let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.max(b);
            prop_assert!(close(scaled.value, plain.value * scale));
            prop_assert!(close(scaled.bounds.low, plain.bounds.low * scale));
            prop_assert!(close(scaled.bounds.high, plain.bounds.high * scale));
        }
    }
}
