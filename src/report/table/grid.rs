//! Rows and columns: which columns fit, how wide they are, and the lines that come of it.

use unicode_width::UnicodeWidthStr;

use super::bar::bar;
use super::column::{ALL, Column, DISPENSABLE, Shown};
use super::line::Line;
use super::{BAD, BAR, DIM, PLAIN};
use crate::compare::Comparison;
use crate::compare::figures::Figures;
use crate::compare::ranking::ranks;
use crate::report::Style;
use crate::report::wrap::{split, wrap};

/// A shorter bar tells no two rows apart.
const SHORTEST_BAR: usize = 4;

/// A longer bar is no easier to read.
const LONGEST_BAR: usize = 24;

/// A longer reason is cut off; the exports have all of it.
const REASON_LINES: usize = 3;

/// The least room for a reason beside the settings of its row.
const REASON_WIDTH: usize = 24;

/// The columns that are shown, with their widths.
type Layout = Vec<(Column, usize)>;

/// The heading and the rows.
pub(super) fn lines(comparison: &Comparison, style: Style) -> Vec<Line> {
    let standings = ranks(comparison).standings;
    let rows: Vec<Shown<'_>> = comparison
        .rows
        .iter()
        .zip(standings)
        .map(|(row, standing)| Shown {
            row,
            figures: Figures::of(comparison, row),
            standing,
        })
        .collect();
    let layout = layout(&rows, style);
    let mut lines = vec![heading(&layout)];
    for row in &rows {
        match row.standing {
            Some(_) => lines.push(measured(row, &layout, style)),
            None => lines.extend(failed(row, &layout, style)),
        }
    }
    lines
}

fn layout(rows: &[Shown<'_>], style: Style) -> Layout {
    let mut layout: Layout = ALL
        .into_iter()
        .filter(|&column| is_telling(column, rows))
        .map(|column| (column, natural_width(column, rows, style)))
        .collect();
    for column in DISPENSABLE {
        if width(&layout) <= style.columns {
            break;
        }
        layout.retain(|&(kept, _)| kept != column);
    }
    let spare = style.columns.saturating_sub(width(&layout));
    for (column, width) in &mut layout {
        if *column == Column::Bar {
            *width = (SHORTEST_BAR + spare).min(LONGEST_BAR);
        }
    }
    layout
}

/// Whether there is anything in the column; threads are told where they are more than one.
fn is_telling(column: Column, rows: &[Shown<'_>]) -> bool {
    match column {
        Column::Threads => rows.iter().any(|shown| shown.row.threads > 1),
        Column::Bar => rows.iter().any(|shown| shown.standing.is_some()),
        _ => rows.iter().any(|shown| column.text(shown).is_some()),
    }
}

fn natural_width(column: Column, rows: &[Shown<'_>], style: Style) -> usize {
    if column == Column::Bar {
        return SHORTEST_BAR;
    }
    rows.iter()
        .filter_map(|shown| column.text(shown))
        .map(|text| style.text(&text).width())
        .chain([column.heading().width()])
        .max()
        .unwrap_or(0)
}

fn width(layout: &[(Column, usize)]) -> usize {
    let gaps = layout.iter().skip(1).map(|&(column, _)| gap(column));
    let columns = layout.iter().map(|&(_, width)| width);
    columns.chain(gaps).sum()
}

fn gap(column: Column) -> usize {
    if column.is_close() { 1 } else { 2 }
}

/// A cell, and the gap before it if it is not the first.
fn cell(text: &str, (column, width): (Column, usize), is_first: bool) -> String {
    let gap = if is_first { 0 } else { gap(column) };
    let fill = " ".repeat(width.saturating_sub(text.width()));
    match column.is_left_aligned() {
        true => format!("{:gap$}{text}{fill}", ""),
        false => format!("{:gap$}{fill}{text}", ""),
    }
}

fn heading(layout: &[(Column, usize)]) -> Line {
    let mut line = Line::default();
    for (number, &column) in layout.iter().enumerate() {
        line.push(cell(column.0.heading(), column, number == 0), DIM);
    }
    line
}

fn measured(shown: &Shown<'_>, layout: &[(Column, usize)], style: Style) -> Line {
    let mut line = Line::default();
    for (number, &column) in layout.iter().enumerate() {
        let (text, paint) = match (column, &shown.standing) {
            ((Column::Bar, width), Some(standing)) => {
                // Longer is faster.
                let share = 1.0 / standing.ratio.value;
                (bar(share, width, style.unicode), BAR)
            }
            ((column, _), _) => {
                let text = column.text(shown).unwrap_or_default();
                (style.text(&text), column.paint(shown))
            }
        };
        line.push(cell(&text, column, number == 0), paint);
    }
    line
}

/// The settings, and why there are no figures: beside them, or below if there is no room.
fn failed(shown: &Shown<'_>, layout: &[(Column, usize)], style: Style) -> Vec<Line> {
    let mut settings = Line::default();
    let known: Layout = layout
        .iter()
        .copied()
        .take_while(|(column, _)| column.is_setting())
        .collect();
    for (number, &column) in known.iter().enumerate() {
        let text = style.text(&column.0.text(shown).unwrap_or_default());
        let paint = if column.0 == Column::Strategy {
            BAD
        } else {
            PLAIN
        };
        settings.push(cell(&text, column, number == 0), paint);
    }
    let beside = width(&known) + 2;
    let has_room = style.columns >= beside + REASON_WIDTH;
    let indent = if has_room { beside } else { 2 };

    let mut reasons = reason(shown, style.columns.saturating_sub(indent), style).into_iter();
    let mut lines = vec![settings];
    if has_room && let Some(first) = reasons.next() {
        lines[0].push(format!("  {first}"), BAD);
    }
    lines.extend(reasons.map(|reason| Line::new(format!("{:indent$}{reason}", ""), BAD)));
    lines
}

fn reason(shown: &Shown<'_>, width: usize, style: Style) -> Vec<String> {
    let text = match &shown.row.failure {
        Some(failure) => format!("failed: {failure}"),
        None => "has not run".to_owned(),
    };
    let mut lines = wrap(&style.text(&text), width);
    if lines.len() > REASON_LINES {
        lines.truncate(REASON_LINES);
        if let Some(last) = lines.last_mut() {
            let ellipsis = style.text("…");
            let kept = width.saturating_sub(ellipsis.width());
            let end = split(last, kept).0.len();
            last.truncate(end);
            last.push_str(&ellipsis);
        }
    }
    lines
}
