//! The report: what a run cost, in one line.

use std::time::Duration;

use super::quoted_text;
use crate::run::Run;
use crate::size::{binary, grouped};

/// The line, without its end.
pub fn line(run: &Run) -> String {
    let mut line = format!("lc: {}: {}", how(run), cost(run));
    for note in notes(run) {
        line.push_str("; ");
        line.push_str(&note);
    }
    line
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
    let mut parts = vec![duration(run.wall)];
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
    if run.severity.is_some() && !run.total.has_severity && run.total.bytes > 0 {
        notes.push("no line carries a severity; try -e PATTERN".to_owned());
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

/// A count with its noun.
fn several(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count))
}

/// A time with three digits and its unit.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        _ if seconds >= 0.9995 => (seconds, "s"),
        _ if seconds >= 0.000_999_5 => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "µs"),
    };
    format!("{} {unit}", three_digits(value))
}

/// A throughput in decimal units, as devices and links are sold.
fn throughput(bytes_per_second: f64) -> String {
    let (value, unit) = match bytes_per_second {
        speed if speed >= 0.9995e9 => (speed / 1e9, "GB/s"),
        speed if speed >= 0.9995e6 => (speed / 1e6, "MB/s"),
        speed => (speed / 1e3, "kB/s"),
    };
    format!("{} {unit}", three_digits(value))
}

fn three_digits(value: f64) -> String {
    match value {
        _ if value < 9.995 => format!("{value:.2}"),
        _ if value < 99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_speeds_have_three_digits() {
        let time = |seconds| duration(Duration::from_secs_f64(seconds));
        assert_eq!(time(0.0), "0.00 µs");
        assert_eq!(time(0.000_123_4), "123 µs");
        assert_eq!(time(0.000_999_9), "1.00 ms");
        assert_eq!(time(0.034_94), "34.9 ms");
        assert_eq!(time(0.999_9), "1.00 s");
        assert_eq!(time(123.4), "123 s");
        assert_eq!(throughput(30.84e9), "30.8 GB/s");
        assert_eq!(throughput(999.9e6), "1.00 GB/s");
        assert_eq!(throughput(12.0), "0.01 kB/s");
    }
}
