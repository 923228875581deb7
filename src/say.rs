//! What to say: which counts, and what besides.

use clap::ValueEnum;

use crate::count::Counts;

/// The columns to print, in their fixed order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// LF bytes.
    pub lines: bool,
    /// Lines of a severity or worse.
    pub errors: bool,
    /// Not a column but a row for each severity.
    pub levels: bool,
    /// Lines that match.
    pub matched: bool,
    /// Bytes.
    pub bytes: bool,
    /// Bytes of the longest line.
    pub longest: bool,
}

impl Columns {
    /// These, or lines if nothing was asked for.
    pub fn or_lines(self) -> Self {
        let nothing = self.values(&Counts::default()).next().is_none() && !self.levels;
        Self {
            lines: self.lines || nothing,
            ..self
        }
    }

    /// The numbers of the columns.
    pub fn values(self, counts: &Counts) -> impl Iterator<Item = u64> {
        let columns = [
            (self.lines, counts.lines),
            (self.errors, counts.errors),
            (self.matched, counts.matched),
            (self.bytes, counts.bytes),
            (self.longest, counts.longest),
        ];
        columns
            .into_iter()
            .filter(|(wanted, _)| *wanted)
            .map(|(_, value)| value)
    }
}

/// When to print a row of totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TotalWhen {
    /// With more than one input
    Auto,
    /// Always
    Always,
    /// Always, and nothing else
    Only,
    /// Never
    Never,
}

/// What to say besides the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Say {
    /// Errors only.
    Nothing,
    /// The report.
    Line,
    /// Everything, as JSON instead of columns.
    Json,
}

impl Say {
    /// JSON has the report in it.
    pub fn new(quiet: bool, json: bool) -> Self {
        match (json, quiet) {
            (true, _) => Self::Json,
            (_, true) => Self::Nothing,
            _ => Self::Line,
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColourWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// When to show how far the counting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressWhen {
    /// A bar on a terminal, after a second; not with --quiet or --json
    Auto,
    /// Always; where there is no terminal, a line from time to time
    Always,
    /// Never
    Never,
}
