//! Which lines can hold a severe token at all: most lines of a log are never looked at one by one.
//!
//! A block is searched for what every token of severity error or worse must contain; the line around
//! each find is judged by the rule itself, [`level_of`], and the search goes on behind it. So a find too many costs
//! time, a find too few would be a wrong count: a test generates every token in every spelling and requires that none
//! is missed.
//!
//! Where the CPU has AVX-512 with VBMI, one pass finds all of it: words, keys before numbers and prefixes, as `grams`
//! has them, with the vector instructions of `shuffle`. Elsewhere three searches share the work, two for literals and
//! one for forms; they also do without the cargo feature `avx512`, which the default features have, in case a CPU or its
//! virtual machine has a fault there: `cargo install --path . --no-default-features`. AMD EPYC (Zen 4), 2026-11-30, one
//! thread, blocks of 128 KiB, GB/s:
//!
//! | log | one pass | three searches | each line judged |
//! |---|---|---|---|
//! | no errors, logfmt, access log, lines of one byte | 65 | 7.6 | 0.2 to 3.7 |
//! | pino | 9.6 | 3.4 | 3.0 |
//! | syslog, each line with `<30>` | 10.9 | 3.5 | 7.1 |
//! | all errors | 3.3 | 2.5 | 3.3 |

mod forms;
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "avx512")),
    expect(dead_code, reason = "tables of a search that is left out")
)]
mod grams;
mod literals;
#[cfg_attr(
    not(all(target_arch = "x86_64", feature = "avx512")),
    path = "candidates/no_shuffle.rs"
)]
mod shuffle;

use memchr::{memchr, memrchr};

use super::severity::{Level, level_of};
use literals::Literals;

/// Counts the lines of a severity or worse, in whole blocks of lines.
#[derive(Debug)]
pub struct Candidates {
    threshold: Level,
    search: Search,
}

/// How candidates are found.
#[derive(Debug)]
enum Search {
    /// In one pass.
    Grams(Box<shuffle::Search>),
    /// In three.
    Literals(Box<[Literals; 2]>),
    /// Each line is one: candidates would not be rare, or this CPU has no vectors for any search.
    EachLine,
}

impl Candidates {
    /// Counts lines at least as severe as `threshold`.
    ///
    /// For `Fatal` and `Error` candidates are sought. From `Warn` on they are not rare in most logs, so that each line
    /// is judged at once.
    pub fn new(threshold: Level) -> Candidates {
        let search = searches(threshold).next().unwrap_or(Search::EachLine);
        Candidates { threshold, search }
    }

    /// One for each way to count that this CPU has, all with the same results; for tests.
    #[doc(hidden)]
    pub fn each_way(threshold: Level) -> Vec<Candidates> {
        searches(threshold)
            .chain([Search::EachLine])
            .map(|search| Candidates { threshold, search })
            .collect()
    }

    /// The number of lines in `block` with that severity or worse.
    ///
    /// `block` consists of whole lines; each ends in LF, but perhaps the last. The caller sees to it that no line is
    /// longer than max-line-len: a line is judged as it stands.
    pub fn count(&self, block: &[u8]) -> u64 {
        // Everything behind the first line follows an LF, by which a line's start is known.
        let lf = line_end(block, 0);
        match &self.search {
            Search::Grams(search) => self.count_found(block, lf, |rest, at| {
                search.find(rest, at, |gram| grams::is_worth_judging(rest, gram))
            }),
            // A colour between a key and its quote hides the key from them.
            Search::Literals(literals) if memchr(literals::ESC, block).is_none() => {
                self.count_found(block, lf, Literals::finder(literals))
            }
            Search::Literals(_) | Search::EachLine => self.count_each(block),
        }
    }

    /// Counts the first line, which ends at `lf`, and those that `find` finds: it gives the first candidate at or
    /// after a place in what it is given, which begins with an LF.
    fn count_found(
        &self,
        block: &[u8],
        lf: usize,
        mut find: impl FnMut(&[u8], usize) -> Option<usize>,
    ) -> u64 {
        let mut count = u64::from(self.is_severe(&block[..lf]));
        let block = &block[lf..];
        let mut end = 0;
        let mut after_severe = 0;
        while let Some(found) = find(block, end) {
            // A gram may begin with the LF before its line.
            let mut start = memrchr(b'\n', &block[..=found]).map_or(0, |lf| lf + 1);
            end = line_end(block, start.max(found));
            let mut is_severe = self.is_severe(&block[start..end]);
            count += u64::from(is_severe);
            // Errors come in runs, and in a run judging the next line costs less than starting the search again.
            if start == after_severe {
                while is_severe && end < block.len() {
                    start = end + 1;
                    end = line_end(block, start);
                    is_severe = self.is_severe(&block[start..end]);
                    count += u64::from(is_severe);
                }
            }
            after_severe = if is_severe { end + 1 } else { 0 };
        }
        count
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

/// The searches that this CPU has for lines of that threshold, the fastest first; none where candidates are not rare.
fn searches(threshold: Level) -> impl Iterator<Item = Search> {
    let are_rare = threshold <= Level::Error;
    let grams = move || {
        are_rare
            .then(shuffle::Search::new)
            .flatten()
            .map(|search| Search::Grams(Box::new(search)))
    };
    let literals = move || {
        are_rare
            .then(Literals::all)
            .flatten()
            .map(|literals| Search::Literals(Box::new(literals)))
    };
    std::iter::once_with(grams)
        .chain(std::iter::once_with(literals))
        .flatten()
}

/// Whether `rest` is what follows the `<` of a `<PRI>` of severity error or worse.
fn is_severe_pri(rest: &[u8]) -> bool {
    let length = rest
        .iter()
        .take(3)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let pri = rest[..length]
        .iter()
        .fold(0, |pri, b| pri * 10 + u32::from(b - b'0'));
    rest.get(length) == Some(&b'>') && pri % 8 <= 3
}

/// The LF at or after `at`, or the end.
fn line_end(block: &[u8], at: usize) -> usize {
    memchr(b'\n', &block[at..]).map_or(block.len(), |length| at + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::guarded::{Guarded, lengths};

    /// Tokens of all kinds, so that a block may end within each of them.
    const LINES: &[u8] =
        b"x ERROR y\nlevel=info z\n<11>q\nE1130 07:12 q\n{\"level\":50}\nserver\n x FATAL\n";

    #[test]
    fn no_byte_beside_the_block_is_read() {
        let ways = Candidates::each_way(Level::Error);
        let mut guarded = Guarded::new(lengths().max().unwrap());
        for len in lengths() {
            for phase in (0..LINES.len()).step_by(if len > 257 { 13 } else { 1 }) {
                let bytes: Vec<u8> = LINES
                    .iter()
                    .cycle()
                    .skip(phase)
                    .take(len)
                    .copied()
                    .collect();
                let lines = bytes.split(|&byte| byte == b'\n');
                let severe =
                    lines.filter(|line| level_of(line).is_some_and(|level| level <= Level::Error));
                let severe = severe.count() as u64;
                for way in &ways {
                    assert_eq!(way.count(guarded.at_end(&bytes)), severe, "{len} {phase}");
                    assert_eq!(way.count(guarded.at_start(&bytes)), severe, "{len} {phase}");
                }
            }
        }
    }
}
