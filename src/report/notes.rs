//! What a reader must know of the rows and columns, in sentences.

use super::label;
use super::number::several;
use crate::compare::ratio::FEW_ROUNDS;
use crate::compare::{Comparison, Row};
use crate::size::{binary, grouped};

/// Footnotes, without a mark before them, except that of the extrapolated rows, which begin with `~`.
pub(super) fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    notes.extend(runs(comparison));
    notes.extend(prefixes(comparison));
    notes.extend(cache(comparison));
    notes
}

fn measured(comparison: &Comparison) -> impl Iterator<Item = (usize, &Row)> {
    let has_figures = |row: &Row| row.failure.is_none() && !row.runs.is_empty();
    comparison
        .rows
        .iter()
        .enumerate()
        .filter(move |(_, row)| has_figures(row))
}

fn runs(comparison: &Comparison) -> Option<String> {
    let runs = || measured(comparison).map(|(_, row)| row.runs.len());
    let (least, most) = (runs().min()?, runs().max()?);
    let how_many = match least == most {
        true => several(most as u64, "run"),
        false => format!("{least} to {}", several(most as u64, "run")),
    };
    Some(match most {
        1 => "one run each: no spread, and no interval for the ratios".to_owned(),
        _ if most < FEW_ROUNDS => format!(
            "medians of {how_many}, ± their median absolute deviation; \
             fewer than {FEW_ROUNDS} are too few for an interval of the ratios"
        ),
        _ => format!(
            "medians of {how_many}, ± their median absolute deviation; rows whose ratios \
             cannot be told apart (95 % intervals overlap), at once or through rows between, \
             share a rank #"
        ),
    })
}

fn prefixes(comparison: &Comparison) -> Vec<String> {
    let read = |rows: &[usize], prefix: u64| {
        format!(
            "~ {} read only the first {} bytes ({}): times and reads are extrapolated to {}",
            label::rows(comparison, rows),
            grouped(prefix),
            binary(prefix),
            binary(comparison.extent())
        )
    };
    grouped_rows(comparison, |row| row.prefix)
        .into_iter()
        .map(|(prefix, rows)| read(&rows, prefix))
        .collect()
}

fn cache(comparison: &Comparison) -> Vec<String> {
    let all = measured(comparison).count();
    grouped_rows(comparison, |row| row.cache.clone())
        .into_iter()
        .map(|(note, rows)| match rows.len() {
            1 => format!("page cache of {}: {note}", label::rows(comparison, &rows)),
            n if n == all => format!("page cache: {note}"),
            _ => format!("page cache of {}: {note}", label::rows(comparison, &rows)),
        })
        .collect()
}

/// The measured rows of each value, in the order in which values come first.
fn grouped_rows<T: PartialEq>(
    comparison: &Comparison,
    value: impl Fn(&Row) -> Option<T>,
) -> Vec<(T, Vec<usize>)> {
    let mut groups: Vec<(T, Vec<usize>)> = Vec::new();
    for (number, row) in measured(comparison) {
        let Some(value) = value(row) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == value) {
            Some((_, rows)) => rows.push(number),
            None => groups.push((value, vec![number])),
        }
    }
    groups
}
