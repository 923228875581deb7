//! The engine for matches of bounded length: ordinary search, window by window.

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;

use super::StreamMatch;
use crate::count::pattern::certain;

/// The longest match that windows are used for: beyond, they would take more memory than a DFA.
pub(super) const LONGEST: usize = 4 << 10;

/// The size of a window, in bytes: stays in the first two levels of cache, and is several times [`LONGEST`], so that
/// little is searched twice.
/// Tests make do with the smallest, and so look at many ends of windows in short lines.
const WINDOW: usize = if cfg!(test) { 1 } else { 32 << 10 };

/// How far a look-around sees: a word boundary decodes one character of UTF-8 on either side.
const LOOK: usize = 4;

/// Searches windows of a line, each of which starts with the last bytes of the one before.
///
/// A match that starts at least `longest + LOOK` bytes before the window's end is all there, with all that its
/// look-arounds see, so it is as good as if the whole line were held. One that starts later is left to the next
/// window. The leftmost match is asked for, so one look per window tells.
#[derive(Debug)]
pub(super) struct Window<'p> {
    matcher: &'p RegexMatcher,
    held: Vec<u8>,
    /// Matches that start before this place of `held` are ruled out.
    from: usize,
    longest: usize,
    anchored: bool,
}

impl Clone for Window<'_> {
    fn clone(&self) -> Self {
        // A copy must have the same room: what fits into it is what is searched at once.
        let mut held = Vec::with_capacity(self.held.capacity());
        held.extend_from_slice(&self.held);
        Self { held, ..*self }
    }
}

impl<'p> Window<'p> {
    pub(super) fn new(matcher: &'p RegexMatcher, longest: usize, anchored: bool) -> Window<'p> {
        let held = Vec::with_capacity(WINDOW.max(4 * (longest + LOOK)));
        Window {
            matcher,
            held,
            from: 0,
            longest,
            anchored,
        }
    }

    pub(super) fn feed(&mut self, mut part: &[u8]) -> Option<StreamMatch> {
        while !part.is_empty() {
            let (now, later) =
                part.split_at(part.len().min(self.held.capacity() - self.held.len()));
            self.held.extend_from_slice(now);
            part = later;
            if self.held.len() == self.held.capacity() {
                let settled = self.search();
                if settled.is_some() {
                    return settled;
                }
            }
        }
        None
    }

    fn search(&mut self) -> Option<StreamMatch> {
        let last = self.held.len() - self.longest - LOOK;
        if self.leftmost().is_some_and(|start| start <= last) {
            return Some(StreamMatch::Matched);
        }
        if self.anchored {
            return Some(StreamMatch::NotMatched);
        }
        self.held.drain(..last + 1 - LOOK);
        self.from = LOOK;
        None
    }

    /// grep-regex may know literals that every match holds: where there is none of them, there is no match.
    fn leftmost(&self) -> Option<usize> {
        certain(self.matcher.find_candidate_line(&self.held))?;
        certain(self.matcher.find_at(&self.held, self.from)).map(|found| found.start())
    }

    pub(super) fn finish(&mut self, settled: bool) -> StreamMatch {
        let matched = !settled && self.leftmost().is_some();
        self.held.clear();
        self.from = 0;
        if matched {
            StreamMatch::Matched
        } else {
            StreamMatch::NotMatched
        }
    }
}
