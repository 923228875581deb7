//! From what was counted to what is printed: the answer on standard output, all else on standard
//! error. Decides nothing about reading.

mod columns;
mod comparison;
pub mod export;
mod failure;
mod json;
mod label;
mod notes;
pub(crate) mod number;
#[cfg(test)]
mod samples;
mod style;
mod summary;
pub mod table;
pub mod verdict;
mod wrap;

use std::io;
use std::ops::ControlFlow;

use columns::{Rows, width};
pub use comparison::{ComparisonPrinter, refused};
pub use style::Style;

use crate::message::{reason, tell};
use crate::names::Listing;
use crate::plan::{Limit, Plan};
use crate::run::{Outcome, Run};
use crate::say::{Columns, Say, TotalWhen};

/// Prints outcomes as they become known.
#[derive(Debug)]
pub struct Printer {
    rows: Rows,
    columns: Columns,
    total: TotalWhen,
    say: Say,
    limit: Option<Limit>,
    width: usize,
    write_error: Option<io::Error>,
}

impl Printer {
    /// A printer for the inputs of `listing`.
    pub fn new(plan: &Plan, listing: &Listing) -> Self {
        let (streamed, width) = match listing {
            _ if plan.total == TotalWhen::Only => (false, 1),
            Listing::Known(names) => (false, width(plan.columns, names)),
            Listing::Stream { .. } => (true, 1),
        };
        Self {
            rows: Rows::new(streamed),
            columns: plan.columns,
            total: plan.total,
            say: plan.say,
            limit: plan.limit,
            width,
            write_error: None,
        }
    }

    /// Prints the row of an input, then what went wrong with it; breaks when nobody reads the rows.
    pub fn outcome(&mut self, outcome: &Outcome) -> ControlFlow<()> {
        let rows = match (&outcome.counts, self.say) {
            (_, Say::Json) => vec![json::input(self.columns, outcome)],
            (Some(counts), _) if self.total != TotalWhen::Only => {
                columns::rows(self.columns, self.width, counts, outcome.name())
            }
            _ => Vec::new(),
        };
        if outcome.is_interrupted() {
            self.rows.become_partial();
        }
        let flow = rows.iter().try_for_each(|row| self.push(row));
        if let Some(error) = &outcome.error {
            failure::input_failed(outcome.spoken(), outcome.number_in_list(), error);
        }
        flow
    }

    /// Prints the totals and the report; tells the exit status.
    pub fn finish(mut self, run: &Run) -> u8 {
        if run.interrupted.is_some() {
            self.rows.become_partial();
        }
        let wants_total = match self.total {
            TotalWhen::Auto => run.inputs > 1,
            TotalWhen::Always | TotalWhen::Only => true,
            TotalWhen::Never => false,
        };
        let rows = match self.say {
            Say::Json => vec![json::run(self.columns, run)],
            _ if wants_total => {
                let name = (self.total != TotalWhen::Only).then_some("total".as_ref());
                columns::rows(self.columns, self.width, &run.total, name)
            }
            _ => Vec::new(),
        };
        // What cannot be written is told at the end.
        let _ = rows.iter().try_for_each(|row| self.push(row));
        if let Err(error) = self.rows.flush() {
            self.write_error.get_or_insert(error);
        }
        let unread = matches!(&self.write_error, Some(error) if is_unread(error));
        if let Some(signal) = run.interrupted {
            tell(format!(
                "lc: interrupted by {signal}; these are the counts so far"
            ));
        }
        if self.say == Say::Line && !unread {
            tell(summary::line(run));
        }
        let written = status_of(self.write_error.map_or(Ok(()), Err));
        // Of what nobody reads, the status still tells.
        match self.limit {
            _ if written == FAILED || run.failed > 0 => FAILED,
            Some(limit) if limit.is_exceeded(&run.total) => TOO_MANY,
            _ => SUCCEEDED,
        }
    }

    fn push(&mut self, row: &[u8]) -> ControlFlow<()> {
        match self.rows.push(row) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.write_error.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// The exit status of what was done in full.
pub const SUCCEEDED: u8 = 0;

/// The exit status of more errors than `--max-errors` allows.
pub const TOO_MANY: u8 = 1;

/// The exit status of what could not be done in full.
pub const FAILED: u8 = 2;

/// The exit status after writing to standard output. A reader that went away had what it wanted, and
/// that is no failure; what else fails is told.
pub fn status_of(written: io::Result<()>) -> u8 {
    match written {
        Ok(()) => SUCCEEDED,
        Err(error) if is_unread(&error) => SUCCEEDED,
        Err(error) => {
            tell(format!("lc: standard output: {}", reason(&error)));
            FAILED
        }
    }
}

fn is_unread(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}
