//! What the patterns on the command line mean: one expression that stays within a line, or a reason why not.
//!
//! grep-regex parses the patterns as well, but keeps its expression to itself. `Meaning` is the same expression,
//! for everything grep-regex does not answer: where a pattern is bad, how long a match can be, and what a lazy DFA
//! must run when a line is too long to hold. This file knows nothing of searching.

use std::fmt;

use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{
    Capture, Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir, HirKind,
    Look, Repetition,
};

/// The most that compiled patterns may take, in bytes: ripgrep's limit. 100,000 fixed strings with `-w` need more than
/// a third of it; to find out that `\w{1000}{1000}` exceeds it takes 0.7 s.
pub(super) const SIZE_LIMIT: usize = 100 << 20;

/// The patterns as they were typed, and how to read them. `-v` is the caller's: it inverts the answer, not the search.
#[derive(Clone, Debug, Default)]
pub struct PatternSpec {
    /// Any of them may match. None at all match nothing; an empty one matches every line.
    pub patterns: Vec<String>,
    /// `-F`: the patterns are text, not regular expressions.
    pub fixed_strings: bool,
    /// `-i`: letters match either case, by Unicode simple case folding.
    pub ignore_case: bool,
    /// `-w`: no word character directly before or after the match. `whole_line` makes it moot.
    pub word: bool,
    /// `-x`: the match is the line.
    pub whole_line: bool,
    /// `--crlf`: a CR before the LF belongs to the line's end, and, as in ripgrep, `^` and `$` also match at a CR
    /// inside the line, and nothing else matches one.
    pub crlf: bool,
}

/// Why patterns cannot be searched for. The message says what is wrong, then what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// Not a regular expression.
    Syntax {
        /// Which pattern, counted from 1, if there are several.
        number: Option<usize>,
        /// What is wrong with it.
        reason: String,
        /// Characters before the place where it is wrong.
        column: usize,
        /// The pattern from that place on; nothing at its end.
        excerpt: String,
    },
    /// It can only match a line's end, which is not part of any line. The byte is LF, or CR under `--crlf`.
    LineEnd {
        /// Which pattern, counted from 1, if there are several.
        number: Option<usize>,
        /// The byte.
        byte: u8,
    },
    /// Compiled, it would exceed the size limit.
    TooBig,
    /// Good pattern by pattern, but not together (two groups of the same name).
    Together(String),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = |number: &Option<usize>| {
            number.map_or("pattern".to_string(), |n| format!("pattern {n}"))
        };
        match self {
            PatternError::Syntax {
                number,
                reason,
                column,
                excerpt,
            } => {
                let place = match &**excerpt {
                    "" => ", its end".to_owned(),
                    excerpt => format!(": '{excerpt}'"),
                };
                write!(
                    f,
                    "{}: {reason} at column {}{place}; correct it, or use -F to match it as plain text",
                    which(number),
                    column + 1,
                )
            }
            PatternError::LineEnd {
                number,
                byte: b'\r',
            } => write!(
                f,
                "{}: requires a CR, which --crlf makes part of the line's end; leave the CR out, or --crlf",
                which(number),
            ),
            PatternError::LineEnd { number, .. } => write!(
                f,
                "{}: requires a line feed, which no line contains; match one line at a time, with a pattern for each",
                which(number),
            ),
            PatternError::TooBig => write!(
                f,
                "the patterns compile to more than {} MiB; make counts like {{1000}} smaller, or classes like \\w \
                 narrower with (?-u), or give fewer patterns at a time",
                SIZE_LIMIT >> 20,
            ),
            PatternError::Together(reason) => {
                write!(
                    f,
                    "the patterns do not work together: {reason}; rename what clashes"
                )
            }
        }
    }
}

impl std::error::Error for PatternError {}

/// All patterns as one expression, none of whose matches holds a byte of a line's end.
#[derive(Debug)]
pub(super) struct Meaning {
    /// `-w` and `-x` included, groups left out. Without `--crlf`, `^` and `$` are [`Look::Start`] and [`Look::End`]:
    /// it is for one line's content at a time, where they are the same and a DFA can stop at once.
    pub hir: Hir,
    /// Whether `\A` or `\z` were used, which only mean a line's start and end if lines are searched one by one.
    pub text_anchors: bool,
}

impl Meaning {
    /// Parses as ripgrep does, except that each pattern must be good by itself (ripgrep accepts `a)|(b`).
    pub(super) fn new(spec: &PatternSpec) -> Result<Meaning, PatternError> {
        let mut parser = ParserBuilder::new()
            .utf8(false)
            .multi_line(true)
            .case_insensitive(spec.ignore_case)
            .crlf(spec.crlf)
            .build();
        let ends: &[u8] = if spec.crlf { b"\n\r" } else { b"\n" };
        let mut alternatives = Vec::with_capacity(spec.patterns.len());
        let mut text_anchors = false;
        for (i, pattern) in spec.patterns.iter().enumerate() {
            let number = (spec.patterns.len() > 1).then_some(i + 1);
            let parsed = match (spec.fixed_strings, spec.ignore_case) {
                (true, false) => Ok(Hir::literal(pattern.as_bytes())),
                (true, true) => parser.parse(&regex_syntax::escape(pattern)),
                (false, _) => parser.parse(pattern),
            };
            let hir = parsed.map_err(|error| syntax_error(number, pattern, &error))?;
            text_anchors |= hir.properties().look_set().contains_anchor_haystack();
            alternatives.push(
                within_line(hir, ends).map_err(|byte| PatternError::LineEnd { number, byte })?,
            );
        }
        let any = Hir::alternation(alternatives);
        let around = match (spec.whole_line, spec.word, spec.crlf) {
            (true, _, true) => Some((Look::StartCRLF, Look::EndCRLF)),
            (true, _, false) => Some((Look::Start, Look::End)),
            (false, true, _) => Some((Look::WordStartHalfUnicode, Look::WordEndHalfUnicode)),
            (false, false, _) => None,
        };
        let hir = match around {
            Some((before, after)) => Hir::concat(vec![Hir::look(before), any, Hir::look(after)]),
            None => any,
        };
        Ok(Meaning { hir, text_anchors })
    }

    /// What a DFA over a line's content is made from. `None` for plain text, where hundreds of thousands of patterns
    /// are fine, no DFA is needed, and this would be slow and big.
    ///
    /// # Errors
    ///
    /// The patterns are too big.
    pub(super) fn compile(&self) -> Result<Option<NFA>, PatternError> {
        if self.hir.properties().is_alternation_literal() {
            return Ok(None);
        }
        let config = thompson::Config::new()
            .utf8(false)
            .which_captures(WhichCaptures::None)
            .nfa_size_limit(Some(SIZE_LIMIT));
        let nfa = thompson::Compiler::new()
            .configure(config)
            .build_from_hir(&self.hir);
        nfa.map(Some).map_err(|_| PatternError::TooBig)
    }
}

/// Takes the bytes of a line's end out of every class (`\s`, `[^x]`, `(?s).`), as grep-regex does for its own, and
/// the groups out of the whole. The error is a byte that cannot be taken out, because it must match.
fn within_line(hir: Hir, ends: &[u8]) -> Result<Hir, u8> {
    let all = |hirs: Vec<Hir>| {
        hirs.into_iter()
            .map(|hir| within_line(hir, ends))
            .collect::<Result<Vec<_>, _>>()
    };
    Ok(match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) => match literal.0.iter().find(|byte| ends.contains(byte)) {
            Some(&byte) => return Err(byte),
            None => Hir::literal(literal.0),
        },
        HirKind::Class(class) => Hir::class(class_within_line(class, ends)?),
        HirKind::Look(Look::StartLF) => Hir::look(Look::Start),
        HirKind::Look(Look::EndLF) => Hir::look(Look::End),
        HirKind::Look(look) => Hir::look(look),
        HirKind::Repetition(Repetition {
            min,
            max,
            greedy,
            sub,
        }) => Hir::repetition(Repetition {
            min,
            max,
            greedy,
            sub: Box::new(within_line(*sub, ends)?),
        }),
        HirKind::Capture(Capture { sub, .. }) => within_line(*sub, ends)?,
        HirKind::Concat(hirs) => Hir::concat(all(hirs)?),
        HirKind::Alternation(hirs) => Hir::alternation(all(hirs)?),
    })
}

/// A class that was empty from the start (`[a&&b]`) matches nothing and may; one that becomes empty is an error.
fn class_within_line(mut class: Class, ends: &[u8]) -> Result<Class, u8> {
    for &byte in ends {
        let was_empty = class.is_empty();
        match &mut class {
            Class::Unicode(class) => {
                let c = char::from(byte);
                class.difference(&ClassUnicode::new([ClassUnicodeRange::new(c, c)]));
            }
            Class::Bytes(class) => {
                class.difference(&ClassBytes::new([ClassBytesRange::new(byte, byte)]))
            }
        }
        if class.is_empty() && !was_empty {
            return Err(byte);
        }
    }
    Ok(class)
}

fn syntax_error(number: Option<usize>, pattern: &str, error: &regex_syntax::Error) -> PatternError {
    let (reason, offset) = match error {
        regex_syntax::Error::Parse(error) => (error.kind().to_string(), error.span().start.offset),
        regex_syntax::Error::Translate(error) => {
            (error.kind().to_string(), error.span().start.offset)
        }
        other => (other.to_string(), 0),
    };
    let column = pattern.get(..offset).unwrap_or(pattern).chars().count();
    PatternError::Syntax {
        number,
        reason,
        column,
        excerpt: excerpt(pattern, column),
    }
}

/// The pattern from `column` on. At most 30 characters, for patterns of any length, and no control characters,
/// which a terminal would obey.
fn excerpt(pattern: &str, column: usize) -> String {
    const SHOWN: usize = 30;
    let shown = |c: char| match c {
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    let mut rest = pattern.chars().skip(column);
    let excerpt: String = rest.by_ref().take(SHOWN).map(shown).collect();
    match rest.next() {
        Some(_) => excerpt + "...",
        None => excerpt,
    }
}
