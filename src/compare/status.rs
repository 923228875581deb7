//! What a comparison is doing, while it does it.

use std::io::{self, Write};
use std::time::Duration;

use crate::message;
use crate::plan::ComparePlan;
use crate::progress::{ERASE_LINE, Manner};
use crate::say::Say;

/// The line on the terminal that says it, which goes away with this.
#[derive(Debug)]
pub struct Status {
    manner: Option<Manner>,
    runs: Option<u32>,
    max_time: Duration,
}

impl Status {
    /// Where, and whether, it is said.
    pub fn new(plan: &ComparePlan) -> Self {
        Self {
            manner: Manner::new(plan.progress, Say::new(plan.quiet, false)),
            runs: plan.runs,
            max_time: plan.max_time,
        }
    }

    /// A new round is begun, `spent` after the first one.
    pub fn round(&self, round: u32, spent: Duration) {
        if self.manner == Some(Manner::Lines) {
            message::tell(format!("lc: {}", self.words(round, spent)));
        }
    }

    /// A row is run in a round.
    pub fn row(&self, round: u32, row: &str, spent: Duration) {
        self.show(&format!("{}: {row}", self.words(round, spent)));
    }

    /// What is done besides the rounds.
    pub fn show(&self, what: &str) {
        if self.manner == Some(Manner::Bar) {
            let _ = write!(io::stderr(), "{ERASE_LINE}lc: {what}");
        }
    }

    fn words(&self, round: u32, spent: Duration) -> String {
        let of = match self.runs {
            Some(runs) => format!(" of {runs}"),
            None => String::new(),
        };
        format!(
            "round {round}{of}, {:.0} s of at most {:.0} s",
            spent.as_secs_f64(),
            self.max_time.as_secs_f64()
        )
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        if self.manner == Some(Manner::Bar) {
            let _ = write!(io::stderr(), "{ERASE_LINE}");
        }
    }
}
