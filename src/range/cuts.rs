//! Cutting an input into the ranges that threads count at once.

use std::fs::File;

use super::{Range, line_start};
use crate::strategy::ReadStats;

/// How far a cut between two threads' ranges is sought. A line that goes on for longer stays with one
/// of them: looking for its end would mean reading it twice.
const CUT_REACH: u64 = 1 << 20;

/// Threads that finish early take further ranges if there are several for each; below this size more
/// ranges cost more than they even out.
const MIN_LEN: u64 = 8 << 20;

/// Ranges for each thread, at most: enough that one that was slowed down does not keep the others waiting.
///
/// Milliseconds for a gigabyte in the page cache, two threads of an AMD EPYC (Zen 4), 2026-11-30, medians
/// of 15 runs, interleaved:
///
/// | ranges a thread | 1 | 4 | 16 | 64 |
/// |---|---|---|---|---|
/// | machine idle | 103 | 103 | 102 | 101 |
/// | another program on one processor | 176 | 180 | 174 | 172 |
const PER_THREAD: u64 = 16;

/// Bytes of a range of a file that is not in the page cache. Threads that read close to each other are one
/// stream to the disk; far apart, they are two.
///
/// Milliseconds for a GiB from a disk that gives 3.4 GB/s at best, read 8 MiB ahead; a bare loop of pread(2),
/// two threads of an AMD EPYC (Zen 4), Linux 6.18, 2026-12-01, medians of nine runs, interleaved:
///
/// | buffer | ranges of 2 MiB | of 32 MiB | one thread, all of it |
/// |---|---|---|---|
/// | 192 KiB | 311 | 375 | 307 |
/// | 256 KiB | 308 | 387 | 311 |
/// | 512 KiB | 315 | 390 | 310 |
const COLD_LEN: u64 = 2 << 20;

/// Ranges of such a file, at most: what comes of each is kept until all are done.
const MOST_COLD: u64 = 512;

/// How many ranges are worth it for so many threads on `len` bytes.
pub fn pieces(len: u64, threads: usize, is_cold: bool) -> u64 {
    let threads = threads as u64;
    let for_balance = if is_cold {
        (len / threads / COLD_LEN).clamp(1, MOST_COLD.div_ceil(threads))
    } else {
        (len / threads / MIN_LEN).clamp(1, PER_THREAD)
    };
    (threads * for_balance).min(len.max(1))
}

/// The ranges of an input, in file order, each found when it is asked for: so that a search for a line's end
/// reads what is about to be read, and not all over a file that a disk must fetch.
///
/// The first begins and the last ends where the whole does; all other cuts are at line starts. There are
/// fewer ranges than asked for where there are not enough lines.
#[derive(Debug)]
pub struct Cuts<'a> {
    file: &'a File,
    len: u64,
    whole: Range,
    pieces: u64,
    /// The next cut to be sought, none when all are found.
    next: Option<u64>,
    start: u64,
    /// What the searches cost.
    pub stats: ReadStats,
}

impl<'a> Cuts<'a> {
    /// Cuts `whole`, which lies in the first `len` bytes of `file`, into so many ranges.
    pub fn new(file: &'a File, len: u64, whole: Range, pieces: u64) -> Self {
        Self {
            file,
            len,
            whole,
            pieces,
            next: Some(1),
            start: whole.start,
            stats: ReadStats::default(),
        }
    }

    /// The offset of the cut of that number, if lines were as short as can be.
    fn nominal(&self, i: u64) -> u64 {
        let end = self.whole.end.unwrap_or(self.len).max(self.whole.start);
        self.whole.start + share(end - self.whole.start, i, self.pieces)
    }

    /// The line start to cut at near the cut of that number.
    fn cut(&mut self, i: u64) -> Option<u64> {
        let from = self.nominal(i);
        let reach = self.nominal(i + 1).min(from.saturating_add(CUT_REACH));
        // A read that fails here fails again where its range is counted, and is told there.
        let found = line_start(self.file, from, reach, &mut self.stats);
        found.ok().flatten().filter(|&cut| cut > self.start)
    }
}

impl Iterator for Cuts<'_> {
    type Item = Range;

    fn next(&mut self) -> Option<Range> {
        let first = self.next?;
        let start = self.start;
        let found = (first..self.pieces).find_map(|i| Some((i, self.cut(i)?)));
        self.next = found.map(|(i, _)| i + 1);
        let end = found.map(|(_, cut)| cut);
        self.start = end.unwrap_or(start);
        Some(Range {
            start,
            end: end.or(self.whole.end),
        })
    }
}

/// `len * i / n` without overflow.
fn share(len: u64, i: u64, n: u64) -> u64 {
    (u128::from(len) * u128::from(i) / u128::from(n)) as u64
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranges_tile_the_whole_and_begin_at_line_starts(
            lines in prop::collection::vec(0..9_usize, 0..60),
            pieces in 1..40_u64,
        ) {
            let log = lines.iter().fold(String::new(), |log, &len| log + &"x".repeat(len) + "\n");
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(log.as_bytes()).unwrap();
            let whole = Range { start: 0, end: None };
            let ranges: Vec<_> = Cuts::new(&file, log.len() as u64, whole, pieces).collect();
            prop_assert!((1..=pieces).contains(&(ranges.len() as u64)));
            prop_assert_eq!((ranges[0].start, ranges[ranges.len() - 1].end), (0, None));
            for pair in ranges.windows(2) {
                let cut = pair[1].start;
                prop_assert_eq!(pair[0].end, Some(cut));
                prop_assert!(cut > pair[0].start);
                prop_assert_eq!(log.as_bytes()[cut as usize - 1], b'\n');
            }
        }
    }

    #[test]
    fn a_file_that_is_not_cached_is_cut_into_small_ranges_but_not_into_any_number() {
        assert_eq!(pieces(1 << 30, 2, false), 32);
        assert_eq!(pieces(1 << 30, 2, true), 512);
        assert_eq!(pieces(64 << 20, 2, true), 32);
        assert_eq!(pieces(1 << 40, 2, true), 512);
        assert_eq!(pieces(5, 8, true), 5);
    }
}
