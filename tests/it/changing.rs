//! Files that others truncate, lengthen and replace while they are read.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use lc::count::{Counter, Counts, Wanted};
use lc::input::Operand;
use lc::sink::Sink;
use lc::strategy::{Settings, Source, Strategy};

use crate::signals::Started;
use crate::support::{Folder, Ran, json, lc};

const MIB: usize = 1 << 20;

/// Counts, and does something to the file before it takes a certain byte.
struct Meddler<'a> {
    counter: Counter<'a>,
    meddle: &'a dyn Fn(),
    taken: usize,
    at: usize,
}

impl Sink for Meddler<'_> {
    fn mark(&mut self) {
        self.counter.mark();
    }

    fn rewind(&mut self) {
        self.counter.rewind();
    }

    fn chunk(&mut self, bytes: &[u8]) -> ControlFlow<()> {
        if self.taken <= self.at && self.at < self.taken + bytes.len() {
            (self.meddle)();
        }
        self.taken += bytes.len();
        self.counter.chunk(bytes)
    }
}

/// What came of reading a file that is meddled with when byte `at` is about to be counted.
struct Met {
    counts: Counts,
    error: Option<String>,
    changed: bool,
}

fn meddle(
    path: &Path,
    strategy: Strategy,
    buffer: Option<usize>,
    end: Option<u64>,
    at: usize,
    meddle: &dyn Fn(),
) -> Met {
    let operand = Operand::from_arg(path);
    let input = operand.open().unwrap();
    let wanted = Wanted::lines(u64::MAX);
    let mut sink = Meddler {
        counter: Counter::new(&wanted),
        meddle,
        taken: 0,
        at,
    };
    let settings = Settings {
        buffer: buffer.filter(|_| strategy.takes_buffer()),
        ..Settings::default()
    };
    let mut source = Source::range(&input.file, 0, end).with_input_len(input.len);
    let read = strategy.read(&mut source, &settings, &mut sink);
    let error = read.err().map(|error| error.to_string());
    Met {
        counts: sink.counter.finish(),
        error,
        changed: input.has_changed(&operand),
    }
}

pub fn text(len: usize) -> Vec<u8> {
    let lines = (0..).map(|i| format!("{i} {}\n", "x".repeat(i % 53)));
    let mut text: Vec<u8> = lines
        .scan(0, |sum, line| {
            *sum += line.len();
            Some((*sum, line))
        })
        .take_while(|(sum, line)| *sum < len + line.len())
        .flat_map(|(_, line)| line.into_bytes())
        .collect();
    text.truncate(len);
    text
}

pub fn truncate(path: &Path, len: usize) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(len as u64).unwrap();
}

/// The counts are those of the first bytes of `text`, as many as are told.
fn expect_prefix(what: &str, counts: &Counts, text: &[u8]) {
    let told = &text[..counts.bytes as usize];
    let lines = told.iter().filter(|&&byte| byte == b'\n').count();
    let open = told.last().is_some_and(|&byte| byte != b'\n');
    let got = (counts.lines, counts.unterminated);
    assert_eq!(got, (lines as u64, u64::from(open)), "{what}");
}

#[test]
fn mmap_counts_no_byte_of_a_file_that_was_truncated_meanwhile_but_the_files_own() {
    let folder = Folder::new();
    let text = text(9 * MIB + 1234);
    for window in [None, Some(4096), Some(5000), Some(MIB)] {
        for (at, to) in [
            (0, 0),
            (5 * MIB, 0),
            (5 * MIB, 4 * MIB),
            (5 * MIB, 5 * MIB + 777),
            (9 * MIB + 1000, 9 * MIB + 999),
            (9 * MIB + 1000, 9 * MIB + 1100),
            (9 * MIB, 12),
        ] {
            for end in [None, Some(text.len() as u64)] {
                let path = folder.file("log", &text);
                let cut = || truncate(&path, to);
                let met = meddle(&path, Strategy::Mmap, window, end, at, &cut);
                let what = format!("window {window:?}, to {to} at {at}, end {end:?}");
                expect_prefix(&what, &met.counts, &text);
                assert!(met.changed, "{what}");
                // What comes before the piece in which it happened stays counted.
                let least = at.saturating_sub(window.unwrap_or(4 * MIB));
                let counted = met.counts.bytes as usize;
                assert!(counted >= least, "{what}: {counted}");
                match met.error {
                    Some(error) => {
                        assert!(error.contains("truncated") && error.contains("--strategy chunk"));
                        assert!(counted <= at.max(to), "{what}: {counted}");
                    }
                    // A window that ends where the file does now.
                    None => assert!(end.is_none() && counted == to, "{what}: {counted}"),
                }
            }
        }
    }
}

#[test]
fn mmap_in_several_threads_goes_back_in_each_of_them() {
    let text = text(2 * MIB);
    thread::scope(|scope| {
        for i in 0..8 {
            let text = &text;
            scope.spawn(move || {
                let folder = Folder::new();
                for round in 0..20 {
                    let path = folder.file("log", text);
                    let to = i * 1000 + round;
                    let cut = || truncate(&path, to);
                    let met = meddle(&path, Strategy::Mmap, Some(MIB), None, MIB, &cut);
                    assert_eq!(met.counts.bytes, MIB as u64);
                    expect_prefix("in a thread", &met.counts, text);
                    assert!(met.error.unwrap().contains("truncated"));
                }
            });
        }
    });
}

/// What another program does to a file, by name.
type Change<'a> = (&'a str, &'a dyn Fn(&Path));

#[test]
fn a_changing_file_is_counted_as_it_was_read_and_said_to_have_changed() {
    let folder = Folder::new();
    let text = text(300_000);
    let other = folder.file("other", "another file\n");
    let grown = [&text[..], b"more\nand more"].concat();
    let changes: [Change; 5] = [
        ("truncated", &|path| truncate(path, 100_001)),
        ("emptied", &|path| truncate(path, 0)),
        ("grown", &|path| {
            let mut file = OpenOptions::new().append(true).open(path).unwrap();
            file.write_all(b"more\nand more").unwrap();
        }),
        ("replaced", &|path| {
            fs::copy(&other, folder.join("new")).unwrap();
            fs::rename(folder.join("new"), path).unwrap();
        }),
        ("rotated", &|path| {
            fs::rename(path, folder.join("log.1")).unwrap();
            fs::write(path, "").unwrap();
        }),
    ];
    for &strategy in Strategy::value_variants() {
        for (change, make) in changes {
            let path = folder.file("log", &text);
            // What a file system's clock cannot tell apart, nobody can.
            thread::sleep(Duration::from_millis(10));
            let meddled = meddle(&path, strategy, Some(4096), None, 5000, &|| make(&path));
            let what = format!("{strategy:?}, {change}");
            expect_prefix(&what, &meddled.counts, &grown);
            assert!(meddled.changed, "{what}");
            let counted = meddled.counts.bytes as usize;
            match (strategy, change) {
                (Strategy::Mmap, "truncated" | "emptied") => {}
                (Strategy::Whole, _) | (_, "replaced" | "rotated") => {
                    assert_eq!((counted, meddled.error), (text.len(), None), "{what}");
                }
                (_, "grown") => assert_eq!((counted, meddled.error), (grown.len(), None), "{what}"),
                (_, "truncated") => assert_eq!((counted, meddled.error), (100_001, None), "{what}"),
                _ => assert!(
                    counted <= 8192 && meddled.error.is_none(),
                    "{what}: {counted}"
                ),
            }
        }
    }
}

#[test]
fn a_file_that_only_got_another_mode_or_name_has_not_changed() {
    let folder = Folder::new();
    let path = folder.file("log", "one\ntwo\n");
    let met = meddle(&path, Strategy::Chunk, None, None, 0, &|| {
        fs::hard_link(&path, folder.join("second name")).unwrap();
        let mut mode = fs::metadata(&path).unwrap().permissions();
        mode.set_readonly(true);
        fs::set_permissions(&path, mode).unwrap();
    });
    assert!(!met.changed);
}

#[test]
fn a_sigbus_that_is_none_of_the_mapping_ends_it_as_ever() {
    let folder = Folder::new();
    folder.file("log", "word 12: [module] level of /path\n".repeat(400_000));
    let mut command = lc();
    command
        .current_dir(folder.path())
        .args(["--levels", "-s", "mmap", "log"]);
    let mut child = Started::new(&mut command);
    child.has_read(1);
    child.send(7);
    assert_eq!(child.end().signal, Some(7));
}

/// `lc *.log > all.log`: the shell has made the file, and it is among the inputs.
#[test]
fn the_output_may_be_among_the_inputs() {
    let folder = Folder::new();
    folder.file("a.log", "1\n2\n");
    folder.file("b.log", "1\n");
    let out = File::create(folder.join("all.log")).unwrap();
    let mut command = lc();
    command
        .current_dir(folder.path())
        .args(["-q", "a.log", "all.log", "b.log"]);
    let status = command.stdout(out).status().unwrap();
    assert!(status.success());
    let rows = fs::read_to_string(folder.join("all.log")).unwrap();
    assert_eq!(rows, "2 a.log\n0 all.log\n1 b.log\n3 total\n");
    // Appended to, it is an input as any other, and ends: rows are not counted as they are written.
    let out = OpenOptions::new()
        .append(true)
        .open(folder.join("all.log"))
        .unwrap();
    let mut command = lc();
    command
        .current_dir(folder.path())
        .args(["--json", "all.log", "all.log"]);
    let status = command.stdout(out).status().unwrap();
    assert!(status.success());
    let written = fs::read_to_string(folder.join("all.log")).unwrap();
    let (inputs, _) = json(&Ran {
        stdout: written[rows.len()..].to_owned(),
        stderr: String::new(),
        status: Some(0),
    });
    assert_eq!(inputs[0]["counts"]["lines"], 4);
}
