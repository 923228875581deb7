//! The naive counter that everything else is compared with: the whole input in memory, one pass per
//! question, nothing clever.

use serde_json::{Value, json};

/// The counts of `bytes` as the JSON output tells them, where they begin at `offset` of their input.
pub fn counts(bytes: &[u8], offset: u64, max_line_len: u64) -> Value {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let len = |line: &[u8]| line.strip_suffix(b"\n").unwrap_or(line).len() as u64;
    let mut first = Value::Null;
    let mut overlong = 0;
    let mut at = offset;
    for (i, line) in lines.iter().enumerate() {
        if len(line) > max_line_len {
            overlong += 1;
            if first.is_null() {
                first = json!({"line": i + 1, "offset": at});
            }
        }
        at += line.len() as u64;
    }
    json!({
        "lines": lines.iter().filter(|line| line.ends_with(b"\n")).count(),
        "bytes": bytes.len(),
        "longest": lines.iter().map(|line| len(line)).max().unwrap_or(0),
        "unterminated": lines.last().is_some_and(|line| !line.ends_with(b"\n")),
        "saturated": false,
        "overlong": {"lines": overlong, "first": first, "searched_to_limit": 0},
    })
}

/// The bytes of the lines that start in `start..end`.
pub fn owned(bytes: &[u8], start: usize, end: usize) -> (usize, &[u8]) {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(
            bytes
                .iter()
                .enumerate()
                .filter(|(_, byte)| **byte == b'\n')
                .map(|(i, _)| i + 1),
        )
        .filter(|&start| start < bytes.len())
        .collect();
    let mut owned = starts
        .iter()
        .copied()
        .filter(|at| (start..end).contains(at));
    let Some(first) = owned.next() else {
        return (start, &[]);
    };
    let next = starts
        .iter()
        .copied()
        .find(|&at| at >= end && at > first)
        .unwrap_or(bytes.len());
    (first, &bytes[first..next])
}
