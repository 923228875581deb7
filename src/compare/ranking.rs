//! Which row is fastest, and which rows cannot be told apart.

use super::figures::times;
use super::ratio::{Interval, Ratio};
use super::result::Comparison;
use super::statistics::{median_of, too_short};

/// A row among the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// 1 for the fastest; one more than the number of rows of better ranks.
    pub rank: usize,
    /// Whether it cannot be told apart from the fastest, which is not so of all that share its rank.
    pub leads: bool,
    /// Its time to that of the fastest.
    pub ratio: Ratio,
}

/// The order of all rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The row with the least median time, to which all ratios are; the first of several.
    pub reference: Option<usize>,
    /// One for each row of the comparison; none for rows that failed or have not run.
    pub standings: Vec<Option<Standing>>,
}

impl Ranking {
    /// The rows from the fastest to the slowest by their medians.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<(usize, f64)> = (0..self.standings.len())
            .filter_map(|row| Some((row, self.standings[row]?.ratio.value)))
            .collect();
        order.sort_by(|a, b| a.1.total_cmp(&b.1));
        order.into_iter().map(|(row, _)| row).collect()
    }

    /// The fastest and all that cannot be told apart from it.
    pub fn leaders(&self) -> Vec<usize> {
        let mut leaders = self.order();
        leaders.retain(|&row| self.is_leader(row));
        leaders
    }

    /// Whether `row` is one of them.
    pub fn is_leader(&self, row: usize) -> bool {
        matches!(self.standings.get(row), Some(Some(standing)) if standing.leads)
    }
}

/// Ranks the rows of a comparison by their ratio to the fastest.
///
/// Two rows whose intervals overlap share a rank, and so do two that are both too short for the clock.
/// Neither is transitive, so the rows of one rank are a chain in which each overlaps another, and its ends
/// may well be told apart; which rows the fastest itself overlaps is another question, with its own answer.
pub fn ranks(comparison: &Comparison) -> Ranking {
    let times: Vec<Vec<f64>> = comparison
        .rows
        .iter()
        .map(|row| times(comparison, row))
        .collect();
    let medians: Vec<Option<f64>> = times
        .iter()
        .map(|times| median_of(&mut times.clone()))
        .collect();
    let reference = (0..times.len())
        .filter_map(|row| Some((row, medians[row]?)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(row, _)| row);

    let mut placed: Vec<Placed> = (0..times.len())
        .filter_map(|row| {
            let ratio = Ratio::of(&times[row], &times[reference?])?;
            Some(Placed::new(row, ratio, medians[row]?))
        })
        .collect();
    placed.sort_by(|a, b| a.bounds.low.total_cmp(&b.bounds.low));

    let fastest = placed.iter().find(|place| Some(place.row) == reference);
    let fastest_reach = fastest.map_or(1.0, |place| place.bounds.high);
    let mut standings = vec![None; times.len()];
    let (mut rank, mut reach) = (1, 0.0_f64);
    for (before, place) in placed.iter().enumerate() {
        if place.bounds.low > reach {
            rank = before + 1;
        }
        reach = reach.max(place.bounds.high);
        standings[place.row] = Some(Standing {
            rank,
            leads: place.bounds.low <= fastest_reach,
            ratio: place.ratio,
        });
    }
    Ranking {
        reference,
        standings,
    }
}

/// A row on the way to its rank.
struct Placed {
    row: usize,
    ratio: Ratio,
    bounds: Interval,
}

impl Placed {
    fn new(row: usize, ratio: Ratio, median: f64) -> Self {
        let mut bounds = ratio.bounds;
        if too_short(median) {
            // So is the fastest then, whose bounds hold 1: all that are too short meet there.
            bounds.low = bounds.low.min(1.0);
        }
        Self { row, ratio, bounds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Measurement, Row};
    use proptest::prelude::*;

    const BYTES: u64 = 1000;

    fn row(times: &[f64]) -> Row {
        let run = |&wall| Measurement {
            wall,
            bytes: BYTES,
            ..Measurement::default()
        };
        Row {
            runs: times.iter().map(run).collect(),
            ..Row::default()
        }
    }

    fn ranking(rows: Vec<Row>) -> Ranking {
        ranks(&Comparison {
            subject: String::new(),
            bytes: BYTES,
            rows,
        })
    }

    fn ranks_of(rows: Vec<Row>) -> Vec<Option<usize>> {
        let ranking = ranking(rows);
        let rank = |standing: &Option<Standing>| standing.map(|standing| standing.rank);
        ranking.standings.iter().map(rank).collect()
    }

    #[test]
    fn nothing_has_no_fastest() {
        assert_eq!(ranking(Vec::new()), Ranking::default());
        assert_eq!(ranking(vec![row(&[])]).reference, None);
    }

    #[test]
    fn identical_rows_share_the_first_rank() {
        let times = [1.0, 1.2, 1.1, 1.3, 1.0, 1.1];
        let rows = vec![row(&times.map(|time| time * 3.0)), row(&times), row(&times)];
        assert_eq!(ranks_of(rows), [Some(3), Some(1), Some(1)]);
    }

    #[test]
    fn a_failed_row_has_no_rank_even_if_it_ran() {
        let mut failed = row(&[0.1, 0.1, 0.1]);
        failed.failure = Some("killed".to_owned());
        let ranking = ranking(vec![failed, row(&[1.0, 1.0, 1.0])]);
        assert_eq!(ranking.reference, Some(1));
        assert_eq!(ranking.standings[0], None);
    }

    #[test]
    fn an_extrapolated_row_is_ranked_by_its_scaled_time() {
        let mut slow = row(&[0.5, 0.5]);
        slow.prefix = Some(10);
        let ranking = ranking(vec![slow, row(&[1.0, 1.0])]);
        let standing = ranking.standings[0].unwrap();
        assert_eq!((standing.rank, standing.ratio.value), (2, 50.0));
    }

    #[test]
    fn times_too_short_for_the_clock_are_not_ranked() {
        let rows = vec![row(&[1e-4; 9]), row(&[9e-4; 9]), row(&[5e-3; 9])];
        assert_eq!(ranks_of(rows), [Some(1), Some(1), Some(3)]);
    }

    /// Each of these overlaps the next, and the last is twice as slow as the first for certain.
    #[test]
    fn what_a_chain_of_overlaps_ties_to_the_fastest_is_not_as_fast() {
        let rows = vec![
            row(&[1.0; 9]),
            row(&[0.9, 1.5, 1.5, 0.9, 1.5, 0.9, 1.5, 0.9, 1.5]),
            row(&[1.4, 2.0, 2.0, 1.4, 2.0, 1.4, 2.0, 1.4, 2.0]),
        ];
        let ranking = ranking(rows);
        let rank = |standing: &Option<Standing>| standing.map(|standing| standing.rank);
        let ranks: Vec<_> = ranking.standings.iter().map(rank).collect();
        assert_eq!(ranks, [Some(1); 3]);
        assert_eq!(ranking.leaders(), [0, 1]);
    }

    #[test]
    fn lone_runs_are_told_apart_beyond_a_factor_of_two() {
        let rows = vec![row(&[1.0]), row(&[1.9]), row(&[2.1]), row(&[5.0])];
        let ranking = ranking(rows);
        assert_eq!(ranking.leaders(), [0, 1]);
        let last = ranking.standings[3].unwrap();
        assert_eq!(last.rank, 4);
    }

    #[test]
    fn a_lone_slow_run_is_ranked_by_its_distance() {
        let rows = vec![row(&[1.0; 9]), row(&[1.4]), row(&[50.0])];
        assert_eq!(ranks_of(rows), [Some(1), Some(1), Some(3)]);
    }

    fn rows() -> impl Strategy<Value = Vec<Row>> {
        let times = prop::collection::vec(0.01..0.02_f64, 1..8);
        let spread = (times, 1.0..3.0_f64).prop_map(|(times, scale)| {
            let scaled: Vec<f64> = times.iter().map(|time| time * scale).collect();
            row(&scaled)
        });
        prop::collection::vec(spread, 1..6)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn ranks_follow_medians_and_overlaps(rows in rows()) {
            let ranking = ranking(rows);
            let standings: Vec<Standing> = ranking.standings.iter().flatten().copied().collect();
            prop_assert_eq!(ranking.reference, ranking.order().first().copied());
            let fastest = ranking.reference.and_then(|row| ranking.standings[row]).unwrap();
            for a in &standings {
                let meets = a.ratio.bounds.low <= fastest.ratio.bounds.high;
                prop_assert_eq!(a.leads, meets || a.ratio.value == 1.0);
                prop_assert!(!a.leads || a.rank == 1);
                for b in &standings {
                    let (x, y) = (a.ratio.bounds, b.ratio.bounds);
                    let overlap = x.low <= y.high && y.low <= x.high;
                    prop_assert!(!overlap || a.rank == b.rank);
                    prop_assert!(a.ratio.value > b.ratio.value || a.rank <= b.rank);
                }
            }
        }
    }
}
