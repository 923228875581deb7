//! JSON Lines: one object per input, then one for the run.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use crate::count::{Counts, Level, Place};
use crate::message;
use crate::run::{Outcome, Run};
use crate::say::Columns;

/// Raised when a field changes its meaning or goes away; new fields do not raise it.
const SCHEMA: u32 = 1;

/// A name: as text if it is UTF-8, else as base64 of its bytes.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Name<'a> {
    Text(&'a str),
    Bytes(String),
}

impl<'a> Name<'a> {
    fn new(name: &'a OsStr) -> Self {
        match name.to_str() {
            Some(text) => Self::Text(text),
            None => Self::Bytes(BASE64_STANDARD.encode(name.as_bytes())),
        }
    }
}

/// The counts that were asked for; all others are absent.
#[derive(Serialize)]
struct Counted {
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Levels>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matched: Option<u64>,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<u64>,
    unterminated: bool,
    saturated: bool,
    overlong: Overlong,
}

#[derive(Serialize)]
struct Levels {
    fatal: u64,
    error: u64,
    warn: u64,
    info: u64,
    debug: u64,
    trace: u64,
    none: u64,
}

impl Levels {
    fn new(counts: &Counts) -> Self {
        let [fatal, error, warn, info, debug, trace] = counts.levels;
        let none = counts.without_level();
        Self {
            fatal,
            error,
            warn,
            info,
            debug,
            trace,
            none,
        }
    }
}

#[derive(Serialize)]
struct Overlong {
    lines: u64,
    first: Option<Place>,
    searched_to_limit: u64,
}

impl Counted {
    fn new(columns: Columns, counts: &Counts) -> Self {
        Self {
            lines: columns.lines.then_some(counts.lines),
            errors: columns.errors.then_some(counts.errors),
            levels: columns.levels.then(|| Levels::new(counts)),
            matched: columns.matched.then_some(counts.matched),
            bytes: counts.bytes,
            longest: columns.longest.then_some(counts.longest),
            unterminated: counts.unterminated > 0,
            saturated: counts.is_saturated(),
            overlong: Overlong {
                lines: counts.overlong.lines,
                first: counts.overlong.first,
                searched_to_limit: counts.overlong.searched_to_limit,
            },
        }
    }
}

#[derive(Serialize)]
struct InputLine<'a> {
    r#type: &'static str,
    schema: u32,
    name: Option<Name<'a>>,
    offset: u64,
    counts: Option<Counted>,
    changed: bool,
    interrupted: bool,
    cached_bytes: Option<u64>,
    error: Option<String>,
}

/// The line of one input.
pub fn input(columns: Columns, outcome: &Outcome) -> Vec<u8> {
    line(&InputLine {
        r#type: "input",
        schema: SCHEMA,
        name: outcome.name().map(Name::new),
        offset: outcome.offset,
        counts: outcome
            .counts
            .as_ref()
            .map(|counts| Counted::new(columns, counts)),
        changed: outcome.changed,
        interrupted: outcome.is_interrupted(),
        cached_bytes: outcome.cached,
        error: outcome.error.as_ref().map(message::reason),
    })
}

#[derive(Serialize)]
struct RunLine {
    r#type: &'static str,
    schema: u32,
    version: &'static str,
    strategy: Asked,
    errors_level: Option<&'static str>,
    inputs: u64,
    failed: u64,
    changed: u64,
    interrupted: bool,
    counts: Counted,
    time: Time,
    bytes_per_second: Option<f64>,
    memory: Memory,
    reads: Reads,
    faults: Faults,
    context_switches: Switches,
    disk_bytes: u64,
    cached_bytes: Option<u64>,
    cache: Cache,
}

#[derive(Serialize)]
struct Cache {
    asked: String,
    reached: Option<bool>,
    note: Option<String>,
}

#[derive(Serialize)]
struct Asked {
    asked: String,
    used: String,
    buffer: Option<u64>,
    threads: usize,
    max_line_len: u64,
    overlong: String,
}

/// In seconds.
#[derive(Serialize)]
struct Time {
    wall: f64,
    user: f64,
    system: f64,
}

/// In bytes.
#[derive(Serialize)]
struct Memory {
    peak: Option<u64>,
    heap_peak: u64,
    heap_allocations: u64,
    heap_allocated: u64,
    anonymous: Option<u64>,
    file: Option<u64>,
}

#[derive(Serialize)]
struct Reads {
    calls: u64,
    bytes: u64,
    maps: u64,
}

#[derive(Serialize)]
struct Faults {
    minor: u64,
    major: u64,
}

#[derive(Serialize)]
struct Switches {
    voluntary: u64,
    involuntary: u64,
}

/// The line of the run.
pub fn run(columns: Columns, run: &Run) -> Vec<u8> {
    let mut counts = Counted::new(columns, &run.total);
    // A place means nothing without its input, which has it.
    counts.overlong.first = None;
    line(&RunLine {
        r#type: "run",
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        strategy: Asked {
            asked: run.asked.name(),
            used: run.used.name(),
            buffer: run.reads.buffer,
            threads: run.threads,
            max_line_len: run.max_line_len,
            overlong: run.overlong.name(),
        },
        errors_level: run.severity.map(Level::name),
        inputs: run.inputs,
        failed: run.failed,
        changed: run.changed,
        interrupted: run.interrupted.is_some(),
        counts,
        time: Time {
            wall: run.wall.as_secs_f64(),
            user: run.usage.user.as_secs_f64(),
            system: run.usage.system.as_secs_f64(),
        },
        bytes_per_second: run.bytes_per_second(),
        memory: Memory {
            peak: run.peak,
            heap_peak: run.heap.peak,
            heap_allocations: run.heap.allocations,
            heap_allocated: run.heap.bytes,
            anonymous: run.held.and_then(|held| held.anonymous),
            file: run.held.and_then(|held| held.file),
        },
        reads: Reads {
            calls: run.reads.calls,
            bytes: run.reads.bytes,
            maps: run.reads.maps,
        },
        faults: Faults {
            minor: run.usage.minor_faults,
            major: run.usage.major_faults,
        },
        context_switches: Switches {
            voluntary: run.usage.voluntary_switches,
            involuntary: run.usage.involuntary_switches,
        },
        disk_bytes: run.usage.disk_bytes,
        cached_bytes: run.cached,
        cache: Cache {
            asked: run.cache.name(),
            reached: run.cache_reached(),
            note: run.cache_note(),
        },
    })
}

/// None of these structs can fail to be written: they hold no maps and no foreign types.
fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No input is that large, so that no run of the program can show it.
    #[test]
    fn counts_say_whether_a_sum_is_larger_than_its_number() {
        let columns = Columns {
            lines: true,
            errors: false,
            levels: false,
            matched: false,
            bytes: false,
            longest: false,
        };
        let mut counts = Counts {
            lines: 3,
            bytes: u64::MAX - 1,
            ..Counts::default()
        };
        let said = |counts: &Counts| {
            let counted = serde_json::to_value(Counted::new(columns, counts)).unwrap();
            (counted["bytes"].as_u64(), counted["saturated"].as_bool())
        };
        assert_eq!(said(&counts), (Some(u64::MAX - 1), Some(false)));
        counts.add(&counts.clone());
        assert_eq!(said(&counts), (Some(u64::MAX), Some(true)));
    }
}
