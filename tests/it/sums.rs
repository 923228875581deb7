//! Sums that 64 bits cannot hold.

use std::fs::File;
use std::path::Path;

use lc::count::Counts;

use crate::support::{lc, ran};

#[test]
fn sums_beyond_64_bits_stay_at_the_largest_number_and_say_so() {
    let most = Counts {
        lines: u64::MAX,
        bytes: u64::MAX - 1,
        unterminated: 1,
        ..Counts::default()
    };
    let mut sum = most;
    assert!(sum.is_saturated());
    sum.add(&most);
    assert_eq!(
        (sum.lines, sum.bytes, sum.unterminated),
        (u64::MAX, u64::MAX, 2)
    );
    assert_eq!(sum.searched_lines(), u64::MAX);
    sum.append(&most);
    assert_eq!(sum.bytes, u64::MAX);
    assert!(
        !Counts {
            lines: 7,
            ..Counts::default()
        }
        .is_saturated()
    );
}

/// Only some file systems can hold such files, where memory has one.
#[test]
fn sizes_that_sum_beyond_64_bits_are_as_good_as_any() {
    let Ok(folder) = tempfile::tempdir_in(Path::new("/dev/shm")) else {
        eprintln!("skipped: no /dev/shm here");
        return;
    };
    let file = File::create(folder.path().join("f")).unwrap();
    if file.set_len(i64::MAX as u64 & !4095).is_err() {
        eprintln!("skipped: no file that large here");
        return;
    }
    let run = |args: &[&str]| ran(lc().current_dir(folder.path()).args(args));
    for threads in ["-j1", "-j3"] {
        let run = run(&["-q", threads, "--range=5..5", "f", "f", "f"]);
        let rows = format!("{:20} f\n", 0).repeat(3) + &format!("{:20} total\n", 0);
        assert_eq!(
            (run.stdout.as_str(), run.stderr.as_str()),
            (rows.as_str(), ""),
            "{run:?}"
        );
        assert_eq!(run.status, Some(0));
    }
    for strategy in ["whole", "mmap"] {
        let run = run(&["-q", "-s", strategy, "-j2", "f"]);
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{run:?}");
        assert!(
            run.stderr.contains("lc: f: ") && run.stderr.contains("use --strategy chunk"),
            "{run:?}"
        );
    }
}
