use std::time::Duration;

use super::*;
use crate::count::{Counts, Level, Overlong, Policy};
use crate::measure::{Heap, Usage};
use crate::strategy::{Choice, ReadStats, Strategy};

/// A gigabyte that was in memory, read in a second in which little else was waited for.
fn run() -> Run {
    Run {
        asked: Choice::Auto,
        used: Strategy::Chunk,
        threads: 1,
        inputs: 1,
        failed: 0,
        changed: 0,
        without_severity: 0,
        interrupted: None,
        total: Counts {
            lines: 2000,
            bytes: 1 << 30,
            ..Counts::default()
        },
        severity: None::<Level>,
        counts_lines: true,
        knows_lines: true,
        max_line_len: 1 << 20,
        overlong: Policy::Scan,
        first_overlong: None,
        reads: ReadStats::default(),
        wall: Duration::from_secs(1),
        usage: Usage {
            user: Duration::from_millis(100),
            system: Duration::from_millis(300),
            ..Usage::default()
        },
        heap: Heap::now(),
        peak: None,
        held: None,
        cache: State::AsIs,
        cached: None,
        len: 1 << 30,
    }
}

#[test]
fn what_came_from_memory_is_not_worth_a_word() {
    assert_eq!(notes(&run()), [""; 0]);
}

#[test]
fn the_disk_is_blamed_where_the_figures_say_so() {
    let mut run = run();
    run.usage.disk_bytes = 945 << 20;
    let blame = "945 MiB from the disk (92 %): most of this time is the disk, run again for the cached speed";
    assert_eq!(notes(&run), [blame]);
    // Read ahead is more than was asked for.
    run.usage.disk_bytes = 2 << 30;
    assert!(notes(&run)[0].starts_with("2 GiB from the disk (100 %): "));
    // Half of the time it worked.
    run.usage.user = Duration::from_millis(200);
    assert_eq!(notes(&run), ["2 GiB from the disk"]);
    run.usage.user = Duration::ZERO;
    run.usage.disk_bytes = 102 << 20;
    assert_eq!(notes(&run), ["102 MiB from the disk"]);
    // Nothing was read but the program itself.
    run.usage.disk_bytes = 8 << 10;
    run.total.bytes = 0;
    assert_eq!(notes(&run), ["8 KiB from the disk"]);
}

#[test]
fn what_the_cache_held_is_told_where_it_was_looked_at() {
    let mut run = run();
    run.usage.disk_bytes = 945 << 20;
    run.cached = Some(129 << 20);
    assert!(notes(&run)[0].contains(" (cached 12 %): most of this time is the disk, run again"));
    // Who asks for a cold cache knows of the other.
    run.cache = State::Cold;
    run.cached = Some(0);
    let cold = "945 MiB from the disk (cached 0 %): most of this time is the disk";
    assert_eq!(notes(&run), ["page cache: cold, verified", cold]);
}

#[test]
fn an_overlong_line_is_told_with_the_option_that_it_needs() {
    let mut run = run();
    run.total.overlong = Overlong {
        lines: 1,
        longest: 3_355_443,
        ..Overlong::default()
    };
    let note =
        "1 overlong line (over --max-line-len 1 MiB; longest line 3.2 MiB, use --max-line-len 4M)";
    assert_eq!(notes(&run), [note]);
    // Where the count stopped there, its length is not known.
    run.total.overlong.longest = 0;
    assert_eq!(notes(&run), ["1 overlong line (over --max-line-len 1 MiB)"]);
}

#[test]
fn lines_without_a_severity_are_counted_where_lines_are() {
    let mut run = run();
    run.without_severity = 1;
    assert_eq!(
        notes(&run),
        ["0 of 2,000 lines carry a severity; try -e PATTERN"]
    );
    run.knows_lines = false;
    assert_eq!(notes(&run), ["no line carries a severity; try -e PATTERN"]);
    run.inputs = 3;
    assert_eq!(
        notes(&run),
        ["no line of 1 input carries a severity; try -e PATTERN"]
    );
    // Nobody knows of those that were passed over.
    run.total.passed_over = true;
    run.total.looked_at = 1000;
    let looked_at = "no line looked at in 1 input carries a severity; try -e PATTERN";
    assert_eq!(notes(&run), [looked_at]);
    run.inputs = 1;
    let looked_at = "none of the 1,000 lines looked at carries a severity; try -e PATTERN";
    assert_eq!(notes(&run), [looked_at]);
}

#[test]
fn an_unterminated_line_is_left_out_as_wc_does() {
    let mut run = run();
    run.total.unterminated = 1;
    assert_eq!(
        notes(&run),
        ["unterminated last line, not counted (wc does the same)"]
    );
    run.inputs = 2;
    let one = "1 unterminated last line not counted (wc does the same)";
    assert_eq!(notes(&run), [one]);
    // Where a signal ended the count, nobody knows how the line goes on.
    run.interrupted = Some("SIGINT");
    assert!(notes(&run).is_empty());
}

#[test]
fn a_sum_beyond_64_bits_is_told_once_whatever_it_is_a_sum_of() {
    let told = "a sum is larger than can be told";
    let largest: [fn(&mut Counts) -> &mut u64; 4] = [
        |counts| &mut counts.lines,
        |counts| &mut counts.bytes,
        |counts| &mut counts.matched,
        |counts| &mut counts.errors,
    ];
    for sum in largest {
        let mut run = run();
        let mut more = Counts::default();
        *sum(&mut run.total) = u64::MAX - 1;
        *sum(&mut more) = 0;
        run.total.add(&more);
        assert_eq!(notes(&run), [""; 0]);
        *sum(&mut more) = 7;
        run.total.add(&more);
        assert_eq!(notes(&run), [told]);
    }
}
