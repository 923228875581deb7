//! What `auto` picks: the only place where lc chooses for the user.

use std::num::NonZero;
use std::thread;

use super::Strategy;

/// Inputs smaller than this are counted by one thread: making two takes 0.3 ms here.
///
/// The whole process, log in the page cache, AMD EPYC (Zen 4), 2026-11-30, medians of 400 runs, µs:
///
/// | bytes | lines, 1 thread | 2 threads | --errors, 1 thread | 2 threads | wc -l |
/// |---|---|---|---|---|---|
/// | 1 MiB | 1006 | 1280 | 1233 | 1406 | 913 |
/// | 2 MiB | 1086 | 1306 | 1467 | 1581 | 1050 |
/// | 4 MiB | 1253 | 1368 | 1923 | 1779 | 1196 |
/// | 8 MiB | 1501 | 1534 | 2862 | 2260 | 1589 |
/// | 16 MiB | 2436 | 1984 | 5146 | 3303 | 2463 |
const PARALLEL_FROM: u64 = 6 << 20;

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Whatever is fastest.
    Auto,
    /// This one and no other.
    Named(Strategy),
}

impl Choice {
    /// The name on the command line and in reports.
    pub fn name(self) -> String {
        match self {
            Self::Auto => "auto".to_owned(),
            Self::Named(strategy) => strategy.name(),
        }
    }

    /// The strategy for any input. It never maps: a file that shrinks meanwhile would take the
    /// process with it, and the memory is no less for being the page cache's.
    pub fn strategy(self) -> Strategy {
        match self {
            Self::Auto => Strategy::Chunk,
            Self::Named(strategy) => strategy,
        }
    }

    /// The ranges to count at once in an input of `len` bytes, where `asked` were asked for (0 is
    /// auto's choice). A named strategy runs on one thread unless told otherwise, so that a comparison
    /// by hand changes one thing at a time.
    pub fn threads(self, asked: Option<usize>, len: u64) -> usize {
        match (asked, self) {
            (None, Self::Named(_)) => 1,
            (None | Some(0), _) if len < PARALLEL_FROM => 1,
            (None | Some(0), _) => thread::available_parallelism().map_or(1, NonZero::get),
            (Some(threads), _) => threads,
        }
    }
}

/// A way of reading: a strategy with its settings, as they were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The strategy.
    pub choice: Choice,
    /// Bytes of its buffer; the strategy's own choice without one.
    pub buffer: Option<u64>,
    /// Ranges counted at once, 0 being auto's choice; without them auto chooses and others take one.
    pub threads: Option<usize>,
}

impl Way {
    /// `auto`, left to itself.
    pub const AUTO: Self = Self::of(Choice::Auto);

    /// A strategy as it is by itself.
    pub const fn of(choice: Choice) -> Self {
        Self {
            choice,
            buffer: None,
            threads: None,
        }
    }
}
