//! The report: what a run cost, in one line.

mod notes;

use super::number::{duration, several, throughput};
use crate::measure::cache::State;
use crate::quote::locale_is_utf8;
use crate::run::Run;
use crate::size::binary;

/// The line, without its end.
pub fn line(run: &Run) -> String {
    let mut line = format!("lc: {}: {}", how(run), cost(run));
    for note in notes::notes(run) {
        line.push_str("; ");
        line.push_str(&note);
    }
    // All else in it is ASCII, and names are quoted by the locale.
    match locale_is_utf8() {
        true => line,
        false => line.replace('µ', "u"),
    }
}

fn how(run: &Run) -> String {
    let mut how = run.used.name();
    if let Some(buffer) = run.reads.buffer {
        let what = if run.reads.maps > 0 {
            "windows"
        } else {
            "buffer"
        };
        how += &format!(", {} {what}", binary(buffer));
    }
    how += &format!(", {}", several(run.threads as u64, "thread"));
    how
}

fn cost(run: &Run) -> String {
    let mut parts = vec![duration(run.wall.as_secs_f64())];
    if let Some(speed) = run.bytes_per_second() {
        parts.push(throughput(speed));
    }
    if let Some(peak) = run.peak {
        parts.push(format!(
            "peak memory {} (heap {})",
            binary(peak),
            binary(run.heap.peak)
        ));
    }
    if run.reads.maps > 0 {
        parts.push(several(run.reads.maps, "mapping"));
    }
    parts.push(several(run.reads.calls, "read"));
    parts.push(several(
        run.usage.minor_faults + run.usage.major_faults,
        "fault",
    ));
    parts.join(", ")
}

impl Run {
    /// What came of the state that the page cache was to be in; nothing where none was asked for.
    pub fn cache_note(&self) -> Option<String> {
        let name = self.cache.name();
        let share = |cached: u64| 100.0 * cached as f64 / self.len.max(1) as f64;
        match (self.cache, self.cached, self.cache_reached()) {
            (State::AsIs, ..) => None,
            (_, _, Some(true)) => Some(format!("{name}, verified")),
            (State::Cold, Some(cached), _) => Some(format!(
                "not cold: {:.1} % stayed in it, being dirty, mapped, or on a file system \
                 in memory",
                share(cached)
            )),
            (_, Some(cached), _) => Some(format!("not {name}: {:.1} % were in it", share(cached))),
            (_, None, _) => Some(format!(
                "{name}, not verified: the kernel tells it of files only, to who owns or may write them"
            )),
        }
    }
}
