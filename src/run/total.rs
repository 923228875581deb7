//! The sums of a run while its inputs are counted.

use std::ffi::OsString;
use std::ops::ControlFlow;

use super::batch::Batch;
use super::job::{Job, looks_at_cache, prepare_cache};
use super::pool::Pool;
use super::{Outcome, Run};
use crate::count::{Counts, Place};
use crate::input::Operand;
use crate::measure::memory::Resident;
use crate::measure::{Heap, Stopwatch};
use crate::names::{Listing, Named};
use crate::plan::Plan;
use crate::progress::{self, Display};
use crate::say::Say;
use crate::signal;
use crate::strategy::ReadStats;

/// The sums so far.
pub(super) struct Total {
    /// Until all has been measured.
    _display: Display,
    watch: Stopwatch,
    pool: Pool,
    heap: Heap,
    inputs: u64,
    failed: u64,
    changed: u64,
    without_severity: u64,
    counts: Counts,
    first_overlong: Option<(OsString, Place)>,
    reads: ReadStats,
    threads: usize,
    held: Option<Resident>,
    cached: Option<u64>,
    len: u64,
}

impl Total {
    pub(super) fn new(plan: &Plan, listing: &Listing) -> Self {
        Self {
            _display: Display::start(plan, listing),
            heap: Heap::now(),
            watch: Stopwatch::start(),
            pool: Pool::default(),
            inputs: 0,
            failed: 0,
            changed: 0,
            without_severity: 0,
            counts: Counts::default(),
            first_overlong: None,
            reads: ReadStats::default(),
            threads: 1,
            held: None,
            cached: looks_at_cache(plan).then_some(0),
            len: 0,
        }
    }

    /// Counts inputs that were put together, at once, in as many threads as there are; each by itself where that
    /// is as fast. After a signal, those that were not begun are left out.
    pub(super) fn count_batch(&mut self, plan: &Plan, batch: Batch) -> Vec<Outcome> {
        let threads = plan.choice.threads(plan.threads, batch.work());
        if batch.names.len() < 2 || threads < 2 || !batch.is_even(threads) {
            return self.count_each(plan, batch.names);
        }
        progress::begin(batch.names.len());
        if plan.range.is_none() && plan.ends.is_empty() {
            progress::expect(batch.bytes);
        }
        let batch: Vec<Job> = batch
            .names
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(i, operand)| self.job(plan, operand, i))
            .collect();
        let (mut outcomes, threads) = self.pool.map(threads, &batch, |job| job.count(plan, None));
        keep_begun(&mut outcomes);
        self.threads = self.threads.max(threads);
        outcomes.iter().for_each(|outcome| self.add(outcome));
        outcomes
    }

    /// Counts inputs one after the other.
    fn count_each(&mut self, plan: &Plan, names: Vec<Named>) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(names.len());
        for name in names {
            outcomes.push(self.count(plan, name));
            if signal::stopping() {
                break;
            }
        }
        outcomes
    }

    /// An input of a batch, for which the page cache is prepared, and looked at, before its time begins.
    fn job(&mut self, plan: &Plan, operand: Operand, place: usize) -> Job {
        let cached = looks_at_cache(plan).then(|| {
            self.watch.outside(|| {
                let input = operand.open().ok()?;
                prepare_cache(plan.cache, &input)
            })
        });
        let range = plan.range_of(self.inputs as usize + place);
        Job {
            operand,
            range,
            cached: cached.flatten(),
        }
    }

    pub(super) fn count(&mut self, plan: &Plan, name: Named) -> Outcome {
        let outcome = match name {
            Ok(operand) => {
                let range = plan.range_of(self.inputs as usize);
                let job = Job {
                    operand,
                    range,
                    cached: None,
                };
                job.count(plan, Some((&mut self.watch, &mut self.pool)))
            }
            Err(failed) => Outcome::failed(Err(failed.place), failed.error),
        };
        self.add(&outcome);
        outcome
    }

    fn add(&mut self, outcome: &Outcome) {
        self.inputs += 1;
        self.failed += u64::from(outcome.error.is_some());
        self.changed += u64::from(outcome.changed);
        if let Some(counts) = &outcome.counts {
            self.counts.add(counts);
            self.without_severity += u64::from(counts.bytes > 0 && !counts.has_severity);
            if let (None, Some(place)) = (&self.first_overlong, counts.overlong.first) {
                self.first_overlong = Some((outcome.spoken().to_owned(), place));
            }
        }
        self.reads += outcome.reads;
        self.threads = self.threads.max(outcome.threads);
        self.held = outcome.held.filter(|_| self.inputs == 1);
        self.cached = self
            .cached
            .zip(outcome.cached)
            .map(|(sum, bytes)| sum.saturating_add(bytes));
        self.len = self.len.saturating_add(outcome.len);
    }

    /// Delivers outcomes, which is no part of what the run costs. To stop the watch is a part of what a small file
    /// takes, so that it is done once for all of them.
    pub(super) fn deliver(
        &mut self,
        outcomes: &[Outcome],
        deliver: &mut dyn FnMut(&Outcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.watch.outside(|| outcomes.iter().try_for_each(deliver))
    }

    pub(super) fn finish(mut self, plan: &Plan) -> Run {
        // Threads are part of what the run cost.
        self.pool = Pool::default();
        let (wall, usage) = self.watch.elapsed();
        Run {
            wall,
            usage,
            heap: Heap::now().since(self.heap),
            peak: match plan.say {
                Say::Nothing => None,
                Say::Line | Say::Json => Resident::now().peak,
            },
            asked: plan.choice,
            used: plan.choice.strategy(),
            threads: self.threads,
            inputs: self.inputs,
            failed: self.failed,
            changed: self.changed,
            without_severity: match plan.wanted.severity {
                Some(_) => self.without_severity,
                None => 0,
            },
            interrupted: signal::stopped_by(),
            total: self.counts,
            severity: plan
                .wanted
                .severity
                .as_ref()
                .map(|severity| severity.threshold),
            counts_lines: plan.columns.lines,
            knows_lines: plan.wanted.lines,
            max_line_len: plan.wanted.max_line_len,
            overlong: plan.wanted.overlong,
            first_overlong: self.first_overlong,
            reads: self.reads,
            held: self.held,
            cache: plan.cache,
            cached: self.cached,
            len: self.len,
        }
    }
}

/// Leaves out the inputs of which nothing was read when a signal came, but for the first, which tells of it.
fn keep_begun(outcomes: &mut Vec<Outcome>) {
    let mut is_told = false;
    outcomes.retain(|outcome| {
        let has_bytes = outcome.counts.is_some_and(|counts| counts.bytes > 0);
        let is_interrupted = outcome.is_interrupted();
        let keep = !is_interrupted || has_bytes || !is_told;
        is_told |= is_interrupted;
        keep
    });
}
