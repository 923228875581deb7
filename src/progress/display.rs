//! Shows how far the counting is, from a thread of its own, and only of a run that takes more than a second.
//!
//! The thread wakes ten times a second and looks at the figures; whoever reads does not know of it. It is
//! not made for inputs that cannot take long, which it would cost a tenth of their time.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::getpgrp;
use rustix::termios::tcgetpgrp;

use super::expected::Expected;
use super::moment::Moment;
use super::rate::Rate;
use super::{BYTES, IS_SHOWN, NAME, screen};
use crate::measure::memory;
use crate::message;
use crate::names::Listing;
use crate::plan::Plan;
use crate::quote::locale_is_utf8;
use crate::say::{ProgressWhen, Say};

/// What is shorter needs no bar.
const FIRST: Duration = Duration::from_secs(1);

/// Between two pictures.
const TICK: Duration = Duration::from_millis(100);

/// Between two lines, at most: each time is twice the one before.
const LONGEST_PAUSE: Duration = Duration::from_secs(32);

/// A thread that does nothing but draw needs no large stack.
const STACK: usize = 256 << 10;

/// Bytes that it needs besides: the stack of its signal handlers, the allocator's own.
const BESIDES: usize = 1 << 20;

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
            let is_shown = expected.is_worth_showing(manner) && memory::has_room(STACK + BESIDES);
            is_shown.then(|| Shown {
                manner,
                total: expected.bytes,
                start: Instant::now(),
            })
        });
        IS_SHOWN.store(shown.is_some(), Relaxed);
        Self {
            thread: shown.and_then(Shown::start),
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

/// What the thread shows.
struct Shown {
    manner: Manner,
    total: Option<u64>,
    start: Instant,
}

impl Shown {
    /// Shows it in a thread of its own. What cannot be shown can be counted all the same.
    fn start(self) -> Option<(Sender<()>, JoinHandle<()>)> {
        let (end, ended) = mpsc::channel();
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn(move || self.until(&ended)).ok()?;
        Some((end, thread))
    }

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
