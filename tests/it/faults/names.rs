//! Reads of what names the inputs that fail: of a list, of a folder.

use std::fs;

use super::{folder, with_fault};

#[test]
fn a_list_whose_reads_a_signal_interrupts_is_read_to_its_end() {
    let Some(folder) = folder() else { return };
    folder.file("list", "log\0".repeat(5000));
    let args = ["-q", "--total=only", "--files0-from=list"];
    let run = with_fault(&folder, "read:error=EINTR:when=1+2", Some("list"), &args);
    let got = (run.stdout.as_str(), run.stderr.as_str(), run.status);
    assert_eq!(got, ("15000000\n", "", Some(0)));
}

#[test]
fn a_list_that_fails_midway_is_told_and_the_names_before_are_counted() {
    let Some(folder) = folder() else { return };
    folder.file("list", "log\0".repeat(5000));
    let args = ["-q", "--files0-from=list"];
    let mut counted = Vec::new();
    for when in [1, 2, 3] {
        let inject = format!("read:error=EIO:when={when}");
        let run = with_fault(&folder, &inject, Some("list"), &args);
        let told =
            run.stderr.starts_with("lc: list: ") && run.stderr.contains("Input/output error");
        assert!(told && run.stderr.lines().count() == 1, "{when}: {run:?}");
        assert_eq!(run.status, Some(2), "{when}");
        let rows = run.stdout.lines().filter(|row| row.ends_with(" log"));
        counted.push(rows.count());
    }
    assert!(counted.is_sorted() && counted[0] == 0, "{counted:?}");
    assert!(counted[1] > 0 && counted[2] < 5000, "{counted:?}");
}

#[test]
fn a_folder_that_fails_midway_is_told_by_its_name_and_the_others_are_counted() {
    let Some(folder) = folder() else { return };
    fs::create_dir_all(folder.join("tree/below")).unwrap();
    for name in ["a", "below/b", "z"] {
        folder.file(format!("tree/{name}"), "1\n");
    }
    let (a, b, z) = ("1 tree/a", "1 tree/below/b", "1 tree/z");
    // A folder's names come with one call, and with the next one its end.
    for (when, failed, rows) in [
        (1, "tree", &[][..]),
        (2, "tree", &[a, b, z, "3 total"]),
        (3, "tree/below", &[a, z, "2 total"]),
        (4, "tree/below", &[a, b, z, "3 total"]),
    ] {
        let inject = format!("getdents64:error=EIO:when={when}");
        let run = with_fault(&folder, &inject, None, &["-q", "-r", "tree"]);
        let told = format!("lc: {failed}: Input/output error\n");
        let shown: Vec<&str> = run.stdout.lines().map(str::trim).collect();
        assert_eq!((shown.as_slice(), run.stderr), (rows, told), "{when}");
        assert_eq!(run.status, Some(2), "{when}");
    }
}
