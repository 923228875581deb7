//! One measured run: inputs, a strategy and counters. The only file that knows both how bytes are read
//! and what they are read for.

mod batch;
mod parts;
mod pool;

use std::ffi::{OsStr, OsString};
use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use rustix::io::Errno;

use crate::count::{Counts, Level, Place, Policy};
use crate::input::{Input, Kind, Operand};
use crate::measure::cache::{self, State};
use crate::measure::memory::Resident;
use crate::measure::{Heap, Stopwatch, Usage};
use crate::names::{ListPlace, Listing, Named};
use crate::plan::Plan;
use crate::progress::{self, Display};
use crate::range::Range;
use crate::say::Say;
use crate::signal;
use crate::strategy::{Choice, ReadStats, Refusal, Strategy};
use batch::{Batch, batches};
use parts::Parts;
use pool::Pool;

/// What came of one input.
#[derive(Debug)]
pub struct Outcome {
    /// What was named.
    pub operand: Result<Operand, ListPlace>,
    /// The counts of the bytes that could be read; none if it could not be opened.
    pub counts: Option<Counts>,
    /// Why not all of it could be read.
    pub error: Option<io::Error>,
    /// The offset of the first byte that was counted.
    pub offset: u64,
    /// Whether the file was written to while it was read.
    pub changed: bool,
    /// Bytes of it that the page cache held before, if they were asked for and the kernel told.
    pub cached: Option<u64>,
    len: u64,
    reads: ReadStats,
    threads: usize,
    held: Option<Resident>,
}

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
            let mut last = None;
            for batch in batches(plan, names) {
                for outcome in total.count_batch(plan, batch) {
                    if let Some(done) = last.replace(outcome)
                        && total.deliver(&done, deliver).is_break()
                    {
                        return total.finish(plan);
                    }
                }
                if signal::stopping() {
                    break;
                }
            }
            let run = total.finish(plan);
            if let Some(outcome) = last {
                let _ = deliver(&outcome);
            }
            run
        }
        Listing::Stream(names) => {
            for name in names {
                let outcome = total.count(plan, name);
                if total.deliver(&outcome, deliver).is_break() || signal::stopping() {
                    break;
                }
            }
            total.finish(plan)
        }
    }
}

/// The sums so far.
struct Total {
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
    fn new(plan: &Plan, listing: &Listing) -> Self {
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

    /// Counts inputs that were put together, at once, in as many threads as there are; a single one
    /// by itself. Ends at the first that a signal stopped.
    fn count_batch(&mut self, plan: &Plan, batch: Batch) -> Vec<Outcome> {
        let threads = plan.choice.threads(plan.threads, batch.work);
        if batch.names.len() < 2 || threads < 2 {
            return self.count_each(plan, batch.names);
        }
        let batch: Vec<Job> = batch
            .names
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(i, operand)| self.job(plan, operand, i))
            .collect();
        let (mut outcomes, threads) = self
            .pool
            .map(threads, &batch, |job| count_operand(plan, job, None));
        if let Some(stop) = outcomes.iter().position(Outcome::is_interrupted) {
            outcomes.truncate(stop + 1);
        }
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

    fn count(&mut self, plan: &Plan, name: Named) -> Outcome {
        let outcome = match name {
            Ok(operand) => {
                let range = plan.range_of(self.inputs as usize);
                let job = Job {
                    operand,
                    range,
                    cached: None,
                };
                count_operand(plan, &job, Some((&mut self.watch, &mut self.pool)))
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

    fn deliver(
        &mut self,
        outcome: &Outcome,
        deliver: &mut dyn FnMut(&Outcome) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.watch.outside(|| deliver(outcome))
    }

    fn finish(mut self, plan: &Plan) -> Run {
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

impl Run {
    /// Whether the page cache was as it was to be; unknown where the kernel does not tell.
    pub fn cache_reached(&self) -> Option<bool> {
        self.cached
            .map(|cached| self.cache.is_reached(cached, self.len))
    }

    /// The count that `--max-errors` limits: of errors if they were counted, else of matches.
    pub fn gated(&self) -> u64 {
        match self.severity {
            Some(_) => self.total.errors,
            None => self.total.matched,
        }
    }

    /// The throughput, unless nothing was read.
    pub fn bytes_per_second(&self) -> Option<f64> {
        let seconds = self.wall.as_secs_f64();
        (self.total.bytes > 0 && seconds > 0.0).then(|| self.total.bytes as f64 / seconds)
    }
}

impl Outcome {
    /// The name as typed, if it was.
    pub fn name(&self) -> Option<&OsStr> {
        match &self.operand {
            Ok(operand) => operand.name(),
            Err(place) => Some(&place.name),
        }
    }

    /// The number of the name in its list, if it was a bad one.
    pub fn number_in_list(&self) -> Option<u64> {
        self.operand.as_ref().err().and_then(|place| place.number)
    }

    /// The name for messages.
    pub fn spoken(&self) -> &OsStr {
        match &self.operand {
            Ok(operand) => operand.spoken(),
            Err(place) => &place.name,
        }
    }

    /// Whether a signal stopped the counting of it.
    pub fn is_interrupted(&self) -> bool {
        self.error.as_ref().is_some_and(signal::is_stop)
    }

    fn failed(operand: Result<Operand, ListPlace>, error: io::Error) -> Self {
        Self {
            operand,
            counts: None,
            error: Some(error),
            offset: 0,
            changed: false,
            cached: None,
            len: 0,
            reads: ReadStats::default(),
            threads: 1,
            held: None,
        }
    }
}

/// An operand, and what of it is to be counted.
struct Job {
    operand: Operand,
    range: Option<Range>,
    /// What the page cache held of it, if that was looked at before.
    cached: Option<u64>,
}

/// Counts one input: with the run's watch and threads where it is counted alone, and on this thread where
/// others are counted at the same time. A thread that waits for others' work takes up more of its own, and
/// so must not begin to wait in each piece of it.
fn count_operand(plan: &Plan, job: &Job, alone: Option<(&mut Stopwatch, &mut Pool)>) -> Outcome {
    let (mut watch, pool) = alone.unzip();
    progress::begin(job.operand.name());
    let operand = job.operand.clone();
    let input = match operand.open() {
        Ok(input) => input,
        Err(error) => return Outcome::failed(Ok(operand), error),
    };
    let cached = match &mut watch {
        Some(watch) if looks_at_cache(plan) => watch.outside(|| prepare_cache(plan.cache, &input)),
        _ => job.cached,
    };
    if input.kind == Kind::Directory {
        let mut outcome = Outcome::failed(Ok(operand), Errno::ISDIR.into());
        outcome.counts = Some(Counts::default());
        return outcome;
    }
    let mut parts = Parts::count(plan, &input, job.range, pool);
    let held = watch
        .filter(|_| plan.say == Say::Json && parts.tell_memory())
        .map(|watch| watch.outside(Resident::now));
    let (counts, error) = parts.fold(plan, &input);
    // What is counted of several ranges that a signal stopped has no end in the file.
    if parts.threads == 1 || !error.as_ref().is_some_and(signal::is_stop) {
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

/// Whether it is told how much of the inputs the page cache held.
fn looks_at_cache(plan: &Plan) -> bool {
    plan.say == Say::Json || plan.cache != State::AsIs
}

/// Brings the page cache into a state; tells how much of the input it then holds, which shows whether
/// that was possible.
fn prepare_cache(state: State, input: &Input) -> Option<u64> {
    if input.kind != Kind::Regular {
        return None;
    }
    let _ = state.prepare(&input.file, input.len);
    cache::resident_bytes(&input.file, input.len).ok()
}
