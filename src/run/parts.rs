//! Counting one input: its ranges, on one thread or several, and their counts put together.

use std::io;

use super::pool::Pool;
use crate::count::{Counter, Counts, Place, Policy, Wanted};
use crate::input::{Input, Kind};
use crate::measure::cache;
use crate::plan::Plan;
use crate::range::{self, Cuts, Owned, Range};
use crate::size;
use crate::strategy::{Choice, Held, ReadStats, Settings, Source, Strategy};
use crate::{progress, signal};

fn too_long(place: Place, wanted: &Wanted) -> io::Error {
    io::Error::other(format!(
        "line {} at byte {} is longer than {}; use --overlong scan or a larger --max-line-len",
        size::grouped(place.line),
        size::grouped(place.offset),
        size::binary(wanted.max_line_len)
    ))
}

/// The error of a line that there was no memory for, if there was one.
fn check_memory(counter: &Counter<'_>, start: u64) -> io::Result<()> {
    let Some(offset) = counter.out_of_memory_at() else {
        return Ok(());
    };
    Err(io::Error::other(format!(
        "the line at byte {} is too long to be held in memory; use a smaller --max-line-len",
        size::grouped(start + offset)
    )))
}

/// Tells how much was counted when a signal stopped it.
fn how_far(counts: &Counts, expected: Option<u64>, ranges: usize) -> io::Error {
    let mut text = format!("interrupted after {}", size::grouped(counts.bytes));
    if let Some(expected) = expected {
        text += &format!(" of {}", size::grouped(expected));
    }
    text += " bytes";
    if ranges > 1 {
        text += &format!(
            "; the counts are a sum over {ranges} ranges of the file, not those of its beginning"
        );
    }
    signal::stopped(text)
}

/// What came of one range.
struct Part {
    counts: Counts,
    reads: ReadStats,
    result: io::Result<Held>,
}

/// What came of all ranges of an input, in file order.
pub struct Parts {
    parts: Vec<Part>,
    /// The offset of the first byte that was counted.
    pub offset: u64,
    /// The reads.
    pub reads: ReadStats,
    /// Ranges that were counted at once.
    pub threads: usize,
    /// Bytes that there were to count, if known.
    expected: Option<u64>,
}

impl Parts {
    /// Counts all that is asked for of `input`; on this thread, without a pool.
    pub fn count(
        plan: &Plan,
        input: &Input,
        range: Option<Range>,
        pool: Option<&mut Pool>,
    ) -> Self {
        match input.kind {
            Kind::Regular => count_ranges(plan, input, range, pool),
            Kind::Stream | Kind::Directory => count_stream(plan, input, range),
        }
    }

    /// Puts the counts together, up to the first range that could not be read to its end: what was
    /// counted are then the bytes before the error, as if one thread had read them. After a signal they
    /// are the sum of what was counted of each range.
    pub fn fold(&mut self, plan: &Plan, input: &Input) -> (Counts, Option<io::Error>) {
        let mut counts = Counts::default();
        let mut failure = None;
        let mut stopped = false;
        let mut interrupted = false;
        let ranges = self.parts.len();
        for part in self.parts.drain(..) {
            self.reads += part.reads;
            if failure.is_some() || stopped {
                continue;
            }
            if interrupted {
                // What lies between is missing, so that places have no meaning.
                counts.add(&part.counts);
            } else {
                counts.append(&part.counts);
            }
            match part.result {
                Err(error) if signal::is_stop(&error) => interrupted = true,
                result => failure = result.err(),
            }
            stopped = plan.wanted.overlong == Policy::Error && counts.overlong.lines > 0;
        }
        if interrupted && failure.is_none() {
            failure = Some(how_far(&counts, self.expected, ranges));
        }
        let mut counts = counts.at(self.offset);
        if !plan.wanted.lines && input.kind == Kind::Regular {
            self.number_first_overlong(input, &mut counts);
        }
        if let (true, Some(place)) = (stopped, counts.overlong.first) {
            failure = Some(too_long(place, &plan.wanted));
        }
        (counts, failure)
    }

    /// Finds the number of the first overlong line, where lines were not counted: they nearly never are
    /// that long, and counting all of them for that would cost every run a tenth of its time.
    fn number_first_overlong(&mut self, input: &Input, counts: &mut Counts) {
        let Some(place) = &mut counts.overlong.first else {
            return;
        };
        let wanted = Wanted::lines(u64::MAX);
        let mut counter = Counter::new(&wanted);
        let mut source = Source::range(&input.file, self.offset, Some(place.offset));
        let settings = Settings::default();
        let read = Strategy::Chunk.read(&mut source, &settings, &mut counter);
        place.line = counter.finish().lines + 1;
        self.reads.calls += source.stats.calls;
        self.reads.bytes += source.stats.bytes;
        if read.is_err() {
            counts.overlong.first = None;
        }
    }

    /// Whether what is resident now is what was resident when all had been read.
    pub fn tell_memory(&self) -> bool {
        self.parts
            .iter()
            .all(|part| !matches!(part.result, Ok(Held::Windows)))
    }
}

fn count_stream(plan: &Plan, input: &Input, range: Option<Range>) -> Parts {
    if plan.choice == Choice::Auto {
        input.enlarge_pipe();
    }
    let mut source = Source::stream(&input.file);
    let mut counter = Counter::new(&plan.wanted).numbering_lines();
    let strategy = plan.choice.strategy();
    let mut offset = 0;
    let (counts, result) = match range {
        None => {
            let result = strategy
                .read(&mut source, &plan.settings, &mut counter)
                .and_then(|held| check_memory(&counter, 0).map(|()| held));
            (counter.finish(), result)
        }
        Some(range) => {
            let mut owned = Owned::new(range, counter);
            let result = strategy.read(&mut source, &plan.settings, &mut owned);
            offset = owned.start();
            let counter = owned.into_inner();
            let result = result.and_then(|held| check_memory(&counter, offset).map(|()| held));
            (counter.finish(), result)
        }
    };
    let part = Part {
        counts,
        reads: source.stats,
        result,
    };
    Parts {
        parts: vec![part],
        offset,
        reads: ReadStats::default(),
        threads: 1,
        expected: None,
    }
}

fn count_ranges(
    plan: &Plan,
    input: &Input,
    asked: Option<Range>,
    pool: Option<&mut Pool>,
) -> Parts {
    let mut reads = ReadStats::default();
    let whole = Range {
        start: input.offset,
        end: None,
    };
    let asked = asked.map(|asked| range::owned_lines(&input.file, input.len, asked, &mut reads));
    let whole = match asked.unwrap_or(Ok(whole)) {
        Ok(whole) => whole,
        Err(error) => {
            let part = Part {
                counts: Counts::default(),
                reads,
                result: Err(error),
            };
            let reads = ReadStats::default();
            return Parts {
                parts: vec![part],
                offset: whole.start,
                reads,
                threads: 1,
                expected: None,
            };
        }
    };
    let len = whole.end.unwrap_or(input.len).saturating_sub(whole.start);
    input.read_in_order(len);
    let threads = match pool {
        Some(_) => {
            progress::expect(len);
            plan.choice.threads(plan.threads, len)
        }
        // All that are counted at the same time are expected together.
        None => 1,
    };
    let count = |range| count_range(plan, input, range, len);
    let (parts, threads) = match pool {
        Some(pool) if threads > 1 => {
            let is_cold = plan.choice == Choice::Auto
                && cache::is_cold(&input.file, whole.start, len, &mut reads.calls);
            let pieces = range::pieces(len, threads, is_cold);
            let mut cuts = Cuts::new(&input.file, input.len, whole, pieces);
            let counted = pool.map_found(threads.min(pieces as usize), &mut cuts, count);
            reads += cuts.stats;
            counted
        }
        _ => (vec![count(whole)], 1),
    };
    Parts {
        parts,
        offset: whole.start,
        reads,
        threads,
        expected: Some(len),
    }
}

fn count_range(plan: &Plan, input: &Input, range: Range, all: u64) -> Part {
    let own = range.end.unwrap_or(input.len).saturating_sub(range.start);
    let mut source = Source::range(&input.file, range.start, range.end)
        .with_input_len(input.len)
        .with_other_ranges(all.saturating_sub(own));
    let mut counter = Counter::new(&plan.wanted);
    let result = plan
        .choice
        .strategy()
        .read(&mut source, &plan.settings, &mut counter)
        .and_then(|held| check_memory(&counter, range.start).map(|()| held));
    Part {
        counts: counter.finish(),
        reads: source.stats,
        result,
    }
}
