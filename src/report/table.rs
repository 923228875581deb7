//! The table of a comparison in a terminal.

mod bar;
mod column;
mod grid;
mod line;

use anstyle::{AnsiColor, Effects, Style as Paint};

use self::line::Line;
use super::number::several;
use super::wrap::wrap;
use super::{Style, label, notes};
use crate::compare::Comparison;
use crate::compare::agreement::{Disagreement, disagreements};
use crate::size::{binary, grouped};

// Neither yellow nor white, which a light background swallows, nor black or blue, which a dark one does.
const PLAIN: Paint = Paint::new();
const BOLD: Paint = Paint::new().effects(Effects::BOLD);
const DIM: Paint = Paint::new().effects(Effects::DIMMED);
const GOOD: Paint = AnsiColor::Green.on_default().effects(Effects::BOLD);
const BAR: Paint = AnsiColor::Cyan.on_default();
const GUESSED: Paint = AnsiColor::Magenta.on_default();
const BAD: Paint = AnsiColor::Red.on_default();

/// The whole table, each line ended by LF: counts that differ, if any do; a heading; a row for each way
/// of reading, in their order; what the rows need said.
///
/// What does not fit into `style.columns` goes in a fixed order, `DISPENSABLE` in table/column.rs.
pub fn table(comparison: &Comparison, style: Style) -> String {
    let mut lines = Vec::new();
    for found in disagreements(comparison) {
        lines.extend(disagreement(comparison, &found, style));
    }
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    lines.extend(paragraph(&heading(comparison), BOLD, style));
    if !comparison.rows.is_empty() {
        lines.push(Line::default());
        lines.extend(grid::lines(comparison, style));
    }
    let notes = notes::notes(comparison);
    if !notes.is_empty() {
        lines.push(Line::default());
    }
    for note in notes {
        lines.extend(paragraph(&note, DIM, style));
    }
    lines
        .into_iter()
        .map(|line| line.clip(style.columns).render(style.colour) + "\n")
        .collect()
}

fn heading(comparison: &Comparison) -> String {
    let ways = match comparison.rows.len() {
        0 => "nothing to compare".to_owned(),
        1 => "one way of reading".to_owned(),
        rows => format!("{} of reading", several(rows as u64, "way")),
    };
    format!(
        "{}: {}, {ways}",
        comparison.subject,
        binary(comparison.bytes)
    )
}

/// Which count differs, then each of its values: the first is that of most rows, the others are what to
/// look at, and name every row.
fn disagreement(comparison: &Comparison, found: &Disagreement, style: Style) -> Vec<Line> {
    let of = match found.prefix {
        Some(prefix) => format!(" of the first {}", binary(prefix)),
        None => String::new(),
    };
    let what = format!("THE COUNTS DIFFER: {}{of}", found.field);
    let mut lines = paragraph(&what, BAD.effects(Effects::BOLD), style);
    for (place, (value, rows)) in found.values.iter().enumerate() {
        let names = match place {
            0 => label::rows(comparison, rows),
            _ => label::all(comparison, rows),
        };
        let value = value.parse().map_or_else(|_| value.clone(), grouped);
        lines.extend(paragraph(&format!("{value} in {names}"), BAD, style));
    }
    lines
}

fn paragraph(text: &str, paint: Paint, style: Style) -> Vec<Line> {
    wrap(&style.text(text), style.columns)
        .into_iter()
        .map(|text| Line::new(text, paint))
        .collect()
}

#[cfg(test)]
mod tests;
