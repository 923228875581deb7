//! Small files that are counted at once, each on one thread.

use std::iter::Peekable;

use crate::input::Operand;
use crate::names::Named;
use crate::plan::Plan;

/// A file of this size or more has ranges enough for all threads by itself.
const LARGE: u64 = 4 << 20;

/// What is counted at once: so much, so that threads rarely wait for the last of a batch, and no more,
/// so that rows appear soon.
const MOST_FILES: usize = 1024;
const MOST_BYTES: u64 = 64 << 20;

/// Puts consecutive small regular files together; all others stay alone. A FIFO that blocks, or an input
/// that is named twice and read on from where it was left, must not be met out of turn.
pub fn batches(plan: &Plan, names: Vec<Named>) -> impl Iterator<Item = Vec<Named>> {
    let at_once = names.len() > 1 && plan.choice.threads(plan.threads, u64::MAX) > 1;
    let most = if at_once { MOST_FILES } else { 1 };
    let mut names = names.into_iter().peekable();
    std::iter::from_fn(move || next_batch(&mut names, most))
}

fn next_batch(
    names: &mut Peekable<impl Iterator<Item = Named>>,
    most: usize,
) -> Option<Vec<Named>> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    if most > 1 {
        while batch.len() < most
            && bytes < MOST_BYTES
            && let Some(len) = names.peek().and_then(small_file)
        {
            bytes += len;
            batch.extend(names.next());
        }
    }
    if batch.is_empty() {
        batch.extend(names.next());
    }
    (!batch.is_empty()).then_some(batch)
}

/// The size of a small regular file.
fn small_file(name: &Named) -> Option<u64> {
    let Ok(operand @ Operand::File(_)) = name else {
        return None;
    };
    let metadata = operand.metadata().ok()?;
    (metadata.is_file() && metadata.len() < LARGE).then_some(metadata.len())
}
