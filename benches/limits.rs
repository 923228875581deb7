//! How near reading comes to its limits: a log counted as `auto` reads it, the same bytes only copied out of
//! the page cache, and the same counted where they already lie in memory. On one thread and on two.

use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::ops::Range;
use std::thread;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lc::count::{Counter, Wanted, newlines};
use lc::sample;
use lc::strategy::{Choice, Settings, Source};

/// Larger than any cache, as a log is.
const LEN: usize = 256 << 20;

/// Bytes of a buffer where `auto` says nothing: those of the strategy `chunk`.
const BUFFER: usize = 256 << 10;

/// Does `work` to so many equal parts of the log at once, and adds up what they give.
fn at_once(threads: usize, work: impl Fn(Range<usize>) -> u64 + Sync) -> u64 {
    let part = |i: usize| LEN / threads * i..LEN / threads * (i + 1);
    thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = (0..threads)
            .map(|i| scope.spawn(move || work(part(i))))
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .sum()
    })
}

/// A way to count: its name, what it does to a part of the log, and what that must add up to.
type Way<'a> = (&'static str, &'a (dyn Fn(Range<usize>) -> u64 + Sync), u64);

fn source(file: &File, part: Range<usize>) -> Source<'_> {
    Source::range(file, part.start as u64, Some(part.end as u64)).with_input_len(LEN as u64)
}

/// What `auto` asks for on so many threads.
fn settings(threads: usize) -> Settings {
    Choice::Auto.settings(&Settings::default(), threads)
}

fn count(file: &File, part: Range<usize>, settings: &Settings) -> u64 {
    let wanted = Wanted::lines(1 << 20);
    let mut counter = Counter::new(&wanted);
    let strategy = Choice::Auto.strategy();
    let read = strategy.read(&mut source(file, part), settings, &mut counter);
    read.expect("the file to be readable");
    counter.finish().lines
}

/// Bytes copied.
fn copy(file: &File, part: Range<usize>, settings: &Settings) -> u64 {
    let len = settings.buffer.unwrap_or(BUFFER);
    let mut memory = vec![0; len + 4096];
    let start = memory.as_ptr().align_offset(4096);
    let buffer = &mut memory[start..start + len];
    let mut source = source(file, part);
    while source.read(buffer).expect("the file to be readable") > 0 {
        black_box(&*buffer);
    }
    source.stats.bytes
}

fn limits(c: &mut Criterion) {
    let mut log = Vec::with_capacity(LEN);
    sample::write_sample(LEN as u64, &mut log).expect("memory takes all that is written");
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(&log).expect("room for it");
    let lines = log.iter().filter(|&&byte| byte == b'\n').count() as u64;

    let mut group = c.benchmark_group("limits");
    group
        .sample_size(20)
        .throughput(Throughput::Bytes(LEN as u64));
    for threads in [1, 2] {
        let settings = settings(threads);
        let ways: [Way<'_>; 3] = [
            (
                "read and counted",
                &|part| count(&file, part, &settings),
                lines,
            ),
            (
                "copied only",
                &|part| copy(&file, part, &settings),
                LEN as u64,
            ),
            (
                "counted in memory",
                &|part| newlines::count(&log[part]),
                lines,
            ),
        ];
        for (name, work, expected) in ways {
            assert_eq!(at_once(threads, work), expected, "{name}");
            group.bench_function(BenchmarkId::new(name, threads), |b| {
                b.iter(|| at_once(threads, work));
            });
        }
    }
}

criterion_group!(benches, limits);
criterion_main!(benches);
