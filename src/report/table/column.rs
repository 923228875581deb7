//! The columns: what each shows, and which go first where the terminal is narrow.

use anstyle::Style as Paint;

use super::{BOLD, DIM, GOOD, GUESSED, PLAIN};
use crate::compare::Row;
use crate::compare::figures::Figures;
use crate::compare::ranking::Standing;
use crate::report::{label, number};
use crate::size::binary;

/// What a row can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Rank,
    Strategy,
    Buffer,
    Threads,
    Time,
    Speed,
    Bar,
    Ratio,
    Interval,
    User,
    System,
    Peak,
    Heap,
    Anonymous,
    File,
    Allocations,
    Reads,
    BytesPerRead,
    Faults,
    Switches,
}

use Column::*;

/// All, from left to right.
pub(super) const ALL: [Column; 20] = [
    Rank,
    Strategy,
    Buffer,
    Threads,
    Time,
    Speed,
    Bar,
    Ratio,
    Interval,
    User,
    System,
    Peak,
    Heap,
    Anonymous,
    File,
    Allocations,
    Reads,
    BytesPerRead,
    Faults,
    Switches,
];

/// Those that can be left out, the least important first. The bar shrinks before any of them goes, and
/// takes up what they leave.
pub(super) const DISPENSABLE: [Column; 18] = [
    BytesPerRead,
    Allocations,
    Switches,
    Anonymous,
    File,
    System,
    User,
    Interval,
    Heap,
    Faults,
    Bar,
    Rank,
    Reads,
    Peak,
    Speed,
    Ratio,
    Threads,
    Buffer,
];

/// A row with all that is known of it.
#[derive(Clone, Debug)]
pub(super) struct Shown<'a> {
    pub(super) row: &'a Row,
    pub(super) figures: Option<Figures>,
    pub(super) standing: Option<Standing>,
}

impl Column {
    pub(super) fn heading(self) -> &'static str {
        match self {
            Rank => "#",
            Strategy => "strategy",
            Buffer => "buffer",
            Threads => "-j",
            Time => "time",
            Speed => "GB/s",
            Bar => "",
            Ratio => "ratio",
            Interval => "95 %",
            User => "user",
            System => "system",
            Peak => "peak",
            Heap => "heap",
            Anonymous => "anon",
            File => "file",
            Allocations => "allocs",
            Reads => "reads",
            BytesPerRead => "B/read",
            Faults => "faults",
            Switches => "switches",
        }
    }

    pub(super) fn is_left_aligned(self) -> bool {
        matches!(self, Strategy | Bar | Interval)
    }

    /// Whether it belongs to the one before it, and stands close to it.
    pub(super) fn is_close(self) -> bool {
        matches!(self, Strategy | Buffer | Threads | Bar | Interval | System)
    }

    /// Whether it says how is read; such are known of failed rows too.
    pub(super) fn is_setting(self) -> bool {
        matches!(self, Rank | Strategy | Buffer | Threads)
    }

    /// What stands there; nothing if it is not known or does not apply.
    pub(super) fn text(self, shown: &Shown<'_>) -> Option<String> {
        match self {
            Strategy => return Some(label::strategy(shown.row)),
            Buffer => return shown.row.buffer.map(size),
            Threads => return Some(shown.row.threads.max(1).to_string()),
            _ => {}
        }
        let standing = shown.standing.as_ref()?;
        let figures = shown.figures.as_ref()?;
        let guess = |text: String| match figures.extrapolated {
            true => format!("~{text}"),
            false => text,
        };
        match self {
            Rank => Some(standing.rank.to_string()),
            Time => Some(guess(time(figures))),
            Speed => Some(number::gigabytes(figures.bytes_per_second)),
            Ratio => Some(guess(number::ratio(standing.ratio.value))),
            Interval => interval(standing),
            User => Some(guess(number::duration(figures.user))),
            System => Some(guess(number::duration(figures.system))),
            Reads => Some(guess(reads(figures))),
            _ => self.resource(figures),
        }
    }

    fn resource(self, figures: &Figures) -> Option<String> {
        match self {
            Peak => figures.peak.map(size),
            Heap => Some(size(figures.heap_peak)),
            Anonymous => figures.anonymous.map(size),
            File => figures.file.map(size),
            Allocations => Some(number::count(figures.heap_allocations)),
            BytesPerRead => figures
                .bytes_per_call
                .map(|bytes| number::count(bytes.round() as u64)),
            Faults => Some(number::count(figures.faults())),
            Switches => Some(number::count(
                figures
                    .voluntary_switches
                    .saturating_add(figures.involuntary_switches),
            )),
            _ => None,
        }
    }

    pub(super) fn paint(self, shown: &Shown<'_>) -> Paint {
        let is_leader = matches!(shown.standing, Some(standing) if standing.leads);
        let is_guess = matches!(&shown.figures, Some(figures) if figures.extrapolated);
        match self {
            Rank | Strategy | Ratio if is_leader => GOOD,
            Strategy => BOLD,
            Time | Ratio | Reads | User | System if is_guess => GUESSED,
            Interval | User | System => DIM,
            _ => PLAIN,
        }
    }
}

/// Units of one letter are padded, so that digits stand under digits.
fn time(figures: &Figures) -> String {
    let time = match figures.time.runs {
        1 => number::duration(figures.time.median),
        _ => number::spread(figures.time.median, figures.time.mad),
    };
    pad_unit(time, 2)
}

fn size(bytes: u64) -> String {
    pad_unit(binary(bytes), 3)
}

fn pad_unit(text: String, width: usize) -> String {
    match text.rsplit_once(' ') {
        Some((number, unit)) => format!("{number} {unit:<width$}"),
        None => text,
    }
}

/// Mappings are no reads; but cutting a file into ranges reads a little.
fn reads(figures: &Figures) -> String {
    let maps = number::count(figures.maps);
    let plural = if figures.maps == 1 { "map" } else { "maps" };
    match (figures.maps, figures.read_calls) {
        (0, calls) => number::count(calls),
        (_, 0) => format!("{maps} {plural}"),
        (_, calls) => format!("{maps} {plural} + {}", number::count(calls)),
    }
}

fn interval(standing: &Standing) -> Option<String> {
    let interval = standing.ratio.interval?;
    let (low, high) = (number::ratio(interval.low), number::ratio(interval.high));
    // The fastest is exactly once itself, and what is far off needs no more digits.
    (low != high).then(|| format!("{low}–{high}"))
}
