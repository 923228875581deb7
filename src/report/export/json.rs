//! JSON, as `hyperfine --export-json` writes it, so that its plotting scripts work: both those of
//! hyperfine 1 (`times`, `median`, …) and of 2 (`measurements`, `summary`). lc's own fields stand beside
//! hyperfine's. Times are in seconds, sizes in bytes.
//!
//! `results` holds only rows that have figures, because the scripts expect numbers in each; rows that
//! failed are in `failed`. Times of extrapolated rows are scaled, so that they can be plotted beside the
//! others, and `extrapolated_from_bytes` marks them.

mod document;

use std::collections::BTreeMap;

use self::document::{
    Difference, Export, Failure, Quantity, Run, Setting, Success, Summary, Time, Whole,
};
use crate::compare::agreement::{Disagreement, disagreements};
use crate::compare::figures::{Figures, times};
use crate::compare::ranking::{Ranking, Standing, ranks};
use crate::compare::{Comparison, Measurement, Row};
use crate::report::label;

/// Raised when a field changes its meaning or goes away; new fields do not raise it.
const SCHEMA: u32 = 1;

/// The document, ended by LF.
pub fn json(comparison: &Comparison) -> String {
    let ranking = ranks(comparison);
    let failed = comparison.rows.iter().filter_map(failure).collect();
    let reference = ranking.reference.map(|row| &*comparison.rows[row].command);
    let export = Export {
        results: successes(comparison, &ranking),
        failed,
        lc: Whole {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            subject: &comparison.subject,
            bytes: comparison.bytes,
            reference,
            disagreements: differences(comparison),
        },
    };
    // These structs cannot fail to be written: all their keys are strings.
    serde_json::to_string_pretty(&export).unwrap_or_default() + "\n"
}

fn successes<'a>(comparison: &'a Comparison, ranking: &Ranking) -> Vec<Success<'a>> {
    let rows = comparison.rows.iter().zip(&ranking.standings);
    rows.filter_map(|(row, standing)| success(comparison, row, standing.as_ref()?))
        .collect()
}

fn success<'a>(
    comparison: &'a Comparison,
    row: &'a Row,
    standing: &Standing,
) -> Option<Success<'a>> {
    let figures = Figures::of(comparison, row)?;
    let times = times(comparison, row);
    let time = Time {
        mean: figures.time.mean,
        stddev: figures.time.stddev,
        median: figures.time.median,
        min: figures.time.min,
        max: figures.time.max,
    };
    let interval = standing.ratio.interval;
    Some(Success {
        setting: setting(row),
        time,
        user: figures.user,
        system: figures.system,
        memory_usage_byte: row.runs.iter().map(|run| run.peak).collect(),
        exit_codes: vec![0; row.runs.len()],
        parameters: parameters(comparison, row),
        summary: Summary {
            time_wall_clock: time,
        },
        measurements: runs(row, &times),
        times,
        mad: figures.time.mad,
        q1: figures.time.q1,
        q3: figures.time.q3,
        rank: standing.rank,
        ratio: standing.ratio.value,
        ratio_low: interval.map(|interval| interval.low),
        ratio_high: interval.map(|interval| interval.high),
        extrapolated_from_bytes: row.prefix,
        bytes_per_second: figures.bytes_per_second,
    })
}

fn failure(row: &Row) -> Option<Failure<'_>> {
    let times: Vec<f64> = row.runs.iter().map(|run| run.wall).collect();
    Some(Failure {
        setting: setting(row),
        failure: row.failure.as_deref()?,
        measurements: runs(row, &times),
    })
}

fn setting(row: &Row) -> Setting<'_> {
    Setting {
        command: &row.command,
        strategy: &row.strategy,
        chosen: row.chosen.as_deref(),
        buffer: row.buffer,
        threads: row.threads,
        cache: row.cache.as_deref(),
    }
}

/// What was varied, as hyperfine has it: `plot_parametrized.py` draws a sweep of a single parameter only
/// if no other is named.
fn parameters(comparison: &Comparison, row: &Row) -> BTreeMap<&'static str, String> {
    type Part = fn(&Row) -> Option<String>;
    let known: [(&'static str, Part); 3] = [
        ("strategy", |row| Some(row.strategy.clone())),
        ("buffer", |row| Some(row.buffer?.to_string())),
        ("threads", |row| Some(row.threads.to_string())),
    ];
    let varies = |value: Part| {
        comparison
            .rows
            .iter()
            .any(|other| value(other) != value(row))
    };
    known
        .into_iter()
        .filter(|&(_, value)| varies(value))
        .filter_map(|(name, value)| Some((name, value(row)?)))
        .collect()
}

fn runs<'a>(row: &'a Row, times: &[f64]) -> Vec<Run<'a>> {
    row.runs
        .iter()
        .zip(times)
        .map(|(run, &time)| one(run, time))
        .collect()
}

fn one(run: &Measurement, time: f64) -> Run<'_> {
    let seconds = |value| Quantity { value, unit: "s" };
    let scale = if run.wall > 0.0 { time / run.wall } else { 1.0 };
    Run {
        time_wall_clock: seconds(time),
        time_user: seconds(run.user * scale),
        time_system: seconds(run.system * scale),
        memory_peak_resident: run.peak.map(|value| Quantity { value, unit: "B" }),
        exit_code: 0,
        measured_seconds: run.wall,
        bytes: run.bytes,
        heap_peak: run.heap_peak,
        heap_allocations: run.heap_allocations,
        anonymous: run.anonymous,
        file: run.file,
        read_calls: run.read_calls,
        read_bytes: run.read_bytes,
        maps: run.maps,
        minor_faults: run.minor_faults,
        major_faults: run.major_faults,
        voluntary_switches: run.voluntary_switches,
        involuntary_switches: run.involuntary_switches,
        disk_bytes: run.disk_bytes,
        cached_bytes: run.cached_bytes,
        counts: &run.counts,
    }
}

fn differences(comparison: &Comparison) -> Vec<Difference> {
    let names = |rows: Vec<usize>| {
        rows.iter()
            .map(|&row| label::row(&comparison.rows[row]))
            .collect()
    };
    let difference = |found: Disagreement| Difference {
        field: found.field,
        prefix: found.prefix,
        values: found
            .values
            .into_iter()
            .map(|(value, rows)| (value, names(rows)))
            .collect(),
    };
    disagreements(comparison)
        .into_iter()
        .map(difference)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;
    use serde_json::{Value, json};

    fn parsed(comparison: &Comparison) -> Value {
        serde_json::from_str(&json(comparison)).unwrap()
    }

    #[test]
    fn results_have_all_that_hyperfines_scripts_read() {
        let comparison = samples::typical();
        let document = parsed(&comparison);
        let results = document["results"].as_array().unwrap();
        assert_eq!(results.len(), comparison.rows.len() - 1);
        for result in results {
            for field in ["mean", "stddev", "median", "user", "system", "min", "max"] {
                assert!(result[field].is_f64(), "{field}: {result}");
            }
            assert!(result["command"].is_string());
            let runs = result["times"].as_array().unwrap().len();
            assert_eq!(result["exit_codes"].as_array().unwrap().len(), runs);
            assert_eq!(result["memory_usage_byte"].as_array().unwrap().len(), runs);
            let measured = &result["measurements"][0];
            assert_eq!(measured["time_wall_clock"]["value"], result["times"][0]);
            assert_eq!(
                result["summary"]["time_wall_clock"]["median"],
                result["median"]
            );
        }
    }

    #[test]
    fn failed_and_extrapolated_rows_are_told_apart() {
        let document = parsed(&samples::typical());
        let failed = document["failed"].as_array().unwrap();
        assert_eq!(failed.len(), 1);
        assert_eq!(failed[0]["strategy"], "whole");
        assert!(failed[0]["failure"].as_str().unwrap().contains("memory"));
        let byte = &document["results"][0];
        assert_eq!(byte["extrapolated_from_bytes"], 1 << 20);
        let scaled = byte["measurements"][0]["time_wall_clock"]["value"]
            .as_f64()
            .unwrap();
        let measured = byte["measurements"][0]["measured_seconds"]
            .as_f64()
            .unwrap();
        assert!((scaled / measured - 1024.0).abs() < 1e-6);
    }

    #[test]
    fn a_sweep_of_one_setting_has_one_parameter() {
        let mut comparison = samples::typical();
        comparison
            .rows
            .retain(|row| row.strategy == "chunk" && row.threads == 1);
        let document = parsed(&comparison);
        assert_eq!(
            document["results"][0]["parameters"],
            json!({"buffer": "65536"})
        );
    }

    #[test]
    fn an_empty_comparison_is_a_document_too() {
        assert_eq!(parsed(&Comparison::default())["results"], json!([]));
    }
}
