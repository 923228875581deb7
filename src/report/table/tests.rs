use unicode_width::UnicodeWidthStr;

use super::*;
use crate::compare::Row;
use crate::report::samples::{BYTES, row, typical};
use serde_json::json;

const fn style(columns: usize) -> Style {
    Style {
        columns,
        colour: false,
        unicode: true,
    }
}

fn of(rows: Vec<Row>) -> Comparison {
    Comparison {
        subject: "big.log".to_owned(),
        bytes: BYTES,
        rows,
    }
}

fn widest(text: &str) -> usize {
    text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

fn failed(reason: &str) -> Row {
    Row {
        strategy: "whole".to_owned(),
        failure: Some(reason.to_owned()),
        ..Row::default()
    }
}

fn line_of<'t>(text: &'t str, start: &str) -> &'t str {
    text.lines().find(|line| line.contains(start)).unwrap()
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let many = of(vec![
        failed(&"x".repeat(500)),
        failed("日本語 ".repeat(90).trim()),
    ]);
    for comparison in [typical(), many, of(Vec::new()), Comparison::default()] {
        for columns in (0..240).step_by(9) {
            for unicode in [true, false] {
                let style = Style {
                    unicode,
                    ..style(columns)
                };
                let text = table(&comparison, style);
                assert!(widest(&text) <= columns, "{columns}\n{text}");
            }
        }
    }
}

#[test]
fn eighty_columns_hold_what_matters() {
    let text = table(&typical(), style(80));
    let heading = line_of(&text, "strategy");
    for column in [
        "# ", "buffer", "-j", "time", "GB/s", "ratio", "peak", "reads",
    ] {
        assert!(heading.contains(column), "{column}: {heading}");
    }
    assert!(line_of(&text, "auto").contains('█'));
}

#[test]
fn two_hundred_columns_hold_everything() {
    let text = table(&typical(), style(200));
    let heading = line_of(&text, "strategy");
    for column in column::ALL {
        assert!(heading.contains(column.heading()), "{heading}");
    }
}

#[test]
fn narrower_tables_show_no_column_that_wider_ones_do_not() {
    let shown = |columns| {
        let text = table(&typical(), style(columns));
        let heading: Vec<String> = line_of(&text, "strategy")
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        heading
    };
    for columns in (40..220).step_by(5) {
        let (narrow, wide) = (shown(columns), shown(columns + 5));
        assert!(
            narrow.iter().all(|column| wide.contains(column)),
            "{columns}"
        );
    }
}

#[test]
fn escape_codes_come_with_colour_only_and_take_no_room() {
    let plain = table(&typical(), style(100));
    assert!(!plain.contains('\u{1b}'));
    let painted = table(
        &typical(),
        Style {
            colour: true,
            ..style(100)
        },
    );
    assert!(painted.contains('\u{1b}'));
    let mut stripped = String::new();
    let mut pieces = painted.split('\u{1b}');
    stripped += pieces.next().unwrap();
    for piece in pieces {
        stripped += piece.split_once('m').unwrap().1;
    }
    // Painted cells keep the spaces at their ends.
    let trimmed: Vec<&str> = stripped.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, plain.lines().collect::<Vec<_>>());
}

#[test]
fn ascii_terminals_get_ascii() {
    let mut comparison = typical();
    comparison.subject = "grüße.log".to_owned();
    comparison.rows[5].failure = Some("Datei zu groß …".to_owned());
    let text = table(
        &comparison,
        Style {
            unicode: false,
            ..style(200)
        },
    );
    assert!(text.is_ascii(), "{text}");
    assert!(line_of(&text, "auto").contains("####"));
}

#[test]
fn nothing_in_a_name_or_a_reason_moves_the_cursor() {
    let mut comparison = of(vec![failed("no\u{1b}[2J\nway\r")]);
    comparison.subject = "a\nb\u{7}".to_owned();
    let text = table(&comparison, style(80));
    assert!(
        text.chars().all(|c| c == '\n' || !c.is_control()),
        "{text:?}"
    );
}

#[test]
fn extrapolated_rows_are_marked_and_explained() {
    let text = table(&typical(), style(80));
    let line = line_of(&text, "1 B ");
    assert!(line.contains("~87.4") && line.contains("~1.07 G"), "{line}");
    assert!(text.contains("\n~ byte with 1 B read only the first 1,048,576 bytes (1 MiB)"));
}

#[test]
fn failed_rows_say_why_and_have_no_figures() {
    let mut ran = row("mmap", None, 1, 0.001, 1 << 20);
    ran.failure = Some("killed by signal 9".to_owned());
    let text = table(
        &of(vec![ran, row("chunk", Some(4096), 1, 0.05, 1 << 20)]),
        style(80),
    );
    let line = line_of(&text, "mmap");
    assert!(line.ends_with("failed: killed by signal 9"), "{line}");
    assert!(line_of(&text, "chunk").contains("1.00"));
}

#[test]
fn long_reasons_are_wrapped_and_cut() {
    let text = table(&of(vec![failed(&"reason ".repeat(99))]), style(80));
    assert_eq!(
        text.lines().filter(|line| line.contains("reason")).count(),
        3
    );
    assert!(text.contains('…'));
}

#[test]
fn none_and_one_row_have_a_table() {
    assert_eq!(
        table(&of(Vec::new()), style(80)),
        "big.log: 1 GiB, nothing to compare\n"
    );
    let text = table(
        &of(vec![row("chunk", Some(4096), 1, 0.05, 1 << 20)]),
        style(80),
    );
    assert!(
        text.contains("one way of reading") && text.contains("1.00"),
        "{text}"
    );
    let text = table(&of(vec![Row::default()]), style(80));
    assert!(text.contains("has not run"), "{text}");
}

#[test]
fn huge_and_tiny_numbers_keep_their_columns() {
    let mut huge = row("chunk", Some(u64::MAX), 9999, 1e9, u64::MAX - 2_000_000);
    for run in &mut huge.runs {
        run.read_calls = u64::MAX;
        run.minor_faults = u64::MAX;
        run.major_faults = u64::MAX;
    }
    let tiny = row("byte", Some(1), 1, 0.0, 0);
    for columns in [80, 120, 200] {
        let text = table(&of(vec![huge.clone(), tiny.clone()]), style(columns));
        assert!(widest(&text) <= columns, "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}

#[test]
fn counts_that_differ_come_first_and_name_the_rows() {
    let mut comparison = typical();
    for run in &mut comparison.rows[6].runs {
        run.counts = json!({"lines": 8_999_999, "bytes": BYTES, "overlong": {"lines": 0}});
    }
    let text = table(&comparison, style(80));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "THE COUNTS DIFFER: lines");
    assert!(
        lines[1].starts_with("9,000,000 in byte with 64 KiB, "),
        "{}",
        lines[1]
    );
    assert!(text.contains("\n8,999,999 in mmap\n"), "{text}");
    let painted = table(
        &comparison,
        Style {
            colour: true,
            ..style(80)
        },
    );
    assert!(
        painted.starts_with("\u{1b}[1m\u{1b}[31mTHE COUNTS DIFFER"),
        "{painted:?}"
    );
}

#[test]
fn a_cache_that_is_not_the_same_for_all_is_told_by_row() {
    let mut comparison = typical();
    comparison.rows[6].cache = Some("could not be made cold: tmpfs".to_owned());
    let text = table(&comparison, style(120));
    assert!(
        text.contains("page cache of mmap: could not be made cold: tmpfs"),
        "{text}"
    );
}

#[test]
fn no_colour_vanishes_on_a_light_or_a_dark_background() {
    use AnsiColor::{Cyan, Green, Magenta, Red};
    for paint in [PLAIN, BOLD, DIM, GOOD, BAR, GUESSED, BAD] {
        assert_eq!(paint.get_bg_color(), None);
        let colour = paint.get_fg_color();
        let seen = [Red, Green, Magenta, Cyan].map(anstyle::Color::Ansi);
        assert!(
            colour.is_none_or(|colour| seen.contains(&colour)),
            "{colour:?}"
        );
    }
}
