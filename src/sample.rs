//! A made-up server log of any size, for trying `lc` without a big file at hand.
//!
//! The log is an endless stream of records, and a sample is its beginning. A table of ready-made
//! lines is built once; a record is one of them, picked at random and copied behind the current
//! timestamp, with a new id and new numbers. Nothing here knows about counting.

mod clock;
mod digits;
mod lines;

use std::io::{self, Write};

use crate::random::SplitMix64;
use clock::{Clock, STAMP};
use digits::{TWO_DIGITS, hex, put};
use lines::{EXCEPTIONS, Extra, FRAMES, LINES, Line, PAYLOADS, TEXT, ready_made_lines};

/// Bytes of a write. The page cache keeps what was written at once, from a multiple of its size on, in one
/// piece, and copies out of large pieces are faster: with these, a sample is read as a log that was copied.
/// Milliseconds for a GiB on ext4 by what it was written in, median of 9 on two cores of an AMD EPYC, Linux
/// 6.18, 2026-12-01; `cp` and `cat` write 128 or 256 KiB at once:
///
/// | written in | 4 KiB | lines of some 60 KiB | 64 KiB | 128 KiB | 256 KiB | 1 MiB |
/// |---|---|---|---|---|---|---|
/// | `lc` | 45 | 39 | 27 | 27 | 27 | 26 |
/// | `lc -j1` | 82 | 66 | 41 | 40 | 40 | 40 |
/// | `rg -c ERROR`, which maps it | 153 | 122 | 94 | 74 | 62 | 54 |
///
/// Into a pipe, 60 to 128 KiB took 0.69 s, 256 KiB 0.85 s.
const BLOCK: usize = 128 << 10;
/// Upper bound of a record: a line with its payload, or with its stack trace.
const RECORD_MAX: usize = 20 << 10;
/// A last line cut shorter has lost its message, so the line before it is lengthened instead.
const LAST_LINE_MIN: usize = 64;
/// Bytes the last block may have: so many that it never begins with too short a line.
const LAST_BLOCK: usize = BLOCK + RECORD_MAX + LAST_LINE_MIN;

/// Writes a deterministic, realistic log of exactly `size` bytes, ending in LF, to `out`.
///
/// All samples begin alike: without its last line, a sample is a prefix of every larger one. Time
/// starts in March 2026 and would reach the year 10000, where it wraps, after some 10 PB.
///
/// # Errors
/// Those of `out`.
pub fn write_sample(size: u64, out: &mut impl Write) -> io::Result<()> {
    if size == 0 {
        return Ok(());
    }
    Log::new(&ready_made_lines()).write(size, out)
}

/// The stream of records.
struct Log<'a> {
    lines: &'a [Line; LINES],
    random: SplitMix64,
    clock: Clock,
}

impl<'a> Log<'a> {
    fn new(lines: &'a [Line; LINES]) -> Self {
        Self {
            lines,
            random: SplitMix64(1),
            clock: Clock::default(),
        }
    }

    fn write(&mut self, size: u64, out: &mut impl Write) -> io::Result<()> {
        let mut block = vec![0; LAST_BLOCK + RECORD_MAX];
        // What of the last record did not go into the block before.
        let mut len = 0;
        let mut left = size;
        loop {
            let last = usize::try_from(left)
                .ok()
                .filter(|&left| left <= LAST_BLOCK);
            let target = last.unwrap_or(BLOCK);
            while len < target {
                len = self.append_record(&mut block, len);
            }
            if last.is_some() {
                end_at(target, &mut block);
            }
            out.write_all(&block[..target])?;
            if last.is_some() {
                return out.flush();
            }
            block.copy_within(target..len, 0);
            len -= target;
            left -= target as u64;
        }
    }

    /// Appends a record at `at` and returns its end. One random number serves all of it, because
    /// this is the hot path.
    #[inline]
    fn append_record(&mut self, block: &mut [u8], at: usize) -> usize {
        let random = self.random.next();
        let [.., second, first, time, _] = random.to_le_bytes();
        let line = &self.lines[(random >> 54) as usize];
        self.clock.advance(STEPS[usize::from(time % 32)]);

        let (stamp, text) = block[at..at + STAMP + TEXT].split_at_mut(STAMP);
        self.clock.write(stamp);
        text.copy_from_slice(&line.text);
        put(text, line.id, &hex(random as u32));
        put(text, line.numbers[0], &TWO_DIGITS[usize::from(first)]);
        put(text, line.numbers[1], &TWO_DIGITS[usize::from(second)]);

        let end = at + STAMP + usize::from(line.len);
        match line.extra {
            Extra::None => end,
            Extra::StackTrace => self.append_stack_trace(block, end),
            Extra::Payload => self.append_payload(block, end - 1),
        }
    }

    #[cold]
    fn append_stack_trace(&mut self, block: &mut [u8], mut at: usize) -> usize {
        for (prefix, suffix) in [("", "\n"), ("Caused by: ", "\n\t... 17 more\n")] {
            at = append(block, at, prefix);
            at = append(block, at, self.random.pick(EXCEPTIONS.lines()));
            let innermost = self.random.below(6);
            for frame in FRAMES
                .lines()
                .skip(innermost)
                .take(4 + self.random.below(12))
            {
                at = append(block, at, "\n\tat ");
                at = append(block, at, frame);
            }
            at = append(block, at, suffix);
        }
        at
    }

    /// Appends 2 to 20 KB of items, more often few than many, in place of the LF at `at`.
    #[cold]
    fn append_payload(&mut self, block: &mut [u8], at: usize) -> usize {
        let payload = &PAYLOADS[self.random.below(PAYLOADS.len())];
        let share = self.random.below(100);
        let target = at + 2_000 + share.pow(3) * 9 / 500;
        let mut at = append(block, at, payload.head);
        while at < target {
            let item_at = at;
            at = append(block, at, self.random.pick(payload.items.lines()));
            put(
                &mut block[item_at..],
                payload.id,
                &hex(self.random.next() as u32),
            );
        }
        append(block, at - 1, payload.tail)
    }
}

/// Ends the log at `size` bytes with LF: cuts the line there, or dots out the one before it.
fn end_at(size: usize, log: &mut [u8]) {
    let log = &mut log[..size];
    if log.ends_with(b"\n") {
        return;
    }
    if let Some(lf) = log.iter().rposition(|&byte| byte == b'\n')
        && size - lf <= LAST_LINE_MIN
    {
        log[lf..].fill(b'.');
    }
    log[size - 1] = b'\n';
}

fn append(block: &mut [u8], at: usize, text: &str) -> usize {
    let end = at + text.len();
    block[at..end].copy_from_slice(text.as_bytes());
    end
}

/// Milliseconds from one record to the next: bursts and pauses, some 500 records a second.
const STEPS: [u32; 32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 5, 9, 17,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: usize) -> String {
        let mut log = Vec::new();
        write_sample(size as u64, &mut log).unwrap();
        String::from_utf8(log).unwrap()
    }

    /// Lines with a timestamp, so not those of stack traces.
    fn records(log: &str) -> Vec<&str> {
        log.lines().filter(|line| line.starts_with("20")).collect()
    }

    #[test]
    fn every_sample_has_its_size_and_begins_like_a_larger_one() {
        let (lines, large) = (ready_made_lines(), sample(2 * LAST_BLOCK));
        let around = |size| size - 200..size + 200;
        for size in (1..=10_000).chain(around(BLOCK)).chain(around(LAST_BLOCK)) {
            let mut log = Vec::new();
            Log::new(&lines).write(size as u64, &mut log).unwrap();
            assert_eq!((log.len(), log.pop()), (size, Some(b'\n')));
            let last = log
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |lf| lf + 1);
            assert!(large.as_bytes().starts_with(&log[..last]), "size {size}");
            assert!(
                size < LAST_LINE_MIN || last < log.len(),
                "size {size} ends in an empty line"
            );
        }
    }

    #[test]
    fn samples_are_the_same_everywhere() {
        assert_eq!((sample(0).as_str(), sample(1).as_str()), ("", "\n"));
        // FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
        let hash = sample(1_000_000)
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        assert_eq!(hash, 0x508e_78e0_cf40_a6cc, "{hash:#x}");
    }

    #[test]
    fn severities_have_realistic_shares() {
        let log = sample(4_000_000);
        let records = records(&log);
        let count = |severity| {
            records
                .iter()
                .filter(|line| line[STAMP..].starts_with(severity))
                .count()
        };
        let per_mille = ["INFO ", "DEBUG", "WARN ", "ERROR"]
            .map(|severity| count(severity) * 1000 / records.len());
        let realistic = [790..830, 90..110, 50..70, 20..40];
        assert!(
            realistic
                .iter()
                .zip(&per_mille)
                .all(|(range, share)| range.contains(share)),
            "{per_mille:?}"
        );
        assert!((1..100).contains(&count("FATAL")));
    }

    #[test]
    fn lines_have_realistic_lengths() {
        let log = sample(4_000_000);
        let average = log.len() / log.lines().count();
        assert!((84..=100).contains(&average), "{average}");
        let longest = log.lines().map(str::len).max();
        assert!(
            (Some(10_000)..Some(RECORD_MAX)).contains(&longest),
            "{longest:?}"
        );
        assert!(log.is_ascii());
        assert!(
            [" 0 errors", "\nCaused by: ", "\n\tat "]
                .iter()
                .all(|text| log.contains(text))
        );
    }

    #[test]
    fn records_differ_and_their_time_never_goes_back() {
        let log = sample(4_000_000);
        let records = records(&log);
        assert!(records.is_sorted_by_key(|line| &line[..STAMP]));
        let mut texts: Vec<_> = records.iter().map(|line| &line[STAMP..]).collect();
        texts.sort_unstable();
        texts.dedup();
        assert!(texts.len() > records.len() * 3 / 4, "{}", texts.len());
    }
}
