//! The order of the runs: interleaved, so that whatever disturbs the machine for a while disturbs all
//! rows alike.

use std::io;
use std::time::{Duration, Instant};

use super::affordable::{Look, PROBE, affordable};
use super::child::{Child, Ran};
use super::result::{Comparison, Row};
use super::statistics::Summary;
use super::status::Status;
use super::subject::{Ends, Inputs};
use crate::plan::ComparePlan;
use crate::quote;
use crate::strategy::{Choice, Strategy, Way};

/// Rounds before a comparison may be good enough.
const FEWEST_ROUNDS: u32 = 5;

/// Rounds after which more would not change anything.
const MOST_ROUNDS: u32 = 100;

/// The standard error of the median, relative to it, that is good enough.
const GOOD_ENOUGH: f64 = 0.005;

/// A comparison under way.
pub struct Rounds<'a> {
    plan: &'a ComparePlan,
    inputs: &'a Inputs,
    child: Child,
    status: Status,
    jobs: Vec<Job>,
    /// What came of it so far.
    pub comparison: Comparison,
    start: Instant,
}

/// A way of reading, and what it reads.
struct Job {
    way: Way,
    ends: Ends,
}

impl<'a> Rounds<'a> {
    /// Looks how fast each way is, and so what it is to read.
    ///
    /// # Errors
    /// This program's own file, or an input, that cannot be opened.
    pub fn new(plan: &'a ComparePlan, inputs: &'a Inputs, ways: &[Way]) -> io::Result<Self> {
        let child = Child::new(plan.counting.clone(), plan.max_memory, plan.cache)?;
        let bytes = inputs.bytes();
        let subject = inputs.subject.clone();
        let comparison = Comparison {
            subject,
            bytes,
            rows: Vec::new(),
        };
        let start = Instant::now();
        let mut rounds = Self {
            plan,
            inputs,
            child,
            status: Status::new(plan),
            jobs: Vec::new(),
            comparison,
            start,
        };
        for &way in ways {
            rounds.add(way)?;
        }
        Ok(rounds)
    }

    fn add(&mut self, way: Way) -> io::Result<()> {
        let mut row = Row {
            strategy: way.choice.name(),
            buffer: way.buffer,
            threads: way.threads.unwrap_or(1).max(1),
            command: self.command(way),
            ..Row::default()
        };
        let look = format!("a first look at {}", row.strategy);
        self.status.show(&look);
        let mut ends = self.inputs.whole();
        match self.child.run(way, &self.inputs.prefix(PROBE)?) {
            Ok(ran) => {
                if let Some(bytes) = self.prefix_for(way, &ran) {
                    ends = self.inputs.prefix(bytes)?;
                    row.prefix = Some(ends.iter().map(|(_, end)| end).sum());
                }
                describe(&mut row, way, &ran);
            }
            // What the whole of it needs is more telling than what a prefix does.
            Err(_) => match self.child.run(way, &ends) {
                Ok(ran) => describe(&mut row, way, &ran),
                Err(reason) => row.failure = Some(reason),
            },
        }
        self.jobs.push(Job { way, ends });
        self.comparison.rows.push(row);
        Ok(())
    }

    /// The bytes to read instead of all, if all would take too long.
    fn prefix_for(&self, way: Way, probe: &Ran) -> Option<u64> {
        let time = self.plan.max_time.as_secs_f64();
        let first = Look::of(probe)?;
        affordable(self.comparison.bytes, time, first, |bytes| {
            let prefix = self.inputs.prefix(bytes).ok()?;
            // What goes wrong is told when the way is run in its turn.
            Look::of(&self.child.run(way, &prefix).ok()?)
        })
    }

    /// The command that does the same by hand.
    fn command(&self, way: Way) -> String {
        let options = self
            .child
            .options(way)
            .into_iter()
            .chain(self.plan.counting.iter().cloned());
        let words = options.map(|option| quote::shell_word(&option));
        let words: Vec<_> = ["lc".to_owned()].into_iter().chain(words).collect();
        format!("{} {}", words.join(" "), self.inputs.operands.join(" "))
    }

    /// Warms up, then runs rounds until the numbers are good or the time is spent; calls `after_round`
    /// after each, until that fails.
    ///
    /// # Errors
    /// Those of `after_round`.
    pub fn run(
        &mut self,
        mut after_round: impl FnMut(&Comparison) -> io::Result<()>,
    ) -> io::Result<()> {
        for _ in 0..self.plan.warmup {
            for job in 0..self.jobs.len() {
                let what = format!("warm-up: {}", self.comparison.rows[job].strategy);
                self.status.show(&what);
                self.run_job(job);
            }
        }
        self.start = Instant::now();
        let most = self.plan.runs.unwrap_or(MOST_ROUNDS);
        for round in 1..=most {
            self.status.round(round, self.start.elapsed());
            for job in 0..self.jobs.len() {
                let row = &self.comparison.rows[job].strategy;
                self.status.row(round, row, self.start.elapsed());
                if let Some(ran) = self.run_job(job) {
                    self.comparison.rows[job].runs.push(ran.measurement);
                }
            }
            if round == 1 {
                self.check_prefixes();
            }
            after_round(&self.comparison)?;
            let good = self.plan.runs.is_none() && round >= FEWEST_ROUNDS && self.is_good_enough();
            if good || self.start.elapsed() + self.round_time() / 2 > self.plan.max_time {
                break;
            }
        }
        Ok(())
    }

    /// Runs a job once, unless it failed before.
    fn run_job(&mut self, job: usize) -> Option<Ran> {
        if self.comparison.rows[job].failure.is_some() {
            return None;
        }
        let Job { way, ends } = &self.jobs[job];
        match self.child.run(*way, ends) {
            // It stops at the same place of all the bytes, so that nothing is to be extrapolated.
            Ok(ran) if ran.stopped && self.comparison.rows[job].prefix.is_some() => {
                self.comparison.rows[job].prefix = None;
                self.jobs[job].ends = self.inputs.whole();
                self.run_job(job)
            }
            Ok(ran) => {
                describe(&mut self.comparison.rows[job], *way, &ran);
                Some(ran)
            }
            Err(reason) => {
                self.comparison.rows[job].failure = Some(reason);
                None
            }
        }
    }

    /// Has `chunk` count each prefix, too; where it counts otherwise than the row, it becomes a row of
    /// its own, so that the difference shows.
    fn check_prefixes(&mut self) {
        let way = Way::of(Choice::Named(Strategy::Chunk));
        for job in 0..self.jobs.len() {
            let row = &self.comparison.rows[job];
            let (Some(prefix), Some(run)) = (row.prefix, row.runs.first()) else {
                continue;
            };
            let ends = self.jobs[job].ends.clone();
            let Ok(check) = self.child.run(way, &ends) else {
                continue;
            };
            if run.counts != check.measurement.counts {
                let mut row = Row {
                    strategy: way.choice.name(),
                    prefix: Some(prefix),
                    ..Row::default()
                };
                describe(&mut row, way, &check);
                row.runs.push(check.measurement);
                self.comparison.rows.push(row);
                self.jobs.push(Job { way, ends });
            }
        }
    }

    /// Whether more rounds would tell no more.
    fn is_good_enough(&self) -> bool {
        self.comparison
            .rows
            .iter()
            .filter(|row| row.failure.is_none())
            .all(|row| {
                let times: Vec<f64> = row.runs.iter().map(|run| run.wall).collect();
                Summary::of(&times).is_some_and(|summary| {
                    // 1.4826 makes a standard deviation of a MAD, 1.2533 a median's error of a mean's: both
                    // for a normal distribution, which is good enough to stop by.
                    let error = 1.2533 * 1.4826 * summary.mad / (summary.runs as f64).sqrt();
                    error <= GOOD_ENOUGH * summary.median
                })
            })
    }

    /// The time of the last round's runs.
    fn round_time(&self) -> Duration {
        let last = self
            .comparison
            .rows
            .iter()
            .filter_map(|row| row.runs.last());
        Duration::try_from_secs_f64(last.map(|run| run.wall).sum()).unwrap_or_default()
    }
}

/// Notes in a row how it was really read.
fn describe(row: &mut Row, way: Way, ran: &Ran) {
    row.chosen = (way.choice == Choice::Auto).then(|| ran.used.clone());
    row.buffer = ran.buffer;
    row.threads = ran.threads;
    row.cache = ran.cache.clone();
}
