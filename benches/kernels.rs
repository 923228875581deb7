//! Ways of counting LFs, over bytes that are already in memory: logs, only LFs, no LF at all.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lc::count::newlines;
use lc::sample;
use memchr::memchr_iter;

/// Larger than any cache, as a log is.
const LEN: usize = 64 << 20;

fn haystacks() -> [(&'static str, Vec<u8>); 3] {
    let mut log = Vec::with_capacity(LEN);
    sample::write_sample(LEN as u64, &mut log).expect("memory takes all that is written");
    [
        ("log", log),
        ("only LFs", vec![b'\n'; LEN]),
        ("no LF", vec![b'x'; LEN]),
    ]
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

criterion_group!(benches, kernels);
criterion_main!(benches);
