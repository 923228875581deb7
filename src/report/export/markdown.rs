//! A Markdown table, as `hyperfine --export-markdown` writes it: all times in the unit of the fastest.

use crate::compare::figures::Figures;
use crate::compare::ranking::{Standing, ranks};
use crate::compare::{Comparison, Row};
use crate::report::notes::notes;
use crate::report::number::{TimeUnit, gigabytes, ratio};
use crate::size::{binary, grouped};

/// The table, and below it what its rows need said.
pub fn markdown(comparison: &Comparison) -> String {
    let ranking = ranks(comparison);
    let fastest = ranking.reference.map(|row| &comparison.rows[row]);
    let fastest = fastest.and_then(|row| Figures::of(comparison, row));
    let unit = TimeUnit::of(fastest.map_or(1.0, |figures| figures.time.median));
    let mut text = format!(
        "| Command | Median [{0}] | Min [{0}] | Max [{0}] | Relative | GB/s | Peak memory | Heap | Reads | Faults |\n\
         |:---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        unit.name
    );
    for (row, standing) in comparison.rows.iter().zip(ranking.standings) {
        let cells = match (Figures::of(comparison, row), standing) {
            (Some(figures), Some(standing)) => figures_of(&figures, &standing, unit).join(" | "),
            _ => format!("{} | | | | | | | |", why_not(row)),
        };
        text += &format!("| {} | {cells} |\n", code(&row.command));
    }
    let notes = notes(comparison);
    if !notes.is_empty() {
        text.push('\n');
    }
    for note in notes {
        text += &format!("- {}\n", plain(&note));
    }
    text
}

fn figures_of(figures: &Figures, standing: &Standing, unit: TimeUnit) -> [String; 9] {
    let guess = if figures.extrapolated { "\\~" } else { "" };
    // As hyperfine: milliseconds to a tenth, seconds to a thousandth.
    let digits = if unit.per_second > 1.0 { 1 } else { 3 };
    let time = |seconds: f64| format!("{:.digits$}", seconds * unit.per_second);
    let spread = match figures.time.runs {
        1 => String::new(),
        _ => format!(" ± {}", time(figures.time.mad)),
    };
    let interval = match standing.ratio.interval {
        Some(interval) if interval.low < interval.high => {
            format!(" ({}–{})", ratio(interval.low), ratio(interval.high))
        }
        _ => String::new(),
    };
    let reads = match figures.maps {
        0 => grouped(figures.read_calls),
        maps => format!("{} + {} mapped", grouped(figures.read_calls), grouped(maps)),
    };
    [
        format!("{guess}{}{spread}", time(figures.time.median)),
        format!("{guess}{}", time(figures.time.min)),
        format!("{guess}{}", time(figures.time.max)),
        format!("{guess}{}{interval}", ratio(standing.ratio.value)),
        gigabytes(figures.bytes_per_second),
        figures.peak.map_or_else(String::new, binary),
        binary(figures.heap_peak),
        format!("{guess}{reads}"),
        grouped(figures.faults()),
    ]
}

fn why_not(row: &Row) -> String {
    match &row.failure {
        Some(failure) => format!("failed: {}", plain(failure)),
        None => "has not run".to_owned(),
    }
}

/// A code span in a table: a fence longer than any in the text, no line breaks, and `\|` for `|`.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if longest > 0 { " " } else { "" };
    let text = one_line(text).replace('|', "\\|");
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Text that Markdown must not take for marks.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '[' | '\\' | '~' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn every_row_has_every_column() {
        let text = markdown(&samples::typical());
        let table: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(table.len(), samples::typical().rows.len() + 2);
        for line in table {
            assert_eq!(line.matches('|').count(), 11, "{line}");
        }
        assert!(text.contains("Median [ms]"), "{text}");
        assert!(text.contains("| \\~"), "{text}");
    }

    #[test]
    fn marks_in_names_stay_names() {
        assert_eq!(code("lc a|b"), "`lc a\\|b`");
        assert_eq!(code("lc `x`"), "`` lc `x` ``");
        assert_eq!(plain("a_b\n|"), "a\\_b \\|");
    }
}
