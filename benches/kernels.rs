//! Ways of counting LFs, and the search for severities, over bytes that are already in memory.

mod support;

use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lc::count::candidates::Candidates;
use lc::count::{Counter, Level, Severity, Wanted, newlines, severity};
use lc::sink::Sink;
use memchr::memchr_iter;
use support::haystacks;

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
