//! What `auto` picks: the only place where lc chooses for the user.

use std::num::NonZero;
use std::thread;

use super::Strategy;

/// Inputs smaller than this are counted by one thread: making two takes 0.25 ms here. Where a search takes its
/// time, that is soon made up for; where lines are counted, it is not much.
///
/// The whole process, log in the page cache, two cores of an AMD EPYC (Zen 4), 2026-12-01, medians of 401 runs, µs:
///
/// | bytes | lines, 1 thread | 2 threads | --errors, 1 thread | 2 threads | wc -l |
/// |---|---|---|---|---|---|
/// | 1 MiB | 757 | 1042 | 855 | 1152 | 906 |
/// | 2 MiB | 763 | 1025 | 915 | 1135 | 918 |
/// | 4 MiB | 812 | 1035 | 1064 | 1176 | 999 |
/// | 6 MiB | 861 | 1060 | 1230 | 1247 | 1095 |
/// | 8 MiB | 926 | 1113 | 1401 | 1362 | 1233 |
/// | 16 MiB | 1229 | 1297 | 2147 | 1791 | 1819 |
const PARALLEL_FROM: u64 = 8 << 20;

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
