//! One measured run: inputs, a strategy and counters. Only here is known both how bytes are read and what
//! they are read for.

mod batch;
mod job;
mod outcome;
mod parts;
mod pool;
mod total;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::count::{Counts, Level, Place, Policy};
use crate::measure::cache::State;
use crate::measure::memory::Resident;
use crate::measure::{Heap, Usage};
use crate::names::Listing;
use crate::plan::Plan;
use crate::signal;
use crate::strategy::{Choice, ReadStats, Strategy};
use batch::batches;
pub use outcome::Outcome;
use total::Total;

/// What came of all inputs, and what it cost.
#[derive(Debug)]
pub struct Run {
    /// The strategy that was asked for.
    pub asked: Choice,
    /// The strategy that was used.
    pub used: Strategy,
    /// Ranges counted at once, at most.
    pub threads: usize,
    /// The inputs, failed ones included.
    pub inputs: u64,
    /// The inputs that could not be counted to their end.
    pub failed: u64,
    /// The inputs that were written to while they were read.
    pub changed: u64,
    /// The inputs that have bytes and no line with a severity, where severities were sought.
    pub without_severity: u64,
    /// The signal that stopped it.
    pub interrupted: Option<&'static str>,
    /// The sums.
    pub total: Counts,
    /// The severity from which on a line was an error, if errors were counted.
    pub severity: Option<Level>,
    /// Whether lines were to be counted.
    pub counts_lines: bool,
    /// Whether they were, perhaps for other counts to be had from theirs.
    pub knows_lines: bool,
    /// The limit above which a line was overlong.
    pub max_line_len: u64,
    /// What became of overlong lines.
    pub overlong: Policy,
    /// The first overlong line of all.
    pub first_overlong: Option<(OsString, Place)>,
    /// The reads.
    pub reads: ReadStats,
    /// From before the first input was opened until the last buffer was freed.
    pub wall: Duration,
    /// What the kernel counted in that time.
    pub usage: Usage,
    /// The heap in that time.
    pub heap: Heap,
    /// The process's peak.
    pub peak: Option<u64>,
    /// What was resident after the last byte, before anything was freed; of a single input only.
    pub held: Option<Resident>,
    /// What the page cache was to hold before.
    pub cache: State,
    /// Bytes that it held before, if known of all inputs.
    pub cached: Option<u64>,
    /// Bytes of the inputs, as far as they had sizes.
    pub len: u64,
}

/// Counts all inputs of `listing`, and gives each one's outcome to `deliver` as soon as it is known,
/// until that breaks. Of inputs known beforehand, the last is delivered after all has been measured.
pub fn run(
    plan: &Plan,
    listing: Listing,
    deliver: &mut dyn FnMut(&Outcome) -> ControlFlow<()>,
) -> Run {
    let mut total = Total::new(plan, &listing);
    match listing {
        Listing::Known(names) => {
            let mut batches = batches(plan, names).peekable();
            let mut last = None;
            while let Some(batch) = batches.next() {
                let mut outcomes = total.count_batch(plan, batch);
                let is_last = batches.peek().is_none() || signal::stopping();
                if is_last {
                    last = outcomes.pop();
                }
                if total.deliver(&outcomes, deliver).is_break() {
                    return total.finish(plan);
                }
                if is_last {
                    break;
                }
            }
            let run = total.finish(plan);
            if let Some(outcome) = last {
                let _ = deliver(&outcome);
            }
            run
        }
        Listing::Stream { names, .. } => {
            for name in names {
                let outcome = total.count(plan, name);
                if total.deliver(&[outcome], deliver).is_break() || signal::stopping() {
                    break;
                }
            }
            total.finish(plan)
        }
    }
}

impl Run {
    /// Whether the page cache was as it was to be; unknown where the kernel does not tell.
    pub fn cache_reached(&self) -> Option<bool> {
        self.cached
            .map(|cached| self.cache.is_reached(cached, self.len))
    }

    /// The throughput, unless nothing was read.
    pub fn bytes_per_second(&self) -> Option<f64> {
        let seconds = self.wall.as_secs_f64();
        (self.total.bytes > 0 && seconds > 0.0).then(|| self.total.bytes as f64 / seconds)
    }
}
