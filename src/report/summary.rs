//! The report: what a run cost, in one line.

use super::number::{duration, several, throughput};
use crate::measure::cache::State;
use crate::quote::{locale_is_utf8, quoted_text};
use crate::run::Run;
use crate::size::{binary, grouped};

/// The line, without its end.
pub fn line(run: &Run) -> String {
    let mut line = format!("lc: {}: {}", how(run), cost(run));
    for note in notes(run) {
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

/// What else a reader must know.
fn notes(run: &Run) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(note) = run.cache_note() {
        notes.push(format!("page cache: {note}"));
    }
    if run.total.is_saturated() {
        notes.push("a sum is larger than can be told".to_owned());
    }
    if run.usage.disk_bytes > 0 {
        notes.push(format!("{} from the disk", binary(run.usage.disk_bytes)));
    }
    if run.total.overlong.lines > 0 {
        let lines = several(run.total.overlong.lines, "overlong line");
        let limit = binary(run.max_line_len);
        notes.push(match &run.first_overlong {
            Some((name, place)) => format!(
                "{lines} (over --max-line-len {limit}; the first is line {} of {}, at byte {})",
                grouped(place.line),
                quoted_text(name),
                grouped(place.offset)
            ),
            None => lines,
        });
    }
    if run.total.overlong.searched_to_limit > 0 {
        notes.push(format!(
            "{} searched only up to the limit, since the pattern's Unicode word boundary cannot be \
             decided as a line streams by; use (?-u:\\b)",
            several(run.total.overlong.searched_to_limit, "overlong line")
        ));
    }
    if run.without_severity > 0 {
        let of = match run.inputs {
            1 => String::new(),
            _ => format!(" of {}", several(run.without_severity, "input")),
        };
        notes.push(format!("no line{of} carries a severity; try -e PATTERN"));
    }
    if run.total.unterminated > 0 && run.counts_lines {
        notes.push(match run.inputs {
            1 => "unterminated last line, not counted".to_owned(),
            _ => format!(
                "{} not counted",
                several(run.total.unterminated, "unterminated last line")
            ),
        });
    }
    if run.changed > 0 {
        notes.push(match run.inputs {
            1 => "the file changed while it was read".to_owned(),
            _ => format!(
                "{} changed while they were read",
                several(run.changed, "file")
            ),
        });
    }
    notes
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
            (_, None, _) => Some(format!("{name}, not verified: the kernel does not tell")),
        }
    }
}
