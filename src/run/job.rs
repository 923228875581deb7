//! One input to be counted.

use rustix::io::Errno;

use super::Outcome;
use super::parts::Parts;
use super::pool::Pool;
use crate::count::Counts;
use crate::input::{Input, Kind, Operand};
use crate::measure::Stopwatch;
use crate::measure::cache::{self, State};
use crate::measure::memory::Resident;
use crate::plan::Plan;
use crate::progress;
use crate::range::Range;
use crate::say::Say;
use crate::signal;
use crate::strategy::Refusal;

/// An operand, and what of it is to be counted.
pub(super) struct Job {
    pub operand: Operand,
    pub range: Option<Range>,
    /// What the page cache held of it, if that was looked at before.
    pub cached: Option<u64>,
}

impl Job {
    /// Counts it: with the run's watch and threads where it is counted alone, and on this thread where
    /// others are counted at the same time. A thread that waits for others' work takes up more of its own, and
    /// so must not begin to wait in each piece of it.
    pub fn count(&self, plan: &Plan, alone: Option<(&mut Stopwatch, &mut Pool)>) -> Outcome {
        let (mut watch, pool) = alone.unzip();
        if pool.is_some() {
            progress::begin(1);
        }
        progress::name(self.operand.name());
        let operand = self.operand.clone();
        let input = match operand.open() {
            Ok(input) => input,
            Err(error) => return Outcome::failed(Ok(operand), error),
        };
        let cached = match &mut watch {
            Some(watch) if looks_at_cache(plan) => {
                watch.outside(|| prepare_cache(plan.cache, &input))
            }
            _ => self.cached,
        };
        if input.kind == Kind::Directory {
            let mut outcome = Outcome::failed(Ok(operand), Errno::ISDIR.into());
            outcome.counts = Some(Counts::default());
            return outcome;
        }
        let mut parts = Parts::count(plan, &input, self.range, pool);
        let held = watch
            .filter(|_| plan.say == Say::Json && parts.tell_memory())
            .map(|watch| watch.outside(Resident::now));
        let (counts, error) = parts.fold(plan, &input);
        // What is counted of several ranges that a signal stopped has no end in the file, and nothing, as of a range
        // beyond the end, has no place in it.
        let has_end = parts.threads == 1 || !error.as_ref().is_some_and(signal::is_stop);
        if counts.bytes > 0 && has_end {
            input.leave_at(parts.offset + counts.bytes);
        }
        let refused = counts.bytes == 0 && error.as_ref().is_some_and(Refusal::is_in);
        let changed = input.has_changed(&operand);
        Outcome {
            operand: Ok(operand),
            counts: (!refused).then_some(counts),
            error,
            offset: parts.offset,
            changed,
            cached,
            len: if input.kind == Kind::Regular {
                input.len
            } else {
                0
            },
            reads: parts.reads,
            threads: parts.threads,
            held,
        }
    }
}

/// Whether it is told how much of the inputs the page cache held.
pub(super) fn looks_at_cache(plan: &Plan) -> bool {
    plan.say == Say::Json || plan.cache != State::AsIs
}

/// Brings the page cache into a state; tells how much of the input it then holds, which shows whether
/// that was possible.
pub(super) fn prepare_cache(state: State, input: &Input) -> Option<u64> {
    if input.kind != Kind::Regular {
        return None;
    }
    let _ = state.prepare(&input.file, input.len);
    cache::resident_bytes(&input.file, input.len).ok()
}
