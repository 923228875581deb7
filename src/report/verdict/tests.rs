use super::*;
use crate::compare::Row;
use crate::report::samples::{BYTES, row, typical};

fn words(comparison: &Comparison) -> String {
    let style = Style {
        columns: 10_000,
        colour: false,
        unicode: true,
    };
    verdict(comparison, style)
}

fn of(rows: Vec<Row>) -> String {
    words(&Comparison {
        subject: "big.log".to_owned(),
        bytes: BYTES,
        rows,
    })
}

fn chunk(seconds: f64) -> Row {
    row("chunk", Some(262_144), 1, seconds, 2_400_000)
}

fn from_disk(mut row: Row) -> Row {
    for run in &mut row.runs {
        run.disk_bytes = BYTES;
        run.user = run.wall / 20.0;
        run.system = run.wall / 10.0;
    }
    row
}

#[test]
fn the_typical_set_has_three_sentences() {
    let text = words(&typical());
    assert_eq!(text.matches(". ").count() + 1, 3, "{text}");
    assert!(
        text.starts_with(
            "The fastest cannot be told apart: chunk with 256 KiB on 2 threads and auto"
        )
    );
    assert!(
        text.contains("mmap needs most, 1.0 GiB (mostly page cache)."),
        "{text}"
    );
    assert!(text.contains(
        "For this, use chunk with 256 KiB on 2 threads (lc -s chunk -b 262144 -j 2 big.log)"
    ));
    assert!(text.contains("auto, the default, is as fast"), "{text}");
}

#[test]
fn peaks_that_cannot_be_told_apart_are_told_from_the_least_to_the_most() {
    let text = of(vec![
        row("lines", Some(65_536), 1, 0.2, 2_300_000),
        chunk(0.1),
    ]);
    let memory = "chunk with 256 KiB and lines with 64 KiB need least memory, 2.2 MiB to 2.3 MiB.";
    assert!(text.contains(memory), "{text}");
}

#[test]
fn one_fastest_is_named_with_the_next() {
    let text = of(vec![
        row("lines", Some(65_536), 1, 0.2, 2_400_000),
        chunk(0.1),
    ]);
    assert!(
        text.starts_with(
            "chunk with 256 KiB is fastest: 100 ms, 10.7 GB/s; lines with 64 KiB takes"
        ),
        "{text}"
    );
    assert!(
        text.contains("none is faster, and none needs less memory"),
        "{text}"
    );
}

#[test]
fn a_fast_row_with_much_memory_has_an_alternative() {
    let text = of(vec![row("mmap", None, 1, 0.05, BYTES), chunk(0.06)]);
    assert!(text.contains("use mmap (lc -s mmap big.log)"), "{text}");
    assert!(
        text.contains(
            "where memory is short, chunk with 256 KiB takes 1.20 times as long in 2.3 MiB"
        ),
        "{text}"
    );
}

#[test]
fn short_times_are_too_small_to_rank_and_nothing_is_advised() {
    let text = of(vec![
        chunk(0.000_1),
        row("mmap", None, 1, 0.000_3, 2_400_000),
    ]);
    assert!(text.starts_with("big.log is too small to rank"), "{text}");
    assert!(
        !text.contains("use chunk") && !text.contains("is fastest"),
        "{text}"
    );
}

#[test]
fn one_row_or_none_are_compared_with_nothing() {
    let mut failed = row("whole", None, 1, 0.01, 1);
    failed.failure = Some("killed".to_owned());
    let text = of(vec![chunk(0.1), failed.clone()]);
    assert_eq!(
        text,
        "Only chunk with 256 KiB ran (100 ms, 10.7 GB/s), so there is nothing to compare it with.\n"
    );
    assert_eq!(
        of(vec![failed]),
        "No run succeeded, so there is nothing to compare.\n"
    );
}

#[test]
fn the_disk_is_named_where_it_was_what_was_measured() {
    let text = of(vec![
        from_disk(chunk(1.0)),
        from_disk(row("mmap", None, 1, 1.5, BYTES)),
    ]);
    assert!(
        text.contains("The time is mostly the disk's (1.07 GB/s)"),
        "{text}"
    );
    let text = of(vec![
        from_disk(chunk(1.0)),
        row("mmap", None, 1, 0.5, BYTES),
    ]);
    assert!(
        text.contains("Beware: chunk with 256 KiB read from the disk"),
        "{text}"
    );
}

#[test]
fn few_runs_that_cannot_be_told_apart_ask_for_more() {
    let mut rows = vec![chunk(0.1), row("mmap", None, 1, 0.11, BYTES)];
    rows.iter_mut().for_each(|row| row.runs.truncate(1));
    assert!(of(rows).contains("more --runs may tell them apart"));
    let mut rows = vec![chunk(0.1), row("mmap", None, 1, 0.11, BYTES)];
    rows.iter_mut().for_each(|row| row.runs.truncate(3));
    assert!(of(rows).contains("times as long; more --runs would make it sure."));
}

#[test]
fn lines_are_as_wide_as_the_terminal_and_ascii_where_asked() {
    for columns in [1, 20, 80, 120] {
        let style = Style {
            columns,
            colour: true,
            unicode: false,
        };
        let text = verdict(&typical(), style);
        assert!(text.is_ascii());
        assert!(
            text.lines().all(|line| line.len() <= columns),
            "{columns}\n{text}"
        );
    }
}

#[test]
fn nothing_is_recommended_where_counts_differ() {
    let mut wrong = row("mmap", None, 1, 0.05, BYTES);
    wrong.runs[3].counts = serde_json::json!({"lines": 1});
    let text = of(vec![wrong, chunk(0.1)]);
    assert!(text.starts_with("The counts differ"), "{text}");
    assert!(!text.contains("use "), "{text}");
}
