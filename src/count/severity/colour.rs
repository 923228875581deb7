//! ANSI colour sequences (`ESC [ … m`, also written `\u001b[…m` as JSON does): invisible, and a boundary.

use std::ops::Range;

use memchr::{memchr2, memchr2_iter};

const ESC: u8 = 0x1b;

/// What stands for one or more colour sequences in a line from [`without_colours`]: not part of a word, and looked
/// through by everything that asks what stands before or after a token.
pub(super) const MARK: u8 = ESC;

/// What an ESC that begins no colour sequence becomes, lest it be taken for a [`MARK`]: a byte that no token contains.
const LONE_ESC: u8 = 0;

/// A copy of `line` with one [`MARK`] for each run of colour sequences, or `None` where there is nothing to replace.
pub(super) fn without_colours(line: &[u8]) -> Option<Vec<u8>> {
    let first = memchr2(ESC, b'\\', line)?;
    let mut marked = Vec::new();
    let mut copied = 0;
    for at in memchr2_iter(ESC, b'\\', &line[first..]).map(|at| first + at) {
        let (gap, replacement) = match sequence(line, at) {
            Some(sequence) => (sequence, MARK),
            None if line[at] == ESC => (at..at + 1, LONE_ESC),
            None => continue,
        };
        if copied == 0 {
            marked.reserve_exact(line.len());
        }
        marked.extend_from_slice(&line[copied..gap.start]);
        if replacement != MARK || marked.last() != Some(&MARK) {
            marked.push(replacement);
        }
        copied = gap.end;
    }
    if copied == 0 {
        return None;
    }
    marked.extend_from_slice(&line[copied..]);
    Some(marked)
}

/// The colour sequence that begins at `at`, an ESC or a backslash. ECMA-48 calls it SGR: parameters are digits, `;`, `:`.
fn sequence(line: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = &line[at..];
    let introducer = if rest.starts_with(b"\x1b[") {
        2
    } else if rest.starts_with(br"\u001b[") || rest.starts_with(br"\u001B[") {
        7
    } else {
        return None;
    };
    let parameters = rest[introducer..]
        .iter()
        .take_while(|b| matches!(b, b'0'..=b'9' | b';' | b':'))
        .count();
    let last = introducer + parameters;
    (rest.get(last) == Some(&b'm')).then_some(at..at + last + 1)
}
