//! The engine for matches of any length: a lazy DFA, one state of which is all that is known of a line so far.

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::NFA;
use regex_automata::util::start;

use super::StreamMatch;
use crate::count::syntax::PatternError;

/// What the lazy DFA may cache, in bytes, unless a single of its states is larger. When it is full, it is emptied and
/// filled anew: slow for patterns that need more, never wrong.
const CACHE: usize = if cfg!(test) { 0 } else { 1 << 20 };

/// Walks a lazy DFA over a line, byte by byte.
///
/// Only the state walked last is kept: clearing the cache, which the DFA does by itself, makes all others invalid.
#[derive(Clone, Debug)]
pub(super) struct Walk<'p> {
    dfa: &'p DFA,
    pub(super) cache: Cache,
    /// `None` before the line's first byte.
    state: Option<LazyStateID>,
}

impl<'p> Walk<'p> {
    /// The DFA to walk.
    ///
    /// # Errors
    ///
    /// Its states are too big.
    pub(super) fn compile(nfa: NFA) -> Result<DFA, PatternError> {
        let config = DFA::config()
            .unicode_word_boundary(true)
            .cache_capacity(CACHE)
            .skip_cache_capacity_check(true);
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa);
        dfa.map_err(|_| PatternError::TooBig)
    }

    pub(super) fn new(dfa: &'p DFA) -> Walk<'p> {
        Walk {
            dfa,
            cache: dfa.create_cache(),
            state: None,
        }
    }

    /// The state to go on from: that of the line's start, if nothing was fed.
    fn state(&mut self) -> Option<LazyStateID> {
        self.state.or_else(|| {
            self.dfa
                .start_state(&mut self.cache, &start::Config::new())
                .ok()
        })
    }

    pub(super) fn feed(&mut self, part: &[u8]) -> Option<StreamMatch> {
        let Some(mut state) = self.state() else {
            return Some(StreamMatch::Unknown);
        };
        let mut at = 0;
        while at < part.len() {
            (state, at) = self.run(state, part, at);
            let Some(&byte) = part.get(at) else { break };
            state = match self.dfa.next_state(&mut self.cache, state, byte) {
                // Matches are told one byte late, so this one ended before `byte`.
                Ok(next) if next.is_match() => return Some(StreamMatch::Matched),
                Ok(next) if next.is_dead() => return Some(StreamMatch::NotMatched),
                Ok(next) if next.is_quit() => return Some(StreamMatch::Unknown),
                Ok(next) => next,
                Err(_) => return Some(StreamMatch::Unknown),
            };
            at += 1;
        }
        self.state = Some(state);
        None
    }

    /// Goes on from `at` while nothing but known, ordinary states are met, and returns the last of them and the place
    /// of the byte that leads elsewhere. Almost all of a line is walked here, at a load's latency per byte, which is
    /// why unrolling gains nothing.
    fn run(&self, mut state: LazyStateID, part: &[u8], mut at: usize) -> (LazyStateID, usize) {
        // Nothing promises that a line's first state is an ordinary one.
        if state.is_tagged() {
            return (state, at);
        }
        while at < part.len() {
            let next = self.dfa.next_state_untagged(&self.cache, state, part[at]);
            if next.is_tagged() {
                break;
            }
            state = next;
            at += 1;
        }
        (state, at)
    }

    pub(super) fn finish(&mut self, settled: bool) -> StreamMatch {
        let state = if settled { None } else { self.state() };
        self.state = None;
        match state.map(|state| self.dfa.next_eoi_state(&mut self.cache, state)) {
            Some(Ok(end)) if end.is_match() => StreamMatch::Matched,
            Some(Ok(_)) => StreamMatch::NotMatched,
            Some(Err(_)) | None => StreamMatch::Unknown,
        }
    }
}
