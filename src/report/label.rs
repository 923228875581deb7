//! What a row is called in a sentence.

use super::number::several;
use crate::compare::{Comparison, Row};
use crate::size::binary;

/// The strategy, and auto's choice: `auto (chunk)`.
pub(super) fn strategy(row: &Row) -> String {
    match &row.chosen {
        Some(chosen) => format!("{} ({chosen})", row.strategy),
        None => row.strategy.clone(),
    }
}

/// The strategy with its settings, one thread being no setting: `chunk with 256 KiB on 2 threads`.
pub(super) fn row(row: &Row) -> String {
    let mut label = strategy(row);
    if let Some(buffer) = row.buffer {
        label += &format!(" with {}", binary(buffer));
    }
    if row.threads > 1 {
        label += &format!(" on {}", several(row.threads as u64, "thread"));
    }
    label
}

/// How many rows a sentence names before it only counts the others.
const NAMED: usize = 3;

/// Rows in a sentence: `byte, lines and mmap`, `byte, lines, mmap and 4 others`.
pub(super) fn rows(comparison: &Comparison, rows: &[usize]) -> String {
    // Nobody is helped by "and 1 other".
    let named = if rows.len() == NAMED + 1 {
        NAMED + 1
    } else {
        NAMED
    };
    listed(comparison, rows, named)
}

/// Rows in a sentence, each by its name.
pub(super) fn all(comparison: &Comparison, rows: &[usize]) -> String {
    listed(comparison, rows, rows.len())
}

fn listed(comparison: &Comparison, rows: &[usize], named: usize) -> String {
    let named = named.min(rows.len());
    let mut names: Vec<String> = rows[..named]
        .iter()
        .filter_map(|&number| comparison.rows.get(number))
        .map(row)
        .collect();
    if named < rows.len() {
        names.push(format!("{} others", rows.len() - named));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
