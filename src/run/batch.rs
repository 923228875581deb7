//! Small files that are counted at once, each on one thread.

use std::iter::Peekable;

use crate::input::Operand;
use crate::names::{Known, Named};
use crate::plan::Plan;

/// Files of this size or more are counted alone, in ranges.
///
/// Lines, files in the page cache, two threads of an AMD EPYC (Zen 4), Linux 6.18, 2026-12-01, medians of 15 runs,
/// interleaved, milliseconds by what is still counted together:
///
/// | files | below 64 KiB | 256 KiB | 1 MiB | 4 MiB | 16 MiB |
/// |---|---|---|---|---|---|
/// | 4,000 of 64 KiB | 47.0 | 32.4 | 31.5 | 32.2 | 31.5 |
/// | 1,000 of 512 KiB | 26.9 | 26.6 | 18.0 | 17.9 | 18.0 |
/// | 200 of 3 MiB | 24.0 | 24.1 | 23.9 | 16.6 | 16.4 |
/// | 64 of 8 MiB | 17.0 | 17.1 | 17.1 | 17.1 | 13.5 |
const LARGE: u64 = 16 << 20;

/// Files of this size or more are so, too, where a batch has too few of them for its threads to end together.
const RANGES_FROM: u64 = 4 << 20;

/// As much for each thread as this many of the largest file is enough for that.
const EVEN: u64 = 4;

/// What is counted at once, at most: so much that threads rarely wait for the last of a batch, and no more, so
/// that rows appear soon and what comes of each takes no memory to speak of. As above, milliseconds by files:
///
/// | files | 16 | 64 | 128 | 256 | 512 | 4,096 |
/// |---|---|---|---|---|---|---|
/// | 10,000 of 4 KiB | 81.7 | 83.4 | 74.4 | 73.0 | 72.5 | 69.9 |
/// | 4,000 of 64 KiB | 43.4 | 33.8 | 32.0 | 30.9 | 30.9 | 31.1 |
const MOST_FILES: usize = 512;

/// As above, by the sum of their sizes, and of what opening them takes:
///
/// | files | 8 MiB | 32 MiB | 64 MiB | 128 MiB | 1 GiB |
/// |---|---|---|---|---|---|
/// | 1,000 of 512 KiB | 21.8 | 19.0 | 18.4 | 18.2 | 17.9 |
/// | 200 of 3 MiB | 23.4 | 18.2 | 17.3 | 16.6 | 16.3 |
const MOST_WORK: u64 = 128 << 20;

/// What opening and telling a file takes, in bytes read meanwhile: so that two threads are made where they take
/// less time than one. That is so from 256 files of 4 KiB on, 128 of 20 KB, or 112 of 64 KiB (as above, whole
/// process, medians of 101 runs).
const FILE: u64 = 28 << 10;

/// Inputs that are counted together.
#[derive(Debug, Default)]
pub struct Batch {
    /// Their names.
    pub names: Vec<Named>,
    /// Bytes of all of them.
    pub bytes: u64,
    /// Bytes of the largest.
    largest: u64,
}

impl Batch {
    /// How much work they are, in bytes.
    pub fn work(&self) -> u64 {
        self.bytes + FILE * self.names.len() as u64
    }

    /// Whether so many threads end at about the same time when each takes the next file.
    pub fn is_even(&self, threads: usize) -> bool {
        let enough = EVEN * threads as u64;
        self.largest < RANGES_FROM || self.largest.saturating_mul(enough) <= self.work()
    }
}

/// Puts consecutive small regular files together; all others stay alone. A FIFO that blocks, or an input
/// that is named twice and read on from where it was left, must not be met out of turn.
pub fn batches(plan: &Plan, names: Known) -> impl Iterator<Item = Batch> {
    let at_once = names.count() > 1 && plan.choice.threads(plan.threads, u64::MAX) > 1;
    let most = if at_once { MOST_FILES } else { 1 };
    let mut names = names.into_names().peekable();
    let most_bytes = plan.settings.max_memory;
    std::iter::from_fn(move || next_batch(&mut names, most, most_bytes))
}

fn next_batch(
    names: &mut Peekable<impl Iterator<Item = Named>>,
    most: usize,
    most_bytes: u64,
) -> Option<Batch> {
    let mut batch = Batch::default();
    if most > 1 {
        while batch.names.len() < most
            && batch.work() < MOST_WORK
            && let Some(len) = names.peek().and_then(small_file)
            // A strategy that reads whole inputs first holds all of these at once.
            && batch.bytes.saturating_add(len) <= most_bytes
        {
            batch.bytes += len;
            batch.largest = batch.largest.max(len);
            batch.names.extend(names.next());
        }
    }
    if batch.names.is_empty() {
        batch.names.extend(names.next());
    }
    (!batch.names.is_empty()).then_some(batch)
}

/// The size of a small regular file.
fn small_file(name: &Named) -> Option<u64> {
    let Ok(operand @ Operand::File(_)) = name else {
        return None;
    };
    let metadata = operand.metadata().ok()?;
    (metadata.is_file() && metadata.len() < LARGE).then_some(metadata.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_large_files_are_not_even_and_many_or_small_ones_are() {
        let batch = |largest: u64, bytes: u64| Batch {
            names: Vec::new(),
            bytes,
            largest,
        };
        assert!(!batch(12 << 20, 36 << 20).is_even(2));
        assert!(batch(12 << 20, 96 << 20).is_even(2));
        assert!(!batch(12 << 20, 96 << 20).is_even(8));
        assert!(batch(3 << 20, 9 << 20).is_even(64));
    }
}
