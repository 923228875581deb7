//! Many files: counted at once, told in their order.

use std::fmt::Write;

use crate::support::{Folder, json, lc, ran};
use crate::terminal::OnTerminal;

/// Files small and large, empty and missing, a directory and a FIFO among them: rows are those of one
/// thread, in the order of the operands.
#[test]
fn files_counted_at_once_have_the_rows_that_one_thread_gives() {
    let folder = Folder::new();
    let mut names = Vec::new();
    for i in 0..700_usize {
        let name = format!("f{i:03}");
        match i % 100 {
            17 => {}
            33 => std::fs::create_dir(folder.join(&name)).unwrap(),
            50 => drop(folder.file(&name, "")),
            77 => drop(folder.file(&name, "x\n".repeat(3 << 20))),
            _ => drop(folder.file(&name, format!("line {i}\n").repeat(i))),
        }
        names.push(name);
    }
    let run = |threads: &str| {
        let mut command = lc();
        command
            .args(["-q", "-lL", "--bytes", "-e", "7", threads])
            .args(&names);
        ran(command.current_dir(folder.path()))
    };
    let expected = run("-j1");
    assert_eq!(expected.status, Some(2));
    for threads in ["-j0", "-j2", "-j5"] {
        assert_eq!(run(threads), expected, "{threads}");
    }
}

#[test]
fn a_fifo_among_files_is_read_in_its_turn() {
    let folder = Folder::new();
    for name in ["a", "b", "d", "e"] {
        folder.file(name, format!("{name}\n"));
    }
    folder.fifo("c", b"1\n2\n");
    let mut command = lc();
    command
        .args(["-q", "-j2", "a", "b", "c", "d", "e"])
        .current_dir(folder.path());
    let mut rows = String::new();
    for (name, lines) in [
        ("a", 1),
        ("b", 1),
        ("c", 2),
        ("d", 1),
        ("e", 1),
        ("total", 6),
    ] {
        writeln!(rows, "{lines:7} {name}").unwrap();
    }
    assert_eq!(ran(&mut command).stdout, rows);
}

#[test]
fn what_the_cache_held_is_told_of_files_counted_at_once() {
    let folder = Folder::new();
    let paths: Vec<_> = (0..20)
        .map(|i| folder.file(format!("f{i}"), "line\n".repeat(1000)))
        .collect();
    let (inputs, run) = json(&ran(lc().args(["--json", "-j2"]).args(&paths)));
    assert!(
        inputs.iter().all(|input| input["cached_bytes"] == 5000),
        "{inputs:?}"
    );
    assert_eq!(run["cached_bytes"], 100_000);
    assert_eq!(run["strategy"]["threads"], 2);
}

#[test]
fn a_row_is_shown_before_the_next_input_blocks() {
    let folder = Folder::new();
    folder.file("a", "1\n");
    folder.file("b", "1\n2\n");
    folder.silent_fifo("fifo");
    for threads in ["-j1", "-j2"] {
        let mut command = lc();
        command.args(["-q", "--progress=never", threads, "a", "b", "fifo"]);
        command.current_dir(folder.path());
        OnTerminal::new(command, 80).until(|rows| rows.contains(" b\r\n"));
    }
}

/// Files that are counted at once are held at once, too.
#[test]
fn whole_keeps_its_budget_over_all_files_together() {
    let folder = Folder::new();
    let names: Vec<String> = (0..8).map(|i| format!("f{i}")).collect();
    for name in &names {
        folder.file(name, "0123456\n".repeat(375_000));
    }
    let mut command = lc();
    command
        .args(["--json", "-s", "whole", "-j8", "--max-memory=6000000"])
        .args(&names);
    let (_, run) = json(&ran(command.current_dir(folder.path())));
    assert_eq!(run["counts"]["lines"], 8 * 375_000);
    // Two of three million bytes each, and what the program has besides.
    let peak = run["memory"]["heap_peak"].as_u64().unwrap();
    assert!((3_000_000..7_000_000).contains(&peak), "{peak}");
}
