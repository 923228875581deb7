//! What a line matches, by the plain `regex` crate, one line at a time.

use lc::count::pattern::PatternSpec;
use regex::bytes::{Regex, RegexBuilder};

pub struct Oracle {
    regexes: Vec<Regex>,
    crlf: bool,
}

impl Oracle {
    pub fn new(spec: &PatternSpec) -> Oracle {
        let regexes = spec.patterns.iter().map(|pattern| {
            let pattern = if spec.fixed_strings {
                regex::escape(pattern)
            } else {
                pattern.clone()
            };
            let pattern = match (spec.whole_line, spec.word) {
                (true, _) => format!("^(?:{pattern})$"),
                (false, true) => format!(r"\b{{start-half}}(?:{pattern})\b{{end-half}}"),
                (false, false) => pattern,
            };
            RegexBuilder::new(&pattern)
                .multi_line(true)
                .case_insensitive(spec.ignore_case)
                .build()
                .unwrap()
        });
        Oracle {
            regexes: regexes.collect(),
            crlf: spec.crlf,
        }
    }

    /// Under `--crlf` the CRs cut a line into pieces, none of whose bytes are CRs, with anchors at both ends of each.
    /// (Not so for `\A` and `\z`, nor for Unicode word boundaries next to invalid UTF-8: do not ask.)
    pub fn is_match(&self, line: &[u8]) -> bool {
        let any = |piece: &[u8]| self.regexes.iter().any(|regex| regex.is_match(piece));
        if self.crlf {
            line.strip_suffix(b"\r")
                .unwrap_or(line)
                .split(|&byte| byte == b'\r')
                .any(any)
        } else {
            any(line)
        }
    }
}
