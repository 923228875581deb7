//! Patterns on the command line: options, files, and what is wrong with them.

use crate::support::{Folder, lc, ran, ran_on_pipe};

fn matched(args: &[&str], log: &str) -> String {
    ran_on_pipe(lc().arg("-q").args(args), log.as_bytes())
        .stdout
        .trim_end()
        .to_owned()
}

#[test]
fn options_mean_what_they_mean_to_grep() {
    let log = "an ERROR\nerror\nERRORS\na.b\naxb\n\nlast error";
    for (args, count) in [
        (&["-e", "ERROR"][..], "2"),
        (&["-i", "-e", "error"], "4"),
        (&["-w", "-e", "ERROR"], "1"),
        (&["-x", "-e", "error"], "1"),
        (&["-x", "-i", "-e", "error"], "1"),
        (&["-e", "a.b"], "2"),
        (&["-F", "-e", "a.b"], "1"),
        (&["-v", "-e", "ERROR"], "5"),
        (&["-e", "ERROR", "-e", "a.b"], "4"),
        (&["-e", "^$"], "1"),
        (&["-e", "^error$"], "1"),
        (&["-e", "error$"], "2"),
        (&["-e", ""], "7"),
        (&["-v", "-e", ""], "0"),
        (&["-e", "-x", "-x"], "0"),
        (&["-F", "-i", "-e", "A.B"], "1"),
    ] {
        assert_eq!(matched(args, log), count, "{args:?}");
    }
}

#[test]
fn a_match_stays_within_its_line() {
    let log = "one\ntwo\n";
    for pattern in [r"e\s*t", "e[^x]t", "(?s)e.t", r"one\s", r"e\Wt"] {
        assert_eq!(matched(&["-e", pattern], log), "0", "{pattern}");
    }
}

#[test]
fn crlf_makes_a_cr_part_of_the_line_end() {
    let log = "one\r\ntwo\r\n";
    assert_eq!(matched(&["-e", "one$"], log), "0");
    assert_eq!(matched(&["--crlf", "-e", "one$"], log), "1");
    assert_eq!(matched(&["-x", "-e", "one"], log), "0");
    assert_eq!(matched(&["--crlf", "-x", "-e", "one"], log), "1");
}

#[test]
fn nul_and_invalid_utf_8_are_data() {
    let log = b"\0a\n\xff\xfea\nb\n";
    let ran = ran_on_pipe(lc().args(["-q", "-e", "a"]), log);
    assert_eq!(ran.stdout, "2\n");
    assert_eq!(matched(&["-e", "a"], "a\rb\ra"), "1");
}

#[test]
fn columns_stand_in_their_fixed_order_and_do_not_depend_on_each_other() {
    let folder = Folder::new();
    let path = folder.file("log", "12:00 ERROR x\n12:00 INFO y\n12:00 INFO ERROR\n");
    let mut command = lc();
    command
        .args(["-q", "-L", "--bytes", "-v", "-e", "y", "--errors", "-l"])
        .arg(&path);
    let row = format!(
        "{:>2} {:>2} {:>2} {:>2} {:>2} {}\n",
        3,
        1,
        2,
        44,
        16,
        path.display()
    );
    assert_eq!(ran(&mut command).stdout, row);
}

#[test]
fn a_file_gives_a_pattern_a_line() {
    let folder = Folder::new();
    let two = folder.file("two", "one\ntwo\n");
    let empty_line = folder.file("empty line", "one\n\n");
    let empty = folder.file("empty", "");
    let only_lf = folder.file("only LF", "\n");
    let log = "one\ntwo\nthree\n\n";
    let with = |path: &std::path::Path| matched(&["-f", path.to_str().unwrap()], log);
    assert_eq!(with(&two), "2");
    assert_eq!(with(&empty_line), "4");
    assert_eq!(with(&only_lf), "4");
    assert_eq!(with(&empty), "0");
    assert_eq!(matched(&["-v", "-f", empty.to_str().unwrap()], log), "4");
    assert_eq!(
        matched(&["-f", two.to_str().unwrap(), "-e", "three"], log),
        "3"
    );
}

#[test]
fn patterns_from_standard_input_need_a_file_to_search() {
    let folder = Folder::new();
    let path = folder.file("log", "one\ntwo\n");
    let found = ran_on_pipe(lc().args(["-q", "-f", "-"]).arg(&path), b"two\n");
    assert_eq!(found.stdout, format!("1 {}\n", path.display()));
    let refused = ran_on_pipe(lc().args(["-q", "-f", "-"]), b"two\n");
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("name a FILE"), "{refused:?}");
}

#[test]
fn standard_input_is_not_both_the_patterns_and_read_otherwise() {
    let folder = Folder::new();
    let path = folder.file("log", "one\ntwo\n");
    let path = path.to_str().unwrap();
    let list = folder.file("list", format!("{path}\0-\0"));
    let list = list.to_str().unwrap();
    for args in [
        &["-"][..],
        &[path, "-"],
        &["-r", "-"],
        &["-r", path, "-"],
        &["--files0-from", "-"],
    ] {
        let refused = ran_on_pipe(lc().args(["-q", "-f", "-"]).args(args), b"two\n");
        assert_eq!(
            (refused.status, refused.stdout.as_str()),
            (Some(2), ""),
            "{args:?}"
        );
        assert!(refused.stderr.contains("cannot be both"), "{refused:?}");
    }
    let listed = ran_on_pipe(
        lc().args(["-q", "-f", "-", "--files0-from", list]),
        b"two\n",
    );
    assert!(
        listed.stdout.starts_with(&format!("1 {path}\n")),
        "{listed:?}"
    );
    assert!(
        listed.stderr.contains(":2: standard input is"),
        "{listed:?}"
    );
    assert_eq!(listed.status, Some(2));
}

#[test]
fn what_is_wrong_with_a_pattern_is_said_before_anything_is_read() {
    let folder = Folder::new();
    let not_utf8 = folder.file("not UTF-8", b"ok\n\xff\n");
    let not_utf8 = not_utf8.to_str().unwrap();
    for (args, reason) in [
        (&["-e", "foo("][..], "unclosed group"),
        (&["-e", "ok", "-e", "[z-a]"], "pattern 2"),
        (&["-e", "a\nb"], "line feed"),
        (&["-e", r"a\nb"], "line feed"),
        (&["-F", "-e", "a\nb"], "line feed"),
        (&["-e", r"\w{1000}{1000}"], "compile to more than"),
        (&["-f", "/nowhere/at/all"], "No such file or directory"),
        (&["-f", not_utf8], "line 2: not UTF-8"),
        (&["-i"], "add -e"),
        (&["-v", "--errors"], "add -e"),
        (&["-e"], "--pattern needs a value"),
    ] {
        let ran = ran(lc().args(args));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(
            ran.stderr.starts_with("lc: ") && ran.stderr.contains(reason),
            "{args:?}: {ran:?}"
        );
        assert!(
            ran.stderr.ends_with("; see lc --help\n"),
            "{args:?}: {ran:?}"
        );
        assert_eq!(ran.stderr.lines().count(), 1, "{args:?}: {ran:?}");
    }
}

/// Not how fast, but that it ends: what grows with the square of their number would take hours.
#[test]
fn a_hundred_thousand_fixed_strings_are_no_matter_of_minutes() {
    let folder = Folder::new();
    let strings: Vec<String> = (0..100_000).map(|i| format!("needle-{i:06}")).collect();
    let file = folder.file("patterns", strings.join("\n"));
    let log = folder.file(
        "log",
        "a needle-099999 here\na needle-100000 not\nnothing\n".repeat(1000),
    );
    let found = ran(lc().args(["-q", "-F", "-f"]).arg(&file).arg(&log));
    assert_eq!(found.stdout, format!("1000 {}\n", log.display()));
}

#[test]
fn a_bare_word_that_is_no_file_hints_at_patterns() {
    let ran = ran(lc().args(["-q", "ERROR"]));
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("use -e ERROR"), "{ran:?}");
}
