//! Each strategy hands on exactly the file's bytes, in order, each once.

use std::io::Write;
use std::ops::ControlFlow;

use clap::ValueEnum;
use lc::sink::Sink;
use lc::strategy::{Settings, Source, Strategy};
use proptest::prelude::*;

/// Writes down what it is given, and has enough after some bytes.
#[derive(Default)]
struct Recorder {
    bytes: Vec<u8>,
    enough: Option<usize>,
}

impl Sink for Recorder {
    fn chunk(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        self.bytes.extend_from_slice(bytes);
        match self.enough {
            Some(enough) if self.bytes.len() >= enough => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn settings(strategy: Strategy, buffer: usize, max_line_len: u64) -> Settings {
    let buffer = strategy.takes_buffer().then_some(buffer);
    Settings {
        buffer,
        max_line_len,
        max_memory: u64::MAX,
    }
}

fn file(bytes: &[u8]) -> std::fs::File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

/// Few different bytes, so that there are many lines and many empty ones.
fn log() -> impl proptest::strategy::Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(b"\n\nab\0\xff".to_vec()), 0..300)
}

proptest! {
    #[test]
    fn a_range_is_handed_on_byte_for_byte(
        bytes in log(), buffer in 1_usize..100, limit in 0_u64..50, a in 0_u64..310, b in 0_u64..310
    ) {
        let file = file(&bytes);
        let (start, end) = (a.min(b), a.max(b));
        let cut = |at: u64| (at as usize).min(bytes.len());
        for &strategy in Strategy::value_variants() {
            for (end, expected) in [
                (Some(end.min(bytes.len() as u64)), &bytes[cut(start)..cut(end)]),
                (None, &bytes[cut(start)..]),
            ] {
                let mut source =
                    Source::range(&file, start, end).with_input_len(bytes.len() as u64);
                let mut recorder = Recorder::default();
                let settings = settings(strategy, buffer, limit);
                strategy.read(&mut source, &settings, &mut recorder).unwrap();
                prop_assert_eq!(&recorder.bytes, expected, "{:?} {} {:?}", strategy, start, end);
                prop_assert_eq!(source.stats.bytes, expected.len() as u64);
            }
        }
    }

    #[test]
    fn a_sink_that_has_enough_is_given_no_more_than_a_buffer(
        bytes in log(), buffer in 1_usize..50, enough in 1_usize..300
    ) {
        let file = file(&bytes);
        for &strategy in Strategy::value_variants() {
            let mut source = Source::range(&file, 0, None).with_input_len(bytes.len() as u64);
            let mut recorder = Recorder { enough: Some(enough), ..Recorder::default() };
            let settings = settings(strategy, buffer, 1000);
            strategy.read(&mut source, &settings, &mut recorder).unwrap();
            prop_assert!(bytes.starts_with(&recorder.bytes));
            prop_assert!(recorder.bytes.len() >= enough.min(bytes.len()));
            // `whole` hands it all on at once, and `lines` what it had of the line.
            let most = match strategy {
                Strategy::Whole => bytes.len(),
                Strategy::Lines => bytes.len(),
                _ => enough + buffer,
            };
            prop_assert!(recorder.bytes.len() <= most, "{:?}", strategy);
        }
    }
}
