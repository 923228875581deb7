//! The fields of the JSON document, in their order.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
pub(super) struct Export<'a> {
    pub(super) results: Vec<Success<'a>>,
    pub(super) failed: Vec<Failure<'a>>,
    pub(super) lc: Whole<'a>,
}

/// What is of all rows.
#[derive(Serialize)]
pub(super) struct Whole<'a> {
    pub(super) schema: u32,
    pub(super) version: &'static str,
    pub(super) subject: &'a str,
    pub(super) bytes: u64,
    /// The command of the fastest row.
    pub(super) reference: Option<&'a str>,
    pub(super) disagreements: Vec<Difference>,
}

#[derive(Serialize)]
pub(super) struct Difference {
    pub(super) field: String,
    pub(super) prefix: Option<u64>,
    pub(super) values: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
pub(super) struct Setting<'a> {
    pub(super) command: &'a str,
    pub(super) strategy: &'a str,
    pub(super) chosen: Option<&'a str>,
    pub(super) buffer: Option<u64>,
    pub(super) threads: usize,
    pub(super) cache: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct Failure<'a> {
    #[serde(flatten)]
    pub(super) setting: Setting<'a>,
    pub(super) failure: &'a str,
    pub(super) measurements: Vec<Run<'a>>,
}

#[derive(Serialize)]
pub(super) struct Success<'a> {
    #[serde(flatten)]
    pub(super) setting: Setting<'a>,
    #[serde(flatten)]
    pub(super) time: Time,
    pub(super) user: f64,
    pub(super) system: f64,
    pub(super) times: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) memory_usage_byte: Option<Vec<u64>>,
    pub(super) exit_codes: Vec<i32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) parameters: BTreeMap<&'static str, String>,
    pub(super) summary: Summary,
    pub(super) measurements: Vec<Run<'a>>,
    pub(super) mad: f64,
    pub(super) q1: f64,
    pub(super) q3: f64,
    pub(super) rank: usize,
    pub(super) ratio: f64,
    pub(super) ratio_low: Option<f64>,
    pub(super) ratio_high: Option<f64>,
    pub(super) extrapolated_from_bytes: Option<u64>,
    pub(super) bytes_per_second: f64,
}

#[derive(Clone, Copy, Serialize)]
pub(super) struct Time {
    pub(super) mean: f64,
    pub(super) stddev: Option<f64>,
    pub(super) median: f64,
    pub(super) min: f64,
    pub(super) max: f64,
}

#[derive(Serialize)]
pub(super) struct Summary {
    pub(super) time_wall_clock: Time,
}

/// A number as hyperfine 2 writes it.
#[derive(Serialize)]
pub(super) struct Quantity<T> {
    pub(super) value: T,
    pub(super) unit: &'static str,
}

/// One run: hyperfine 2's fields, then lc's, of which none is ever scaled.
#[derive(Serialize)]
pub(super) struct Run<'a> {
    pub(super) time_wall_clock: Quantity<f64>,
    pub(super) time_user: Quantity<f64>,
    pub(super) time_system: Quantity<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) memory_peak_resident: Option<Quantity<u64>>,
    pub(super) exit_code: i32,
    pub(super) measured_seconds: f64,
    pub(super) bytes: u64,
    pub(super) heap_peak: u64,
    pub(super) heap_allocations: u64,
    pub(super) anonymous: Option<u64>,
    pub(super) file: Option<u64>,
    pub(super) read_calls: u64,
    pub(super) read_bytes: u64,
    pub(super) maps: u64,
    pub(super) minor_faults: u64,
    pub(super) major_faults: u64,
    pub(super) voluntary_switches: u64,
    pub(super) involuntary_switches: u64,
    pub(super) disk_bytes: u64,
    pub(super) cached_bytes: Option<u64>,
    pub(super) counts: &'a Value,
}
