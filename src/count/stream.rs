//! Matching a line too long to hold, exactly, as its parts stream by.
//!
//! Two engines, chosen by the pattern alone, so that how a line is cut into parts never changes the answer:
//!
//! * windows, where a match's length has a bound (`ERROR`, `-w error`, `\d{3}ms`): the ordinary matcher on
//!   overlapping windows, at the speed of ordinary search. It knows all of Unicode.
//! * a walk, for everything else (`ERROR.*timeout`, `^\s*$`): a lazy DFA that remembers one state from part to part.
//!   It cannot decide Unicode word boundaries next to non-ASCII bytes: [`StreamMatch::Unknown`].

mod walk;
mod window;

#[cfg(test)]
mod tests;

use grep_regex::RegexMatcher;
use regex_automata::hybrid::dfa::DFA;
use regex_automata::nfa::thompson::NFA;
use regex_syntax::hir::{Hir, Look};

use self::walk::Walk;
use self::window::{LONGEST, Window};
use super::syntax::PatternError;

/// What is known of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamMatch {
    /// It matches.
    Matched,
    /// It does not match.
    NotMatched,
    /// Nobody knows: the pattern holds a Unicode word boundary and matches of unbounded length, and the line a
    /// non-ASCII byte before any match. `(?-u:\b)` in place of `\b` has an answer.
    Unknown,
}

/// How a pattern is matched in parts. Made once; each [`Stream`] has the changing state.
#[derive(Clone, Debug)]
pub(super) enum Streaming {
    Window {
        /// No match is longer, in bytes.
        longest: usize,
        /// Matches start where the line starts, if at all.
        anchored: bool,
    },
    Walk(Box<DFA>),
}

impl Streaming {
    /// `nfa` is that of `hir`; plain text has none, and is bounded.
    pub(super) fn new(hir: &Hir, nfa: Option<NFA>) -> Result<Streaming, PatternError> {
        let properties = hir.properties();
        match (properties.maximum_len(), nfa) {
            (Some(longest), nfa) if longest <= LONGEST || nfa.is_none() => Ok(Streaming::Window {
                longest,
                anchored: properties.look_set_prefix().contains(Look::Start),
            }),
            (_, nfa) => {
                let nfa = nfa.unwrap_or_else(NFA::never_match);
                Ok(Streaming::Walk(Box::new(Walk::compile(nfa)?)))
            }
        }
    }
}

/// Matches lines that come in parts: [`feed`](Stream::feed) the parts, then [`finish`](Stream::finish), then the next
/// line. It holds at most a window and a cache of states, however long the lines are.
#[derive(Clone, Debug)]
pub struct Stream<'p> {
    engine: Engine<'p>,
    settled: Option<StreamMatch>,
    crlf: bool,
    /// Under `--crlf`, a CR that ended the last part: content if more follows, the line's end if not.
    cr: bool,
}

#[derive(Clone, Debug)]
enum Engine<'p> {
    Window(Window<'p>),
    Walk(Box<Walk<'p>>),
}

impl<'p> Stream<'p> {
    pub(super) fn new(
        streaming: &'p Streaming,
        matcher: &'p RegexMatcher,
        crlf: bool,
    ) -> Stream<'p> {
        let engine = match streaming {
            &Streaming::Window { longest, anchored } => {
                Engine::Window(Window::new(matcher, longest, anchored))
            }
            Streaming::Walk(dfa) => Engine::Walk(Box::new(Walk::new(dfa))),
        };
        Stream {
            engine,
            settled: None,
            crlf,
            cr: false,
        }
    }

    /// Takes the line's next bytes, LF left out. Costs nothing once the line is [settled](Stream::is_settled).
    pub fn feed(&mut self, part: &[u8]) {
        if part.is_empty() {
            return;
        }
        if std::mem::take(&mut self.cr) {
            self.step(b"\r");
        }
        let content = match part {
            [content @ .., b'\r'] if self.crlf => {
                self.cr = true;
                content
            }
            _ => part,
        };
        self.step(content);
    }

    /// Whether the rest of the line can no longer change the answer.
    pub fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    /// The line is over: tells whether it matched, and is ready for the next one.
    pub fn finish(&mut self) -> StreamMatch {
        self.cr = false;
        let settled = self.settled.take();
        let at_end = match &mut self.engine {
            Engine::Window(window) => window.finish(settled.is_some()),
            Engine::Walk(walk) => walk.finish(settled.is_some()),
        };
        settled.unwrap_or(at_end)
    }

    fn step(&mut self, content: &[u8]) {
        if self.settled.is_none() {
            self.settled = match &mut self.engine {
                Engine::Window(window) => window.feed(content),
                Engine::Walk(walk) => walk.feed(content),
            };
        }
    }
}
