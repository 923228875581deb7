//! How near reading comes to its limits: a log counted as `auto` reads it, the same bytes only copied out of
//! the page cache, and the same counted where they already lie in memory. On one thread and on two, in turn, so
//! that all three meet the same machine; ratios are medians of those of neighbouring runs.

use std::env;
use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::ops::Range;
use std::thread;
use std::time::Instant;

use lc::count::{Counter, Wanted, newlines};
use lc::sample;
use lc::strategy::{Choice, Settings, Source};

/// Larger than any cache, as a log is.
const LEN: usize = 1 << 30;

/// As much as shows that the counts are right.
const TEST_LEN: usize = 16 << 20;

/// Bytes of a buffer: those of the strategy `chunk`.
const BUFFER: usize = 256 << 10;

/// Bytes that programs which copy files write at once, so that the page cache holds them in such pieces.
const PIECE: usize = 128 << 10;

/// Times that each way is measured.
const ROUNDS: usize = 51;

/// A log, in memory and in the page cache.
struct Log {
    bytes: Vec<u8>,
    file: File,
    lines: u64,
}

impl Log {
    fn of(len: usize) -> Self {
        let mut bytes = Vec::with_capacity(len);
        sample::write_sample(len as u64, &mut bytes).expect("memory takes all that is written");
        let mut file = tempfile::tempfile().expect("a temporary file");
        for piece in bytes.chunks(PIECE) {
            file.write_all(piece).expect("room for it");
        }
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Self { bytes, file, lines }
    }

    fn source(&self, part: Range<usize>) -> Source<'_> {
        Source::range(&self.file, part.start as u64, Some(part.end as u64))
            .with_input_len(self.bytes.len() as u64)
    }

    /// Lines of a part, counted as `auto` does.
    fn count(&self, part: Range<usize>) -> u64 {
        let wanted = Wanted::lines(1 << 20);
        let mut counter = Counter::new(&wanted);
        let (strategy, settings) = (Choice::Auto.strategy(), Settings::default());
        let read = strategy.read(&mut self.source(part), &settings, &mut counter);
        read.expect("the file to be readable");
        counter.finish().lines
    }

    /// Bytes of a part, copied out of the page cache.
    fn copy(&self, part: Range<usize>) -> u64 {
        let mut memory = vec![0; BUFFER + 4096];
        let start = memory.as_ptr().align_offset(4096);
        let buffer = &mut memory[start..start + BUFFER];
        let mut source = self.source(part);
        while source.read(buffer).expect("the file to be readable") > 0 {
            black_box(&*buffer);
        }
        source.stats.bytes
    }

    /// Milliseconds that `work` takes, done to so many equal parts at once; together they must give what is
    /// expected.
    fn time(
        &self,
        threads: usize,
        work: impl Fn(Range<usize>) -> u64 + Sync,
        expected: u64,
    ) -> f64 {
        let len = self.bytes.len();
        let part = |i: usize| len / threads * i..len / threads * (i + 1);
        let work = &work;
        let start = Instant::now();
        let sum: u64 = thread::scope(|scope| {
            let running: Vec<_> = (0..threads)
                .map(|i| scope.spawn(move || work(part(i))))
                .collect();
            let given = running
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            given.sum()
        });
        let time = start.elapsed();
        assert_eq!(sum, expected);
        time.as_secs_f64() * 1e3
    }

    /// Milliseconds of all three.
    fn round(&self, threads: usize) -> [f64; 3] {
        let len = self.bytes.len() as u64;
        [
            self.time(threads, |part| self.count(part), self.lines),
            self.time(threads, |part| self.copy(part), len),
            self.time(
                threads,
                |part| newlines::count(&self.bytes[part]),
                self.lines,
            ),
        ]
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    // Cargo says that it is to be measured, and not only tested; `-- --test` that it is not, all the same.
    let is_given = |option: &str| env::args().any(|arg| arg == option);
    let (len, rounds) = if is_given("--bench") && !is_given("--test") {
        (LEN, ROUNDS)
    } else {
        (TEST_LEN, 1)
    };
    let log = Log::of(len);
    println!(
        "| threads | read and counted, ms | only copied, ms | counted in memory, ms | to copied | to in memory |"
    );
    println!("|---|---|---|---|---|---|");
    for threads in [1, 2] {
        let rounds: Vec<_> = (0..rounds).map(|_| log.round(threads)).collect();
        let of = |figure: fn(&[f64; 3]) -> f64| median(rounds.iter().map(figure));
        println!(
            "| {threads} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2} |",
            of(|ms| ms[0]),
            of(|ms| ms[1]),
            of(|ms| ms[2]),
            of(|ms| ms[0] / ms[1]),
            of(|ms| ms[0] / ms[2]),
        );
    }
}
