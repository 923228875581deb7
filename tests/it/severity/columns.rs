//! Error lines: columns, levels, the gate on the exit status. The rule itself has a table of lines.

use crate::support::{Folder, json, lc, ran, ran_on_pipe};

const LOG: &str = "10:00:01 INFO up\n10:00:02 WARN slow\n10:00:03 ERROR down, INFO follows\n\
                   10:00:04 FATAL gone\nno level at all\n10:00:05 DEBUG x\n10:00:06 TRACE y\n\
                   10:00:07 INFO retried after ERROR";

#[test]
fn a_threshold_counts_that_severity_and_worse() {
    for (option, count) in [
        ("--errors", "2\n"),
        ("--errors=fatal", "1\n"),
        ("--errors=error", "2\n"),
        ("--errors=warn", "3\n"),
        ("--errors=info", "5\n"),
        ("--errors=debug", "6\n"),
        ("--errors=trace", "7\n"),
    ] {
        assert_eq!(
            ran_on_pipe(lc().args(["-q", option]), LOG.as_bytes()).stdout,
            count,
            "{option}"
        );
    }
}

#[test]
fn an_unknown_level_is_answered_with_the_known_ones() {
    let ran = ran(lc().arg("--errors=eror"));
    assert_eq!(ran.status, Some(2));
    assert!(
        ran.stderr
            .contains("fatal, error, warn, info, debug, trace"),
        "{ran:?}"
    );
}

#[test]
fn levels_are_a_row_each_with_their_share_and_none_last() {
    let ran = ran_on_pipe(lc().args(["-q", "--levels"]), LOG.as_bytes());
    let rows: Vec<_> = ran.stdout.lines().map(str::trim_start).collect();
    assert_eq!(
        rows,
        [
            "1  12.5 % fatal",
            "1  12.5 % error",
            "1  12.5 % warn",
            "2  25.0 % info",
            "1  12.5 % debug",
            "1  12.5 % trace",
            "1  12.5 % none",
        ]
    );
}

#[test]
fn levels_of_several_files_sum_to_the_total() {
    let folder = Folder::new();
    let one = folder.file("one", LOG);
    let two = folder.file("two", format!("{LOG}\n{LOG}"));
    let (inputs, run) = json(&ran(lc().args(["--json", "--levels"]).args([&one, &two])));
    for level in ["fatal", "error", "warn", "info", "debug", "trace", "none"] {
        let of = |value: &serde_json::Value| value["counts"]["levels"][level].as_u64().unwrap();
        assert_eq!(of(&run), inputs.iter().map(of).sum::<u64>(), "{level}");
    }
    let rows = ran(lc().args(["-q", "--levels"]).args([&one, &two])).stdout;
    assert_eq!(rows.lines().count(), 21);
    assert_eq!(
        rows.lines()
            .last()
            .unwrap()
            .split_whitespace()
            .collect::<Vec<_>>(),
        ["3", "12.5", "%", "none", "total"]
    );
}

#[test]
fn a_log_without_severities_is_told_with_what_else_to_try() {
    let none = ran_on_pipe(lc().arg("--errors"), b"GET / 200\nGET /x 404\nlast");
    assert_eq!(none.stdout, "0\n");
    assert!(
        none.stderr.contains("no line carries a severity; try -e"),
        "{none:?}"
    );
    let counted = ran_on_pipe(
        lc().args(["-l", "--errors"]),
        b"GET / 200\nGET /x 404\nlast",
    );
    assert!(
        counted
            .stderr
            .contains("0 of 3 lines carry a severity; try -e"),
        "{counted:?}"
    );
    let folder = Folder::new();
    let with = folder.file("with", LOG);
    let without = folder.file("without", "GET / 200\n");
    let one = ran(lc().arg("--errors").args([&with, &without, &with]));
    assert!(
        one.stderr
            .contains("no line of 1 input carries a severity; try -e"),
        "{one:?}"
    );
    let long = folder.file("long", "GET / 200\n".repeat(2000));
    let sought = ran(lc().arg("--errors").arg(&long));
    let looked_at = "none of the 1,000 lines looked at carries a severity; try -e";
    assert!(sought.stderr.contains(looked_at), "{sought:?}");
    for log in [LOG, "nothing\nINFO x\n"] {
        let some = ran_on_pipe(lc().arg("--errors"), log.as_bytes());
        assert!(!some.stderr.contains("carries a severity"), "{some:?}");
    }
}

#[test]
fn more_errors_than_allowed_end_with_1_and_failures_with_2() {
    let folder = Folder::new();
    let path = folder.file("log", LOG);
    let status = |args: &[&str]| ran(lc().arg("-q").args(args).arg(&path)).status;
    assert_eq!(status(&["--max-errors=2"]), Some(0));
    assert_eq!(status(&["--max-errors=1"]), Some(1));
    assert_eq!(status(&["--max-errors=2", "--errors=warn"]), Some(1));
    assert_eq!(status(&["--max-errors=3", "--errors=warn"]), Some(0));
    assert_eq!(status(&["--max-errors=0", "-e", "nowhere"]), Some(0));
    assert_eq!(status(&["--max-errors=2", "-e", "INFO"]), Some(1));
    assert_eq!(
        status(&["--max-errors=2", "--errors", "-e", "INFO"]),
        Some(0)
    );
    // What is shown besides limits nothing.
    assert_eq!(
        status(&["--max-errors=0", "--levels", "-e", "nowhere"]),
        Some(0)
    );
    assert_eq!(
        status(&["--max-errors=2", "--levels", "-e", "INFO"]),
        Some(1)
    );
    assert_eq!(status(&["--max-errors=1", "--levels"]), Some(1));
    assert_eq!(status(&["--max-errors=2", "--levels"]), Some(0));
    assert_eq!(status(&["--max-errors=0", "/nowhere/at/all"]), Some(2));
    assert_eq!(status(&["--errors"]), Some(0));
    let shown = ran(lc().args(["-q", "--max-errors=9"]).arg(&path));
    assert_eq!(shown.stdout, format!("2 {}\n", path.display()));
}

#[test]
fn severity_is_sought_up_to_the_longest_line_allowed() {
    let log = format!("{} ERROR\n", "x".repeat(100));
    let count = |args: &[&str]| ran_on_pipe(lc().arg("-q").args(args), log.as_bytes()).stdout;
    assert_eq!(count(&["--errors", "--max-line-len=1K"]), "1\n");
    assert_eq!(count(&["--errors", "--max-line-len=106"]), "1\n");
    assert_eq!(count(&["--errors", "--max-line-len=50"]), "0\n");
    assert_eq!(
        count(&["--errors", "--max-line-len=50", "--overlong=skip"]),
        "0\n"
    );
}
