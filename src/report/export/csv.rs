//! CSV: hyperfine's columns first, then lc's own. Times are in seconds, sizes in bytes. All rows are
//! there; what a row has no figure for is empty, and `failure` says why.

use crate::compare::Comparison;
use crate::compare::Row;
use crate::compare::figures::Figures;
use crate::compare::ranking::{Standing, ranks};

/// The settings of a row; the first is hyperfine's.
const SETTINGS: [&str; 7] = [
    "parameter_strategy",
    "parameter_buffer",
    "parameter_threads",
    "chosen",
    "extrapolated_from_bytes",
    "cache",
    "failure",
];

/// hyperfine's figures, in its order.
const TIMES: [&str; 7] = ["mean", "stddev", "median", "user", "system", "min", "max"];

/// Places and spreads that hyperfine does not have.
const RANKS: [&str; 8] = [
    "runs",
    "rank",
    "ratio",
    "ratio_low",
    "ratio_high",
    "mad",
    "q1",
    "q3",
];

/// What else was measured.
const RESOURCES: [&str; 16] = [
    "bytes",
    "bytes_per_second",
    "peak_memory",
    "heap_peak",
    "heap_allocations",
    "anonymous",
    "file",
    "read_calls",
    "bytes_per_call",
    "maps",
    "minor_faults",
    "major_faults",
    "voluntary_switches",
    "involuntary_switches",
    "disk_bytes",
    "cached_bytes",
];

/// The table, with its heading.
pub fn csv(comparison: &Comparison) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let heading = ["command"]
        .into_iter()
        .chain(TIMES)
        .chain(SETTINGS)
        .chain(RANKS)
        .chain(RESOURCES);
    // Writing to memory does not fail, and all records are equally long.
    let _ = writer.write_record(heading);
    for (row, standing) in comparison.rows.iter().zip(ranks(comparison).standings) {
        let figures = Figures::of(comparison, row);
        let _ = writer.write_record(record(row, figures.as_ref(), standing));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn record(row: &Row, figures: Option<&Figures>, standing: Option<Standing>) -> Vec<String> {
    let empty = |cells: usize| vec![String::new(); cells];
    let mut record = vec![row.command.clone()];
    record.extend(figures.map_or_else(|| empty(TIMES.len()), |figures| times(figures).into()));
    record.extend(settings(row));
    record.extend(match (figures, standing) {
        (Some(figures), Some(standing)) => ranked(figures, &standing).into(),
        _ => empty(RANKS.len()),
    });
    let resources = |figures| resources(figures).into();
    record.extend(figures.map_or_else(|| empty(RESOURCES.len()), resources));
    record
}

fn times(figures: &Figures) -> [String; TIMES.len()] {
    let time = &figures.time;
    [
        time.mean.to_string(),
        known(time.stddev),
        time.median.to_string(),
        figures.user.to_string(),
        figures.system.to_string(),
        time.min.to_string(),
        time.max.to_string(),
    ]
}

fn settings(row: &Row) -> [String; SETTINGS.len()] {
    [
        row.strategy.clone(),
        known(row.buffer),
        row.threads.to_string(),
        known(row.chosen.as_ref()),
        known(row.prefix),
        known(row.cache.as_ref()),
        known(row.failure.as_ref()),
    ]
}

fn ranked(figures: &Figures, standing: &Standing) -> [String; RANKS.len()] {
    let interval = standing.ratio.interval;
    [
        figures.time.runs.to_string(),
        standing.rank.to_string(),
        standing.ratio.value.to_string(),
        known(interval.map(|interval| interval.low)),
        known(interval.map(|interval| interval.high)),
        figures.time.mad.to_string(),
        figures.time.q1.to_string(),
        figures.time.q3.to_string(),
    ]
}

fn resources(figures: &Figures) -> [String; RESOURCES.len()] {
    [
        figures.bytes.to_string(),
        figures.bytes_per_second.to_string(),
        known(figures.peak),
        figures.heap_peak.to_string(),
        figures.heap_allocations.to_string(),
        known(figures.anonymous),
        known(figures.file),
        figures.read_calls.to_string(),
        known(figures.bytes_per_call),
        figures.maps.to_string(),
        figures.minor_faults.to_string(),
        figures.major_faults.to_string(),
        figures.voluntary_switches.to_string(),
        figures.involuntary_switches.to_string(),
        figures.disk_bytes.to_string(),
        known(figures.cached_bytes),
    ]
}

fn known(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn hyperfines_columns_come_first_and_all_records_are_equally_long() {
        let comparison = samples::typical();
        let text = csv(&comparison);
        assert!(text.starts_with(
            "command,mean,stddev,median,user,system,min,max,\
             parameter_strategy,parameter_buffer,parameter_threads,"
        ));
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), comparison.rows.len());
        let medians = records
            .iter()
            .filter(|record| record[3].parse::<f64>().is_ok());
        assert_eq!(medians.count(), comparison.rows.len() - 1);
    }

    #[test]
    fn commas_and_quotes_survive() {
        let mut comparison = samples::typical();
        comparison.rows[0].command = "lc 'a, \"b\"\nc'".to_owned();
        let text = csv(&comparison);
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        let first = reader.records().next().unwrap().unwrap();
        assert_eq!(first[0], comparison.rows[0].command);
    }
}
