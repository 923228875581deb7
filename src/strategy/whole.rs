//! The whole input in memory at once, then one pass over it.

use std::io::{self, Read};

use super::buffer::ALIGNMENT;
use super::{Held, Refusal, Settings, Source, huge_pages, push};
use crate::measure::heap;
use crate::sink::Sink;
use crate::size;

/// Bytes before the input's first, so that this lies at a page's start, where copies from the page cache
/// go fastest ([`super::buffer`] has the table): allocators put 16 bytes of their own before memory
/// that they take from the kernel. Where one puts another number there, the copies are only slower.
const PADDING: usize = ALIGNMENT - 16;

/// The first piece for an input that does not say how long it is.
const FIRST_PIECE: u64 = 64 << 10;

/// Reads `source` into `sink`.
///
/// # Errors
/// An input over the budget, or memory that cannot be had: nothing has reached the sink then. A read
/// that failed: what was read before it has.
pub fn read<S: Sink>(
    source: &mut Source<'_>,
    settings: &Settings,
    sink: &mut S,
) -> io::Result<Held> {
    let budget = Budget::new(source, settings.max_memory)?;
    let mut bytes = Vec::new();
    let read = fill(source, &mut bytes, &budget);
    if read.as_ref().is_err_and(Refusal::is_in) {
        return read.map(|()| Held::Buffer);
    }
    // What was read before an error counts, too.
    let pushed = push(bytes.get(PADDING..).unwrap_or_default(), sink);
    read.and(pushed).map(|_| Held::All(Box::new(bytes)))
}

fn fill(source: &mut Source<'_>, bytes: &mut Vec<u8>, budget: &Budget) -> io::Result<()> {
    // One byte more than is expected, so that the read that finds the end needs no larger buffer.
    let expected = source.len_hint().unwrap_or(FIRST_PIECE);
    let first = if source.end().is_some() {
        expected
    } else {
        expected.saturating_add(1)
    };
    budget.reserve(bytes, first)?;
    loop {
        if source.end() == Some(source.position()) {
            return Ok(());
        }
        if bytes.len() == bytes.capacity() {
            if budget.left(bytes) == 0 {
                return end_or_exceeded(source, budget, bytes);
            }
            let more = (room(bytes) as u64).max(FIRST_PIECE);
            budget.reserve(bytes, more)?;
        }
        if source.read_spare(bytes, usize::MAX)? == 0 {
            return Ok(());
        }
    }
}

/// An input that fills the budget to the last byte is within it, if nothing follows.
fn end_or_exceeded(source: &mut Source<'_>, budget: &Budget, bytes: &Vec<u8>) -> io::Result<()> {
    match source.read(&mut [0])? {
        0 => Ok(()),
        _ => budget.check(room(bytes) as u64 + 1),
    }
}

/// Bytes of the input that there is room for.
fn room(bytes: &Vec<u8>) -> usize {
    bytes.capacity().saturating_sub(PADDING)
}

/// The bytes that may be held, all ranges of the input together.
struct Budget {
    limit: u64,
    elsewhere: u64,
}

impl Budget {
    fn new(source: &Source<'_>, limit: u64) -> io::Result<Self> {
        let own = source.len_hint().unwrap_or(0);
        let elsewhere = source.other_ranges();
        let budget = Self { limit, elsewhere };
        budget.check(own)?;
        Ok(budget)
    }

    fn check(&self, own: u64) -> io::Result<()> {
        let needed = self.elsewhere.saturating_add(own);
        if needed <= self.limit {
            return Ok(());
        }
        Err(refusal(
            needed,
            &format!("{} are available", size::binary(self.limit)),
        ))
    }

    fn left(&self, bytes: &Vec<u8>) -> u64 {
        let held = self.elsewhere.saturating_add(room(bytes) as u64);
        self.limit.saturating_sub(held)
    }

    /// Makes room for `more` bytes, or for as many as the budget has left.
    fn reserve(&self, bytes: &mut Vec<u8>, more: u64) -> io::Result<()> {
        let len = room(bytes) as u64 + more.min(self.left(bytes));
        let additional = usize::try_from(len)
            .unwrap_or(usize::MAX)
            .saturating_add(PADDING)
            - bytes.len();
        heap::tried(|| bytes.try_reserve_exact(additional)).map_err(|_| {
            refusal(
                self.elsewhere.saturating_add(len),
                "which cannot be allocated",
            )
        })?;
        huge_pages::ask(bytes.spare_capacity_mut());
        bytes.resize(bytes.len().max(PADDING), 0);
        Ok(())
    }
}

fn refusal(needed: u64, reason: &str) -> io::Error {
    let needed = size::binary(needed);
    Refusal::error(format!(
        "whole needs {needed}, {reason}; use --strategy chunk or a larger --max-memory"
    ))
}
