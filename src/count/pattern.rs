//! Lines that match: one by one, or all of a block at once.
//!
//! grep-regex, ripgrep's own matcher, finds the hits. Told the line terminator, it never lets a match reach over one,
//! so that a block of many lines is searched in one sweep: find a hit, count its line, go on after its LF. Lines too
//! long to hold are [`Stream`]'s. The three give the same answer for the same line: that of the expression in
//! `syntax` on the line's content, which is the line without its LF and, under `--crlf`, without one CR
//! before it. So `^`, `\A`, `$` and `\z` are the start and end of a line, also of an unterminated last one.

use grep_matcher::{LineMatchKind, Matcher, NoError};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use memchr::{memchr, memchr_iter, memmem, memrchr};
use regex_automata::hybrid::dfa;
use regex_automata::nfa::thompson::NFA;
use regex_syntax::hir::{Hir, HirKind, Look};

use super::stream::{Stream, Streaming};
use super::syntax::{Meaning, SIZE_LIMIT};
pub use super::syntax::{PatternError, PatternSpec};

/// Patterns ready to be searched for, by any number of threads at once. A clone shares what is large and constant;
/// where most lines match, threads are 15 % faster with one each, because they do not meet in the matcher's pool.
#[derive(Clone, Debug)]
pub struct Pattern {
    matcher: RegexMatcher,
    search: Search,
    streaming: Streaming,
    crlf: bool,
}

/// How the lines of a block are found.
#[derive(Clone, Debug)]
enum Search {
    /// The only pattern is this text. Where every line matches, this is 1.5 times as fast as grep-regex (7.2 against
    /// 4.8 GB/s), and as fast elsewhere.
    Text(Box<memmem::Finder<'static>>),
    /// The block is searched as a whole. `sure` says that a hit in the block is a match of its line.
    Block { sure: bool },
    /// Line by line: `\A` and `\z` would mean the block's start and end, and the `$` of `(?R)` never means what
    /// lies between a CR and its LF.
    Lines,
    /// Every line matches.
    All,
}

impl Pattern {
    /// Compiles the patterns. 100,000 fixed strings take 0.2 s; with `-w` or `-x` 1 s, with `-i` 4 s.
    ///
    /// # Errors
    ///
    /// A pattern is not a regular expression, can only match a line's end, or compiles to more than the size limit.
    pub fn new(spec: &PatternSpec) -> Result<Pattern, PatternError> {
        let meaning = Meaning::new(spec)?;
        let nfa = meaning.compile()?;
        let mut builder = RegexMatcherBuilder::new();
        builder
            .multi_line(true)
            .line_terminator(Some(b'\n'))
            .fixed_strings(spec.fixed_strings)
            // Joined for folding, no patterns at all would become the empty pattern, which matches everything.
            .case_insensitive(spec.ignore_case && !spec.patterns.is_empty())
            .word(spec.word)
            .whole_line(spec.whole_line)
            .size_limit(2 * SIZE_LIMIT)
            .dfa_size_limit(cache_capacity(spec, nfa.as_ref()));
        if spec.crlf {
            builder.crlf(true);
        }
        let matcher = builder.build_many(&spec.patterns).map_err(together)?;
        let search = Search::new(spec, &meaning);
        let streaming = Streaming::new(&meaning.hir, nfa)?;
        Ok(Pattern {
            matcher,
            search,
            streaming,
            crlf: spec.crlf,
        })
    }

    /// Whether the line matches. Give it without its LF.
    pub fn is_match(&self, line: &[u8]) -> bool {
        let content = match line {
            [content @ .., b'\r'] if self.crlf => content,
            _ => line,
        };
        certain(self.matcher.is_match(content))
    }

    /// How many lines of `block` match. The block is whole lines: all end in LF, except perhaps the last.
    pub fn count(&self, block: &[u8]) -> u64 {
        match &self.search {
            Search::Text(text) => count_text(text, block),
            Search::Block { sure } => self.count_block(block, *sure),
            Search::Lines => lines(block).filter(|line| self.is_match(line)).count() as u64,
            Search::All => {
                let unterminated = block.last().is_some_and(|&byte| byte != b'\n');
                memchr_iter(b'\n', block).count() as u64 + u64::from(unterminated)
            }
        }
    }

    /// A matcher for lines that come in parts. It has buffers of its own: keep it for the next line.
    pub fn stream(&self) -> Stream<'_> {
        Stream::new(&self.streaming, &self.matcher, self.crlf)
    }

    /// The hit's line counts at once if the hit is `sure` and grep-regex confirmed it; otherwise the line is looked
    /// at by itself, because what hit is only a literal that every match must hold.
    fn count_block(&self, block: &[u8], sure: bool) -> u64 {
        let mut matched = 0;
        let mut rest = block;
        while !rest.is_empty() {
            let (at, sure) = match certain(self.matcher.find_candidate_line(rest)) {
                Some(LineMatchKind::Confirmed(at)) => (at, sure),
                Some(LineMatchKind::Candidate(at)) => (at, false),
                None => break,
            };
            // An empty match after the last LF is in no line.
            if at == rest.len() && rest.ends_with(b"\n") {
                break;
            }
            let end = memchr(b'\n', &rest[at..]).map_or(rest.len(), |i| at + i);
            let start = || memrchr(b'\n', &rest[..at]).map_or(0, |i| i + 1);
            matched += u64::from(sure || self.is_match(&rest[start()..end]));
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        matched
    }
}

impl Search {
    fn new(spec: &PatternSpec, meaning: &Meaning) -> Search {
        match meaning.hir.kind() {
            _ if meaning.text_anchors || has_crlf_anchors(spec, &meaning.hir) => Search::Lines,
            HirKind::Empty => Search::All,
            HirKind::Literal(text) => {
                Search::Text(Box::new(memmem::Finder::new(&text.0).into_owned()))
            }
            _ => Search::Block {
                sure: is_sure(&meaning.hir, spec.crlf),
            },
        }
    }
}

/// Whether a pattern asks by itself, with `(?R)`, for line ends of CR LF, where to lc the CR is the line's.
fn has_crlf_anchors(spec: &PatternSpec, hir: &Hir) -> bool {
    let looks = hir.properties().look_set();
    !spec.crlf && (looks.contains(Look::StartCRLF) || looks.contains(Look::EndCRLF))
}

/// Whether what matches in a block matches in its line. The other way round always holds, but for what is searched
/// line by line.
fn is_sure(hir: &Hir, crlf: bool) -> bool {
    let properties = hir.properties();
    // Under --crlf a match holds no CR, so one that holds anything lies before the line's CR LF. An empty one may lie
    // between the CR and the LF, where the content has no position.
    let in_content = !crlf || properties.minimum_len() > Some(0);
    // These match next to valid UTF-8 only, and to regex-automata a stray continuation byte at the line's start is
    // valid if it sees the LF before.
    let looks = properties.look_set();
    let bounded = [
        Look::WordUnicodeNegate,
        Look::WordStartHalfUnicode,
        Look::WordEndHalfUnicode,
    ];
    in_content && !bounded.into_iter().any(|look| looks.contains(look))
}

/// grep-matcher lets matchers fail; this one cannot.
pub(super) fn certain<T>(result: Result<T, NoError>) -> T {
    result.unwrap_or_else(|never| unreachable!("{never}"))
}

/// The lines of a block, without their LFs.
fn lines(block: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = block.strip_suffix(b"\n").unwrap_or(block);
    let some = !block.is_empty();
    some.then(|| whole.split(|&byte| byte == b'\n'))
        .into_iter()
        .flatten()
}

fn count_text(text: &memmem::Finder<'_>, block: &[u8]) -> u64 {
    let mut matched = 0;
    let mut rest = block;
    while let Some(at) = text.find(rest) {
        matched += 1;
        match memchr(b'\n', &rest[at..]) {
            Some(i) => rest = &rest[at + i + 1..],
            None => break,
        }
    }
    matched
}

/// What the lazy DFAs inside the matcher may cache, in bytes, each and per thread. ripgrep says 1000 MiB, which a
/// pattern with many states fills. But below the minimum for its size a DFA is not used at all, and what is used
/// instead is ten times slower; the DFA that runs backwards has up to 4.5 times the states (`\w{50}`).
fn cache_capacity(spec: &PatternSpec, nfa: Option<&NFA>) -> usize {
    let minimum = match nfa {
        Some(nfa) => dfa::DFA::config()
            .get_minimum_cache_capacity(nfa)
            .unwrap_or(0),
        None => 64 * spec.patterns.iter().map(String::len).sum::<usize>(),
    };
    (2 << 20) + 5 * minimum
}

/// What grep-regex still refuses after each pattern was found good.
fn together(error: grep_regex::Error) -> PatternError {
    let message = error.to_string();
    match message.lines().last() {
        Some(last) if !message.contains("size limit") => {
            PatternError::Together(last.trim_start_matches("error: ").to_string())
        }
        _ => PatternError::TooBig,
    }
}
