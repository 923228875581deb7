//! What to count, and how long a line may be.

use clap::ValueEnum;

use super::{Matching, Severity};

/// What becomes of overlong lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Search all of the line, as it streams by
    #[default]
    Scan,
    /// Search as if the line ended at the limit
    Truncate,
    /// Leave it out of matches and severities
    Skip,
    /// Stop there: all counts are those of the lines before
    Error,
}

impl Policy {
    /// The name on the command line and in reports.
    pub fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// What to count, and how long a line may be.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Whether to count LFs. Without it `lines` and the number of an overlong line mean nothing.
    pub lines: bool,
    /// Whether to measure the lines.
    pub longest: bool,
    /// Bytes of a line, LF not counted, above which it is overlong.
    pub max_line_len: u64,
    /// What becomes of lines longer than that.
    pub overlong: Policy,
    /// The lines to find by patterns.
    pub matching: Option<Matching>,
    /// The severities to find.
    pub severity: Option<Severity>,
}

impl Wanted {
    /// Lines and bytes, and nothing that looks at the text.
    pub fn lines(max_line_len: u64) -> Self {
        let overlong = Policy::default();
        Self {
            lines: true,
            longest: false,
            max_line_len,
            overlong,
            matching: None,
            severity: None,
        }
    }
}
