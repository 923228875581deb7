//! What `auto` picks: the only place where lc chooses for the user.

use std::num::NonZero;
use std::thread;

use super::Strategy;

/// Inputs smaller than this are counted by one thread.
const PARALLEL_FROM: u64 = 4 << 20;

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
