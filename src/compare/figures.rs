//! The figures of a row: one number for each measure, out of all its runs.

use super::result::{Comparison, Measurement, Row};
use super::statistics::{Summary, mean};

/// No clock tells less, and a ratio to nothing is none.
const SHORTEST_TIME: f64 = 1e-9;

/// Medians over the runs of a row, except where something else is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Whether times and read calls were scaled from those of a prefix; nothing else ever is.
    pub extrapolated: bool,
    /// Wall time, extrapolated.
    pub time: Summary,
    /// Seconds of CPU time in the program, extrapolated: the mean, as hyperfine has it.
    pub user: f64,
    /// Seconds of CPU time in the kernel, extrapolated: the mean, as hyperfine has it.
    pub system: f64,
    /// Bytes that were really counted.
    pub bytes: u64,
    /// Of the bytes really counted, in the time that took.
    pub bytes_per_second: f64,
    /// Peak resident bytes.
    pub peak: Option<u64>,
    /// Peak heap bytes.
    pub heap_peak: u64,
    /// Heap allocations.
    pub heap_allocations: u64,
    /// Anonymous bytes resident after the last byte.
    pub anonymous: Option<u64>,
    /// File bytes resident after the last byte.
    pub file: Option<u64>,
    /// Read calls, extrapolated.
    pub read_calls: u64,
    /// Bytes that a read call returned on average; absent without calls.
    pub bytes_per_call: Option<f64>,
    /// mmap calls.
    pub maps: u64,
    /// Minor page faults.
    pub minor_faults: u64,
    /// Major page faults.
    pub major_faults: u64,
    /// Voluntary context switches.
    pub voluntary_switches: u64,
    /// Involuntary context switches.
    pub involuntary_switches: u64,
    /// Bytes fetched from a disk.
    pub disk_bytes: u64,
    /// Bytes of the inputs in the page cache before.
    pub cached_bytes: Option<u64>,
}

impl Figures {
    /// The figures of `row`; nothing if it failed or has not run yet.
    pub fn of(comparison: &Comparison, row: &Row) -> Option<Self> {
        let time = Summary::of(&times(comparison, row))?;
        let scale = scale(comparison, row)?;
        let runs = &row.runs;
        let middle = |of: fn(&Measurement) -> u64| middle(runs.iter().map(of)).unwrap_or(0);
        let middle_known = |of: fn(&Measurement) -> Option<u64>| middle_if_known(runs, of);
        let average = |of: fn(&Measurement) -> f64| {
            let values: Vec<f64> = runs.iter().map(of).collect();
            mean(&values).unwrap_or(0.0) * scale
        };
        let calls = middle(|run| run.read_calls);
        let bytes = middle(|run| run.bytes);
        // Bytes that were mapped are no read call's.
        let has_calls = calls > 0 && middle(|run| run.maps) == 0;
        Some(Self {
            extrapolated: row.prefix.is_some(),
            time,
            user: average(|run| run.user),
            system: average(|run| run.system),
            bytes,
            bytes_per_second: bytes as f64 / (time.median / scale),
            peak: middle_known(|run| run.peak),
            heap_peak: middle(|run| run.heap_peak),
            heap_allocations: middle(|run| run.heap_allocations),
            anonymous: middle_known(|run| run.anonymous),
            file: middle_known(|run| run.file),
            read_calls: (calls as f64 * scale).round() as u64,
            bytes_per_call: has_calls.then(|| middle(|run| run.read_bytes) as f64 / calls as f64),
            maps: middle(|run| run.maps),
            minor_faults: middle(|run| run.minor_faults),
            major_faults: middle(|run| run.major_faults),
            voluntary_switches: middle(|run| run.voluntary_switches),
            involuntary_switches: middle(|run| run.involuntary_switches),
            disk_bytes: middle(|run| run.disk_bytes),
            cached_bytes: middle_known(|run| run.cached_bytes),
        })
    }

    /// Minor and major faults.
    pub fn faults(&self) -> u64 {
        self.minor_faults.saturating_add(self.major_faults)
    }

    /// Whether most of the bytes came from a disk.
    pub fn is_from_disk(&self) -> bool {
        self.bytes > 0 && self.disk_bytes >= self.bytes / 2
    }
}

/// The wall times of a row in the order of its runs, those of a prefix scaled to all bytes. None if the
/// row failed: a failed row enters no ratio, whatever it did before.
pub fn times(comparison: &Comparison, row: &Row) -> Vec<f64> {
    match scale(comparison, row) {
        Some(scale) if row.failure.is_none() => row
            .runs
            .iter()
            .map(|run| (run.wall * scale).max(SHORTEST_TIME))
            .collect(),
        _ => Vec::new(),
    }
}

/// All bytes that would be read over those that were; nothing can be said from an empty prefix.
fn scale(comparison: &Comparison, row: &Row) -> Option<f64> {
    match row.prefix {
        None => Some(1.0),
        Some(0) => None,
        Some(prefix) => Some(comparison.extent() as f64 / prefix as f64),
    }
}

fn middle(values: impl Iterator<Item = u64>) -> Option<u64> {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    let last = values.len().checked_sub(1)?;
    Some(u64::midpoint(values[last / 2], values[last.div_ceil(2)]))
}

/// Absent where one run could not measure it: a median of some runs is no other row's median's like.
fn middle_if_known(runs: &[Measurement], of: fn(&Measurement) -> Option<u64>) -> Option<u64> {
    let values: Option<Vec<u64>> = runs.iter().map(of).collect();
    middle(values?.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(row: Row) -> Comparison {
        Comparison {
            subject: "big.log".to_owned(),
            bytes: 1000,
            rows: vec![row],
        }
    }

    fn run(wall: f64, calls: u64) -> Measurement {
        Measurement {
            wall,
            bytes: 100,
            read_calls: calls,
            read_bytes: 100,
            peak: Some(calls),
            ..Measurement::default()
        }
    }

    #[test]
    fn a_prefix_scales_times_and_calls_and_nothing_else() {
        let comparison = comparison(Row {
            prefix: Some(100),
            runs: vec![run(2.0, 7), run(4.0, 10)],
            ..Row::default()
        });
        let figures = Figures::of(&comparison, &comparison.rows[0]).unwrap();
        assert_eq!((figures.time.median, figures.read_calls), (30.0, 80));
        assert_eq!(figures.peak, Some(8));
        assert!((figures.bytes_per_second - 100.0 / 3.0).abs() < 1e-9);
        assert_eq!(figures.bytes_per_call, Some(12.5));
    }

    #[test]
    fn a_prefix_is_scaled_to_where_the_others_stopped() {
        let mut comparison = comparison(Row {
            prefix: Some(100),
            runs: vec![run(2.0, 7)],
            ..Row::default()
        });
        let mut stopped = run(1.0, 1);
        stopped.bytes = 300;
        comparison.rows.push(Row {
            runs: vec![stopped],
            ..Row::default()
        });
        let figures = Figures::of(&comparison, &comparison.rows[0]).unwrap();
        assert_eq!(figures.time.median, 6.0);
    }

    #[test]
    fn failed_rows_and_empty_prefixes_have_no_figures() {
        for (failure, prefix) in [(Some("killed".to_owned()), None), (None, Some(0))] {
            let comparison = comparison(Row {
                failure,
                prefix,
                runs: vec![run(1.0, 1)],
                ..Row::default()
            });
            assert_eq!(Figures::of(&comparison, &comparison.rows[0]), None);
        }
    }

    #[test]
    fn a_time_of_nothing_still_has_a_ratio() {
        let comparison = comparison(Row {
            runs: vec![run(0.0, 0)],
            ..Row::default()
        });
        let figures = Figures::of(&comparison, &comparison.rows[0]).unwrap();
        assert!(figures.bytes_per_second.is_finite());
        assert_eq!(figures.bytes_per_call, None);
    }

    #[test]
    fn what_one_run_could_not_measure_is_absent() {
        let mut blind = run(1.0, 1);
        blind.peak = None;
        let comparison = comparison(Row {
            runs: vec![run(1.0, 1), blind],
            ..Row::default()
        });
        let figures = Figures::of(&comparison, &comparison.rows[0]).unwrap();
        assert_eq!(figures.peak, None);
    }
}
