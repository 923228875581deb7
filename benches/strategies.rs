//! Every strategy counting the lines of one file in the page cache.
//!
//! Inside one process, and so without what starting one costs; and of memory it says nothing.

use std::io::Write;

use clap::ValueEnum;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lc::count::{Counter, Wanted};
use lc::sample;
use lc::strategy::{Settings, Source, Strategy};

/// Larger than any cache, as a log is.
const LEN: u64 = 64 << 20;

fn strategies(c: &mut Criterion) {
    let mut log = Vec::new();
    sample::write_sample(LEN, &mut log).expect("memory takes all that is written");
    let expected = log.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let mut file = tempfile::tempfile().expect("a temporary file");
    file.write_all(&log).expect("room for it");

    let wanted = Wanted::lines(1 << 20);
    let settings = Settings {
        buffer: None,
        max_line_len: 1 << 20,
        max_memory: u64::MAX,
    };
    let count = |strategy: Strategy| {
        let mut source = Source::range(&file, 0, None).with_input_len(LEN);
        let mut counter = Counter::new(&wanted);
        let read = strategy.read(&mut source, &settings, &mut counter);
        read.expect("the file to be readable");
        counter.finish().lines
    };

    let mut group = c.benchmark_group("strategies");
    group.sample_size(10).throughput(Throughput::Bytes(LEN));
    for &strategy in Strategy::value_variants() {
        assert_eq!(count(strategy), expected, "{}", strategy.name());
        group.bench_function(strategy.name(), |b| b.iter(|| count(strategy)));
    }
}

criterion_group!(benches, strategies);
criterion_main!(benches);
