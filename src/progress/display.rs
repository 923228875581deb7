//! Shows how far the counting is, from a thread of its own, and only of a run that takes more than a second.
//!
//! The thread wakes ten times a second and looks at the figures; whoever reads does not know of it. It is
//! not made for inputs that cannot take long, which it would cost a tenth of their time.

use std::env;
use std::ffi::OsString;
use std::fs::Metadata;
use std::io::{self, IsTerminal, Seek};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::getpgrp;
use rustix::termios::tcgetpgrp;

use super::moment::Moment;
use super::rate::Rate;
use super::{BYTES, IS_SHOWN, NAME, screen};
use crate::input::{self, Operand};
use crate::message;
use crate::names::{Listing, Named, Names};
use crate::plan::Plan;
use crate::quote::locale_is_utf8;
use crate::range::Range;
use crate::say::{ProgressWhen, Say};

/// What is shorter needs no bar.
const FIRST: Duration = Duration::from_secs(1);

/// Between two pictures.
const TICK: Duration = Duration::from_millis(100);

/// Between two lines, at most: each time is twice the one before.
const LONGEST_PAUSE: Duration = Duration::from_secs(32);

/// Bytes that take less than a second in any way of reading: with a system call for each, half of one.
const LITTLE: u64 = 1 << 20;

/// What opening and telling a file takes, in such bytes.
const FILE: u64 = 4 << 10;

/// A thread that does nothing but draw needs no large stack.
const STACK: usize = 256 << 10;

/// How it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// A bar that is drawn again and again, on a terminal.
    Bar,
    /// A line from time to time.
    Lines,
}

impl Manner {
    /// What standard error can show, if anything is to be shown there.
    pub fn new(when: ProgressWhen, say: Say) -> Option<Self> {
        if when == ProgressWhen::Never || when == ProgressWhen::Auto && say != Say::Line {
            return None;
        }
        let is_dumb = || env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if io::stderr().is_terminal() && !is_dumb() {
            Some(Self::Bar)
        } else {
            (when == ProgressWhen::Always).then_some(Self::Lines)
        }
    }
}

/// Shows how far the counting is until it is dropped.
#[derive(Debug)]
pub struct Display {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Display {
    /// Shows the counting of the inputs of `listing`, if the plan says so and it may take a second.
    pub fn start(plan: &Plan, listing: &Listing) -> Self {
        let shown = Manner::new(plan.progress, plan.say).and_then(|manner| {
            let expected = Expected::of(plan, listing);
            expected.is_worth_showing(manner).then(|| Shown {
                manner,
                total: expected.bytes,
                start: Instant::now(),
            })
        });
        IS_SHOWN.store(shown.is_some(), Relaxed);
        let (end, ended) = mpsc::channel();
        let thread = shown.and_then(|shown| {
            let thread = thread::Builder::new().stack_size(STACK);
            // What cannot be shown can be counted all the same.
            thread.spawn(move || shown.until(&ended)).ok()
        });
        Self {
            thread: thread.map(|thread| (end, thread)),
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.thread.take() {
            drop(end);
            // What panicked has been told.
            let _ = thread.join();
            screen::clear();
        }
    }
}

/// What there is to read.
struct Expected {
    /// If known.
    bytes: Option<u64>,
    /// In bytes.
    work: u64,
    /// Whether some of it is typed where the bar would be drawn.
    is_typed: bool,
}

impl Expected {
    fn of(plan: &Plan, listing: &Listing) -> Self {
        let mut expected = Self {
            bytes: Some(0),
            work: 0,
            is_typed: false,
        };
        match (listing, &plan.names) {
            (Listing::Known(names), _) => names
                .iter()
                .enumerate()
                .for_each(|(place, name)| expected.add(name, plan.range_of(place))),
            (Listing::Stream(_), Names::List(list)) if list.as_os_str() == "-" => {
                expected.add(&Ok(Operand::Dash), None);
                expected.bytes = None;
            }
            (Listing::Stream(_), _) => expected.bytes = None,
        }
        expected
    }

    fn add(&mut self, name: &Named, range: Option<Range>) {
        self.work += FILE;
        let Some((operand, metadata)) = name
            .as_ref()
            .ok()
            .and_then(|operand| Some((operand, operand.metadata().ok()?)))
        else {
            return;
        };
        let bytes = match metadata.file_type() {
            kind if kind.is_file() => Some(length(operand, &metadata, range)),
            kind if kind.is_dir() => Some(0),
            kind => {
                self.is_typed |= kind.is_char_device() && is_the_terminal(&metadata);
                None
            }
        };
        self.work = self.work.saturating_add(bytes.unwrap_or(0));
        self.bytes = self
            .bytes
            .zip(bytes)
            .map(|(sum, bytes)| sum.saturating_add(bytes));
    }

    fn is_worth_showing(&self, manner: Manner) -> bool {
        let may_take_long = self.bytes.is_none() || self.work >= LITTLE;
        may_take_long && !(self.is_typed && manner == Manner::Bar)
    }
}

/// Bytes of a file that are to be counted.
fn length(operand: &Operand, metadata: &Metadata, range: Option<Range>) -> u64 {
    let (start, end) = match range {
        Some(range) => (range.start, range.end),
        None if matches!(operand, Operand::File(_)) => (0, None),
        None => {
            let offset = input::stdin().and_then(|mut stdin| stdin.stream_position());
            (offset.unwrap_or(0), None)
        }
    };
    let end = end.unwrap_or(u64::MAX).min(metadata.len());
    end.saturating_sub(start)
}

/// Whether a device is the one that standard error goes to.
fn is_the_terminal(device: &Metadata) -> bool {
    let stderr = Path::new("/proc/self/fd/2").metadata();
    stderr.is_ok_and(|stderr| stderr.rdev() == device.rdev())
}

/// What the thread shows.
struct Shown {
    manner: Manner,
    total: Option<u64>,
    start: Instant,
}

impl Shown {
    /// Shows it until nobody holds the other end.
    fn until(self, ended: &Receiver<()>) {
        let mut rate = Rate::new(self.start);
        let unicode = locale_is_utf8() && env::var_os("TERM").is_none_or(|term| term != "linux");
        let mut pause = FIRST;
        let mut next = self.start;
        let mut wait = FIRST;
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            wait = TICK;
            let now = Instant::now();
            let bytes = BYTES.load(Relaxed);
            let moment = Moment {
                name: name(),
                bytes,
                total: self.total,
                rate: rate.update(now, bytes),
            };
            match self.manner {
                Manner::Bar if is_in_background() => {}
                Manner::Bar => screen::draw(&moment, unicode),
                Manner::Lines if now >= next => {
                    message::tell(format!("lc: {}", moment.line()));
                    next = now + pause;
                    pause = LONGEST_PAUSE.min(pause * 2);
                }
                Manner::Lines => {}
            }
        }
    }
}

fn name() -> OsString {
    NAME.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether the terminal is another job's, as after a shell's `&`.
fn is_in_background() -> bool {
    tcgetpgrp(io::stderr()).is_ok_and(|foreground| foreground != getpgrp())
}
