//! Every strategy counting the lines of one file in the page cache.
//!
//! Inside one process, and so without what starting one costs; and of memory it says nothing.

mod support;

use std::fs::File;
use std::io::Write;

use clap::ValueEnum;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lc::count::{Counter, Wanted};
use lc::strategy::{Settings, Source, Strategy};
use support::haystacks;

/// The lines of a file of `len` bytes.
fn count(strategy: Strategy, file: &File, len: u64) -> u64 {
    let wanted = Wanted::lines(1 << 20);
    let settings = Settings {
        max_line_len: 1 << 20,
        ..Settings::default()
    };
    let mut source = Source::range(file, 0, None).with_input_len(len);
    let mut counter = Counter::new(&wanted);
    let read = strategy.read(&mut source, &settings, &mut counter);
    read.expect("the file to be readable");
    counter.finish().lines
}

fn strategies(c: &mut Criterion) {
    let mut group = c.benchmark_group("strategies");
    group.sample_size(10);
    for (name, haystack) in haystacks() {
        let expected = haystack.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let len = haystack.len() as u64;
        let mut file = tempfile::tempfile().expect("a temporary file");
        file.write_all(&haystack).expect("room for it");
        group.throughput(Throughput::Bytes(len));
        for &strategy in Strategy::value_variants() {
            let lines = count(strategy, &file, len);
            assert_eq!(lines, expected, "{} over {name}", strategy.name());
            group.bench_function(BenchmarkId::new(strategy.name(), name), |b| {
                b.iter(|| count(strategy, &file, len));
            });
        }
    }
}

criterion_group!(benches, strategies);
criterion_main!(benches);
