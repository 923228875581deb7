//! Same bytes, same counts: whatever the strategy, its buffer, the threads, and the kind of input.
//!
//! Each case goes through every way there is, and every answer is compared with the oracle's.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::process::Command;

use serde_json::Value;

use crate::oracle;
use crate::support::{Folder, how, json, lc, ran, ran_on_pipe, strategies};

/// Bytes skipped before a redirected file is counted.
const OFFSET: u64 = 3;

/// The limit above which a line is overlong: short, so that many cases have such lines.
const LIMIT: u64 = 64;

const THREADS: [usize; 4] = [1, 2, 3, 8];

fn buffers() -> Vec<usize> {
    let page = rustix::param::page_size();
    let mut buffers = vec![1, 2, 7, 64, 4096, page - 1, page, page + 1];
    buffers.dedup();
    buffers
}

fn line(len: usize) -> Vec<u8> {
    [vec![b'x'; len], vec![b'\n']].concat()
}

fn cases() -> Vec<(&'static str, Vec<u8>)> {
    let page = rustix::param::page_size();
    let around_limit = |len: u64| [line(5), line(len as usize), line(5)].concat();
    vec![
        ("nothing", vec![]),
        ("a line", line(5)),
        ("an unterminated line", b"abc".to_vec()),
        ("an LF", b"\n".to_vec()),
        ("only LFs", vec![b'\n'; 2 * page + 1]),
        ("no LF", vec![b'x'; 2 * page + 1]),
        ("a last line without LF", b"one\ntwo\nthree".to_vec()),
        ("an empty last line", b"one\n\n".to_vec()),
        ("CR LF", b"one\r\ntwo\r\n\r\nthree\r".to_vec()),
        (
            "NUL and invalid UTF-8",
            b"\0\xff\n\xfe\0\0\n\n\xc3".to_vec(),
        ),
        ("a byte order mark", b"\xef\xbb\xbfone\ntwo\n".to_vec()),
        ("limit - 1", around_limit(LIMIT - 1)),
        ("limit", around_limit(LIMIT)),
        ("limit + 1", around_limit(LIMIT + 1)),
        (
            "limit + 1, unterminated",
            [line(3), vec![b'x'; LIMIT as usize + 1]].concat(),
        ),
        ("a page but one", [line(page - 3), b"x".to_vec()].concat()),
        ("a page", line(page - 1)),
        ("a page and one", [line(page - 1), b"\n".to_vec()].concat()),
        ("growing lines", (0..100).flat_map(line).collect()),
        (
            "a giant among short ones",
            [line(9), line(9), line(2 * page), line(9)].concat(),
        ),
    ]
}

fn counting(strategy: &str, buffer: usize, threads: usize) -> Command {
    let mut command = lc();
    command
        .args(["--json", "-lL", "--bytes"])
        .arg(format!("--max-line-len={LIMIT}"));
    command
        .args(how(strategy, buffer))
        .arg(format!("-j{threads}"));
    command
}

fn check(way: &str, case: &str, input: &Value, bytes: &[u8], offset: u64) {
    let expected = oracle::counts(bytes, offset, LIMIT);
    assert_eq!(input["counts"], expected, "{way}: {case}: {input}");
    assert_eq!(input["error"], Value::Null, "{way}: {case}");
}

/// Calls `check` for every strategy with every buffer on every number of threads.
fn every_way(check: impl Fn(&str, usize, usize)) {
    for strategy in strategies() {
        for buffer in buffers() {
            for threads in THREADS {
                check(strategy, buffer, threads);
            }
            if strategy == "whole" {
                break;
            }
        }
    }
}

#[test]
fn files_are_counted_alike_in_every_way() {
    let folder = Folder::new();
    let cases = cases();
    let paths: Vec<_> = cases
        .iter()
        .map(|(name, bytes)| folder.file(name, bytes))
        .collect();
    every_way(|strategy, buffer, threads| {
        let ran = ran(counting(strategy, buffer, threads).args(&paths));
        let (inputs, _) = json(&ran);
        assert_eq!(inputs.len(), cases.len(), "{ran:?}");
        for ((case, bytes), input) in cases.iter().zip(&inputs) {
            check(
                &format!("file {strategy} {buffer} {threads}"),
                case,
                input,
                bytes,
                0,
            );
        }
    });
}

#[test]
fn fifos_are_counted_alike_in_every_way() {
    let cases = cases();
    every_way(|strategy, buffer, threads| {
        if strategy == "mmap" {
            return;
        }
        let folder = Folder::new();
        let paths: Vec<_> = cases
            .iter()
            .map(|(name, bytes)| folder.fifo(name, bytes))
            .collect();
        let (inputs, _) = json(&ran(counting(strategy, buffer, threads).args(&paths)));
        for ((case, bytes), input) in cases.iter().zip(&inputs) {
            check(
                &format!("FIFO {strategy} {buffer} {threads}"),
                case,
                input,
                bytes,
                0,
            );
        }
    });
}

#[test]
fn a_redirected_file_is_counted_alike_from_its_offset_in_every_way() {
    let folder = Folder::new();
    for (case, bytes) in cases() {
        let path = folder.file(case, &bytes);
        every_way(|strategy, buffer, threads| {
            let mut file = File::open(&path).unwrap();
            file.seek(SeekFrom::Start(OFFSET)).unwrap();
            let (inputs, _) = json(&ran(counting(strategy, buffer, threads).stdin(file)));
            let counted = bytes.get(OFFSET as usize..).unwrap_or(&[]);
            // An empty file has no offset that means anything.
            let offset = if bytes.is_empty() { 0 } else { OFFSET };
            let way = format!("redirect {strategy} {buffer} {threads}");
            check(&way, case, &inputs[0], counted, offset);
        });
    }
}

#[test]
fn pipes_are_counted_alike_in_every_way() {
    for (case, bytes) in cases() {
        every_way(|strategy, buffer, threads| {
            if strategy == "mmap" {
                return;
            }
            let (inputs, _) = json(&ran_on_pipe(
                &mut counting(strategy, buffer, threads),
                &bytes,
            ));
            let way = format!("pipe {strategy} {buffer} {threads}");
            check(&way, case, &inputs[0], &bytes, 0);
        });
    }
}

/// Every line length around the limit, at every offset of the buffer, ended and not.
#[test]
fn overlong_lines_are_found_wherever_the_buffer_ends() {
    let folder = Folder::new();
    let limit = 16;
    let mut cases = Vec::new();
    for len in [limit - 1, limit, limit + 1, 2 * limit + 1] {
        for before in 0..=limit {
            for ended in [true, false] {
                let mut bytes = line(before);
                bytes.extend(line(len));
                if !ended {
                    bytes.pop();
                }
                cases.push((format!("{len} {before} {ended}"), bytes));
            }
        }
    }
    let paths: Vec<_> = cases
        .iter()
        .map(|(name, bytes)| folder.file(name, bytes))
        .collect();
    for strategy in strategies() {
        for buffer in [1, 2, 7, 15, 16, 17, 64] {
            let mut command = lc();
            command.args([
                "--json",
                "-lL",
                "--bytes",
                &format!("--max-line-len={limit}"),
            ]);
            let (inputs, _) = json(&ran(command.args(how(strategy, buffer)).args(&paths)));
            for ((case, bytes), input) in cases.iter().zip(&inputs) {
                let expected = oracle::counts(bytes, 0, limit as u64);
                assert_eq!(input["counts"], expected, "{strategy} {buffer}: {case}");
            }
        }
    }
}

#[test]
fn a_limit_of_nothing_makes_every_line_with_a_byte_overlong() {
    let folder = Folder::new();
    let path = folder.file("log", "\na\n\nbc\nd");
    for strategy in strategies() {
        for threads in ["-j1", "-j3"] {
            let mut command = lc();
            command.args([
                "--json",
                "-lL",
                "--bytes",
                "--max-line-len=0",
                "-s",
                strategy,
                threads,
            ]);
            let (inputs, _) = json(&ran(command.arg(&path)));
            let expected = oracle::counts(b"\na\n\nbc\nd", 0, 0);
            assert_eq!(inputs[0]["counts"], expected, "{strategy} {threads}");
        }
    }
}
