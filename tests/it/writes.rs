//! Rows are written whole: no reader of a pipe, and no other writer to it, sees a part of one.

use std::fs;
use std::process::{Command, Stdio};

use crate::names;
use crate::support::{Folder, Ran, installed, lc, ran};

/// What a pipe takes at once: PIPE_BUF.
const PIECE: usize = 4096;

/// A write to standard output: its text, with quotes and escapes as strace has them, and its length.
struct Write {
    text: String,
    len: usize,
}

/// Runs lc on `names` under strace; gives its writes to standard output as well.
fn writes(folder: &Folder, options: &[&str], names: &[&str]) -> (Ran, Vec<Write>) {
    let mut strace = Command::new("strace");
    strace.args(["-s", "100000", "-e", "trace=write", "-o", "trace"]);
    strace.arg(env!("CARGO_BIN_EXE_lc"));
    strace
        .args(options)
        .args(names)
        .current_dir(folder.path())
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null());
    let run = ran(&mut strace);
    let trace = fs::read_to_string(folder.join("trace")).unwrap();
    let calls = trace
        .lines()
        .filter_map(|line| line.strip_prefix("write(1, "));
    let writes = calls.map(|call| {
        let (text, len) = call.rsplit_once(", ").unwrap();
        let len = len.split(')').next().unwrap().parse().unwrap();
        let text = text.to_owned();
        Write { text, len }
    });
    (run, writes.collect())
}

fn has_strace() -> bool {
    installed("strace", &["-o", "/dev/null", "true"])
}

#[test]
fn whole_rows_are_written_in_pieces_that_a_pipe_takes_at_once() {
    if !has_strace() {
        return;
    }
    let folder = Folder::new();
    let names: Vec<String> = (0..700)
        .map(|i| format!("{}{i}", "n".repeat(i % 97)))
        .collect();
    names.iter().for_each(|name| drop(folder.file(name, "\n")));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for options in [&["-q"][..], &["-q", "-l", "--bytes"], &["--json"]] {
        let (run, writes) = writes(&folder, options, &names);
        assert_eq!(run.status, Some(0), "{options:?}");
        let rows = run.stdout.lines().count();
        assert_eq!(rows, 701, "{options:?}");
        for Write { text, len } in &writes {
            assert!(*len <= PIECE, "{options:?}: a write of {len}");
            assert!(
                text.ends_with("\\n\""),
                "{options:?}: a write that ends within a row: {text}"
            );
        }
        let written: usize = writes.iter().map(|write| write.len).sum();
        assert_eq!(written, run.stdout.len(), "{options:?}");
        assert!(
            writes.len() <= 2 * written.div_ceil(PIECE),
            "{options:?}: {} writes",
            writes.len()
        );
    }
}

#[test]
fn a_row_longer_than_a_piece_is_one_write_of_its_own() {
    if !has_strace() {
        return;
    }
    let folder = Folder::new();
    let long = names::longest_path(&folder);
    fs::write(&long, "1\n2\n").unwrap();
    folder.file("short", "1\n");
    let names = ["short", &long, &long, "short", "short"];
    for options in [&["-q"][..], &["--json"]] {
        let (run, writes) = writes(&folder, options, &names);
        assert_eq!(run.status, Some(0), "{options:?}");
        let rows = run.stdout.split_inclusive('\n').map(str::len);
        let rows: Vec<usize> = rows.collect();
        let longer = |len: &usize| *len > PIECE;
        let expected: Vec<usize> = rows.iter().copied().filter(longer).collect();
        assert_eq!(expected.len(), 2, "{options:?}: {rows:?}");
        let written = writes.iter().map(|write| write.len);
        let got: Vec<usize> = written.filter(longer).collect();
        assert_eq!(got, expected, "{options:?}");
        for Write { text, len } in &writes {
            assert!(
                text.ends_with("\\n\""),
                "{options:?}: {len} bytes of {rows:?}"
            );
        }
        let written: usize = writes.iter().map(|write| write.len).sum();
        assert_eq!(written, run.stdout.len(), "{options:?}");
    }
}

/// `xargs -P` and the like: many programs, one pipe.
#[test]
fn rows_of_programs_that_share_a_pipe_are_never_mixed() {
    let folder = Folder::new();
    let name = |i: usize| format!("{i}-{}", "long".repeat(50));
    (0..8).for_each(|i| drop(folder.file(name(i), "1\n")));
    let (mut reader, writer) = std::io::pipe().unwrap();
    let children: Vec<_> = (0..8)
        .map(|i| {
            let mut command = lc();
            command.current_dir(folder.path()).arg("-q");
            command.args(vec![name(i); 2000]);
            command.stdout(writer.try_clone().unwrap()).spawn().unwrap()
        })
        .collect();
    drop(writer);
    let mut rows = String::new();
    std::io::Read::read_to_string(&mut reader, &mut rows).unwrap();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let mut counted = [0; 8];
    for row in rows.lines().filter(|row| !row.ends_with("2000 total")) {
        let i = (0..8).find(|&i| row.trim_start() == format!("1 {}", name(i)));
        counted[i.unwrap_or_else(|| panic!("a row that is none: {row:?}"))] += 1;
    }
    assert_eq!(counted, [2000; 8]);
}
