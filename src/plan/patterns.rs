//! Patterns as they are given: on the command line and in files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};

use crate::cli::Args;
use crate::count::Matching;
use crate::count::pattern::{Pattern, PatternSpec};
use crate::input;
use crate::message;
use crate::size;

/// The patterns to look for, if there are any.
///
/// # Errors
/// Patterns that cannot be read or compiled; options that modify patterns without one.
pub fn matching(args: &Args) -> Result<Option<Matching>> {
    if args.patterns.is_empty() && args.pattern_files.is_empty() {
        let modifiers = [
            ("-F", args.fixed_strings),
            ("-i", args.ignore_case),
            ("-w", args.word_regexp),
            ("-x", args.line_regexp),
            ("-v", args.invert_match),
            ("--crlf", args.crlf),
        ];
        for (modifier, given) in modifiers {
            ensure!(
                !given,
                "{modifier} says how patterns match, and there are none; add -e REGEX"
            );
        }
        return Ok(None);
    }
    let mut patterns = args.patterns.clone();
    for file in &args.pattern_files {
        patterns.extend(read_patterns(file, args)?);
    }
    let spec = PatternSpec {
        patterns,
        fixed_strings: args.fixed_strings,
        ignore_case: args.ignore_case,
        word: args.word_regexp,
        whole_line: args.line_regexp,
        crlf: args.crlf,
    };
    let pattern = Arc::new(Pattern::new(&spec)?);
    Ok(Some(Matching {
        pattern,
        invert: args.invert_match,
    }))
}

/// More than any list of patterns that can be compiled, and less than any memory: a device has no end.
const MOST: u64 = 64 << 20;

fn read_bounded(file: io::Result<File>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        let most = size::binary(MOST);
        return Err(io::Error::other(format!(
            "larger than {most}; use fewer patterns"
        )));
    }
    Ok(bytes)
}

/// One pattern a line; a file without a line has none, which is not an empty one.
fn read_patterns(path: &Path, args: &Args) -> Result<Vec<String>> {
    let name = path.display();
    let bytes = if path.as_os_str() == "-" {
        let is_searched = args.files.iter().any(|file| file == "-");
        let is_list = args
            .files0_from
            .as_ref()
            .is_some_and(|list| list.as_os_str() == "-");
        let has_others = !args.files.is_empty() || args.files0_from.is_some() || args.recursive;
        ensure!(
            !is_list,
            "-f -: standard input cannot be both the patterns and the list of names; name a file"
        );
        ensure!(
            has_others && !is_searched,
            "-f -: standard input cannot be both the patterns and what is searched; name a FILE"
        );
        read_bounded(input::stdin())
    } else {
        read_bounded(File::open(path))
    };
    let bytes = bytes
        .map_err(|error| anyhow::anyhow!("{}", message::reason(&error)))
        .with_context(|| format!("pattern file {name}"))?;
    let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    text.split(|&byte| byte == b'\n')
        .enumerate()
        .map(|(i, line)| {
            String::from_utf8(line.to_vec()).with_context(|| {
                format!(
                    "pattern file {name}, line {}: not UTF-8; write the bytes as \\xHH",
                    i + 1
                )
            })
        })
        .collect()
}
