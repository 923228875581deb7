//! Which lines can hold a severe token at all: most lines of a log are never looked at one by one.
//!
//! A block is searched, window by window, for what every token of severity error or worse must contain; the line around
//! each find is judged by the rule itself, [`level_of`], and the search goes on behind it. So a find too many costs
//! time, a find too few would be a wrong count: `tests/severity_candidates.rs` generates every token in every spelling
//! and requires that none is missed.
//!
//! Three searches share the work, 16 to 19 GB/s each: two for `literals`, which are the words in their spellings and
//! the keys that a number may follow, and one for `forms`, a letter or a number amid punctuation.

mod forms;
mod literals;

use memchr::{memchr, memrchr};

use super::severity::{Level, level_of};
use literals::Literals;

/// Counts the lines of a severity or worse, in whole blocks of lines.
///
/// Made only when it is asked for; that takes some 30 µs.
#[derive(Debug)]
pub struct Candidates {
    threshold: Level,
    /// `None` where candidates would not be rare, or this CPU has no vectors for such a search: each line is judged.
    literals: Option<[Literals; 2]>,
}

/// Bytes that the searches go through one after the other: a window that all of them find in the second-level cache, and
/// large enough that starting three searches costs nothing.
///
/// | window | GB/s, no errors | 3 % errors |
/// |---|---|---|
/// | 8 KiB | 5.3 | 4.2 |
/// | 32 KiB | 5.4 | 4.3 |
/// | 64 KiB | 5.9 | 4.6 |
/// | 128 KiB | 6.2 | 4.8 |
const WINDOW: usize = 128 << 10;

impl Candidates {
    /// Counts lines at least as severe as `threshold`.
    ///
    /// For `Fatal` and `Error` candidates are sought. From `Warn` on they are not rare in most logs, so that each line
    /// is judged at once.
    pub fn new(threshold: Level) -> Candidates {
        let are_rare = threshold <= Level::Error;
        Candidates {
            threshold,
            literals: are_rare.then(Literals::all).flatten(),
        }
    }

    /// The number of lines in `block` with that severity or worse.
    ///
    /// `block` consists of whole lines; each ends in LF, but perhaps the last. The caller sees to it that no line is
    /// longer than max-line-len: a line is judged as it stands.
    pub fn count(&self, block: &[u8]) -> u64 {
        let Some(literals) = &self.literals else {
            return self.count_each(block);
        };
        // Everything behind the first line follows an LF, by which a line's start is known.
        let mut lf = line_end(block, 0);
        let mut count = u64::from(self.is_severe(&block[..lf]));
        while lf + 1 < block.len() {
            let end = window_end(block, lf + 1);
            count += self.count_window(&block[lf..end], literals);
            lf = end;
        }
        count
    }

    /// Counts in `window`: an LF and the lines after it, without the last one's LF.
    fn count_window(&self, window: &[u8], [first, second]: &[Literals; 2]) -> u64 {
        let mut count = 0;
        let mut finds = [
            first.find(window, 0),
            second.find(window, 0),
            forms::find(window, 0),
        ];
        let mut after_severe = 0;
        loop {
            let candidate = finds[0].min(finds[1]).min(finds[2]);
            if candidate == window.len() {
                return count;
            }
            let mut start = memrchr(b'\n', &window[..candidate]).map_or(0, |lf| lf + 1);
            let mut end = line_end(window, candidate);
            let mut is_severe = self.is_severe(&window[start..end]);
            count += u64::from(is_severe);
            // Errors come in runs, and in a run judging the next line costs less than starting the searches again.
            if start == after_severe {
                while is_severe && end < window.len() {
                    start = end + 1;
                    end = line_end(window, start);
                    is_severe = self.is_severe(&window[start..end]);
                    count += u64::from(is_severe);
                }
            }
            after_severe = if is_severe { end + 1 } else { 0 };
            if finds[0] < end {
                finds[0] = first.find(window, end);
            }
            if finds[1] < end {
                finds[1] = second.find(window, end);
            }
            if finds[2] < end {
                finds[2] = forms::find(window, end);
            }
        }
    }

    fn count_each(&self, block: &[u8]) -> u64 {
        let mut count = 0;
        let mut start = 0;
        while start < block.len() {
            let end = line_end(block, start);
            count += u64::from(self.is_severe(&block[start..end]));
            start = end + 1;
        }
        count
    }

    fn is_severe(&self, line: &[u8]) -> bool {
        level_of(line).is_some_and(|level| level <= self.threshold)
    }
}

/// The LF at or after `at`, or the end.
fn line_end(block: &[u8], at: usize) -> usize {
    memchr(b'\n', &block[at..]).map_or(block.len(), |length| at + length)
}

/// The last LF of the window that starts at `start`, or the end. A line longer than that is a window of its own.
fn window_end(block: &[u8], start: usize) -> usize {
    let Some(window) = block.get(start..start + WINDOW) else {
        return block.len();
    };
    match memrchr(b'\n', window) {
        Some(lf) => start + lf,
        None => line_end(block, start + WINDOW),
    }
}
