//! Comparisons to test with, made by hand; `examples/show.rs` prints them.

use serde_json::json;

use crate::compare::{Comparison, Measurement, Row};

/// What every comparison of these reads.
pub const BYTES: u64 = 1 << 30;

/// A row whose runs lie around `seconds`.
pub fn row(strategy: &str, buffer: Option<u64>, threads: usize, seconds: f64, peak: u64) -> Row {
    let noise = [
        1.02, 0.99, 1.0, 1.013, 0.995, 1.07, 1.001, 0.987, 1.004, 1.01,
    ];
    // Another beginning for each row, or all would be disturbed in the same round.
    let start = strategy.len() + threads + buffer.unwrap_or(0).trailing_zeros() as usize;
    let run = |round: usize| Measurement {
        wall: seconds * noise[(start * 3 + round) % noise.len()],
        user: seconds * 0.55,
        system: seconds * 0.4,
        bytes: BYTES,
        peak: Some(peak),
        heap_peak: buffer
            .unwrap_or(0)
            .saturating_mul(threads as u64)
            .saturating_add(12_000),
        heap_allocations: 31,
        anonymous: Some(peak / 3),
        file: Some(peak - peak / 3),
        read_calls: buffer.map_or(0, |buffer| BYTES / buffer + 1),
        read_bytes: BYTES,
        maps: u64::from(strategy == "mmap"),
        minor_faults: 97 + peak / 65536,
        voluntary_switches: 1,
        involuntary_switches: 3,
        cached_bytes: Some(BYTES),
        counts: json!({"lines": 9_000_000, "bytes": BYTES, "overlong": {"lines": 0}}),
        ..Measurement::default()
    };
    let option = |name: &str, value: Option<String>| {
        value.map_or_else(String::new, |value| format!(" {name} {value}"))
    };
    let buffer_option = option("-b", buffer.map(|buffer| buffer.to_string()));
    let threads_option = option("-j", (threads > 1).then(|| threads.to_string()));
    Row {
        strategy: strategy.to_owned(),
        buffer,
        threads,
        command: format!("lc -s {strategy}{buffer_option}{threads_option} big.log"),
        runs: (0..10).map(run).collect(),
        cache: Some("warm".to_owned()),
        ..Row::default()
    }
}

/// The default set on a gigabyte in memory, with a row that read a prefix and one that failed.
pub fn typical() -> Comparison {
    let mut slow = row("byte", Some(1), 1, 0.0851, 2_100_000);
    slow.prefix = Some(1 << 20);
    for run in &mut slow.runs {
        run.bytes = 1 << 20;
        run.read_bytes = 1 << 20;
        run.read_calls = (1 << 20) + 1;
    }
    let mut failed = row("whole", None, 1, 0.0, 0);
    failed.runs.clear();
    failed.failure = Some(
        "needs 1 GiB of memory, 812 MiB are available; raise --max-memory or use chunk".to_owned(),
    );
    let mut auto = row("auto", Some(256 << 10), 2, 0.0351, 2_700_000);
    auto.chosen = Some("chunk".to_owned());
    Comparison {
        subject: "big.log".to_owned(),
        bytes: BYTES,
        rows: vec![
            slow,
            row("byte", Some(64 << 10), 1, 1.482, 2_150_000),
            row("lines", Some(64 << 10), 1, 0.211, 2_250_000),
            row("chunk", Some(64 << 10), 1, 0.0648, 2_150_000),
            row("chunk", Some(256 << 10), 1, 0.0612, 2_400_000),
            failed,
            row("mmap", None, 1, 0.0934, BYTES + 2_000_000),
            row("chunk", Some(256 << 10), 2, 0.0349, 2_700_000),
            auto,
        ],
    }
}
