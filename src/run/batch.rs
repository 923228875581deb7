//! Small files that are counted at once, each on one thread.

use std::iter::Peekable;

use crate::input::Operand;
use crate::names::{Known, Named};
use crate::plan::Plan;

/// A file of this size or more has ranges enough for all threads by itself.
const LARGE: u64 = 4 << 20;

/// What is counted at once: so much, so that threads rarely wait for the last of a batch, and no more,
/// so that rows appear soon.
const MOST_FILES: usize = 256;
const MOST_WORK: u64 = 128 << 20;

/// What opening and telling a file takes, in bytes read meanwhile: some 12 µs.
const FILE: u64 = 64 << 10;

/// Inputs that are counted together.
#[derive(Debug, Default)]
pub struct Batch {
    /// Their names.
    pub names: Vec<Named>,
    /// How much work they are, in bytes.
    pub work: u64,
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
    // A strategy that reads whole inputs first holds all of these at once.
    let mut bytes = 0_u64;
    if most > 1 {
        while batch.names.len() < most
            && batch.work < MOST_WORK
            && let Some(len) = names.peek().and_then(small_file)
            && bytes.saturating_add(len) <= most_bytes
        {
            bytes += len;
            batch.work += FILE + len;
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
