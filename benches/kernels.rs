//! Ways of counting LFs, and the search for severities, over bytes that are already in memory: logs, very
//! short and very long lines, only LFs, no LF at all.

use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lc::count::candidates::Candidates;
use lc::count::{Counter, Level, Severity, Wanted, newlines, severity};
use lc::sample;
use lc::sink::Sink;
use memchr::memchr_iter;

/// Larger than any cache, as a log is.
const LEN: usize = 64 << 20;

/// A line for which a tool whose work grows with the square of its length takes minutes.
const LONG_LINE: usize = 120_000;

fn haystacks() -> [(&'static str, Vec<u8>); 5] {
    let mut log = Vec::with_capacity(LEN);
    sample::write_sample(LEN as u64, &mut log).expect("memory takes all that is written");
    // Where each LF costs something, lines of no byte to three show it.
    let short = b"\n1\n23\n456\n".repeat(LEN / 10);
    let long: Vec<u8> = log.chunks(LONG_LINE).flat_map(one_line).collect();
    [
        ("log", log),
        ("short lines", short),
        ("long lines", long),
        ("only LFs", vec![b'\n'; LEN]),
        ("no LF", vec![b'x'; LEN]),
    ]
}

/// The bytes of some lines as those of one.
fn one_line(lines: &[u8]) -> Vec<u8> {
    let mut line = lines.to_vec();
    let lfs = line.iter_mut().filter(|byte| **byte == b'\n');
    lfs.for_each(|byte| *byte = b' ');
    if let Some(last) = line.last_mut() {
        *last = b'\n';
    }
    line
}

type Kernel = fn(&[u8]) -> u64;

fn naive(haystack: &[u8]) -> u64 {
    haystack.iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn kernels(c: &mut Criterion) {
    let kernels: [(&str, Kernel); 4] = [
        ("lc", newlines::count),
        ("bytecount", |haystack| {
            bytecount::count(haystack, b'\n') as u64
        }),
        ("memchr", |haystack| {
            memchr_iter(b'\n', haystack).count() as u64
        }),
        ("loop", naive),
    ];
    let mut group = c.benchmark_group("kernels");
    group.sample_size(10);
    for (name, haystack) in haystacks() {
        let expected = naive(&haystack);
        group.throughput(Throughput::Bytes(haystack.len() as u64));
        for (kernel, count) in kernels {
            assert_eq!(count(&haystack), expected, "{kernel} over {name}");
            group.bench_with_input(BenchmarkId::new(kernel, name), &haystack, |b, haystack| {
                b.iter(|| count(haystack));
            });
        }
    }
}

/// The default severity, and lines that are held one by one: its time is to grow with the bytes alone.
fn severities(c: &mut Criterion) {
    let wanted = Wanted {
        severity: Some(Severity {
            candidates: Arc::new(Candidates::new(Level::Error)),
            threshold: Level::Error,
            each_level: false,
        }),
        ..Wanted::lines(1 << 20)
    };
    let count = |haystack: &[u8]| {
        let mut counter = Counter::new(&wanted);
        let pieces = haystack.chunks(256 << 10);
        assert!(
            pieces
                .map(|piece| counter.chunk(piece))
                .all(|flow| flow.is_continue())
        );
        counter.finish().errors
    };
    let mut group = c.benchmark_group("severities");
    group.sample_size(10);
    for (name, haystack) in haystacks() {
        let lines = haystack.split(|&byte| byte == b'\n');
        let expected = lines
            .filter(|line| severity::level_of(line).is_some_and(|level| level <= Level::Error))
            .count() as u64;
        assert_eq!(count(&haystack), expected, "{name}");
        group.throughput(Throughput::Bytes(haystack.len() as u64));
        group.bench_function(name, |b| b.iter(|| count(&haystack)));
    }
}

criterion_group!(benches, kernels, severities);
criterion_main!(benches);
