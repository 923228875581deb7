//! Shows how far the counting is, from a thread of its own, and only of a run that takes more than a second.
//!
//! The thread wakes ten times a second and looks at the figures; whoever reads does not know of it. It is
//! not made for inputs that cannot take long, which it would cost a tenth of their time.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
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

/// Whether the counting has ended, which is known before the thread draws and not while it does. Waiting for
/// that allocates nothing: memory for it would be a millisecond's work of the kernel's in a run of thirty.
#[derive(Debug, Default)]
struct End {
    has_come: Mutex<bool>,
    comes: Condvar,
}

impl End {
    /// Waits for so long, with what says whether it has come; gives that back if it has not.
    fn is_not_within<'a>(
        &self,
        wait: Duration,
        has_come: MutexGuard<'a, bool>,
    ) -> Option<MutexGuard<'a, bool>> {
        let waited = self.comes.wait_timeout_while(has_come, wait, |come| !*come);
        let has_come = waited.unwrap_or_else(PoisonError::into_inner).0;
        (!*has_come).then_some(has_come)
    }
}

/// Shows how far the counting is until it is dropped.
#[derive(Debug)]
pub struct Display {
    end: Option<Arc<End>>,
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
            end: shown.and_then(Shown::start),
        }
    }
}

impl Drop for Display {
    /// The thread draws nothing any more. It is not waited for, as it may take its time to wake up for that.
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            *end.has_come.lock().unwrap_or_else(PoisonError::into_inner) = true;
            end.comes.notify_one();
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
    fn start(self) -> Option<Arc<End>> {
        let end = Arc::new(End::default());
        let its_end = Arc::clone(&end);
        let thread = thread::Builder::new().stack_size(STACK);
        thread.spawn(move || self.until(&its_end)).ok()?;
        Some(end)
    }

    /// Shows it until the end has come.
    fn until(self, end: &End) {
        let has_come = end.has_come.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(mut has_come) = end.is_not_within(FIRST, has_come) else {
            return;
        };
        let mut rate = Rate::new(self.start);
        let mut lines = Lines::from(self.start);
        loop {
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
                Manner::Bar => screen::draw(&moment, shows_unicode()),
                Manner::Lines if lines.is_time(now) => {
                    message::tell(format!("lc: {}", moment.line()));
                }
                Manner::Lines => {}
            }
            match end.is_not_within(TICK, has_come) {
                Some(not_yet) => has_come = not_yet,
                None => return,
            }
        }
    }
}

/// When the next line is to be told.
struct Lines {
    next: Instant,
    pause: Duration,
}

impl Lines {
    fn from(start: Instant) -> Self {
        Self {
            next: start,
            pause: FIRST,
        }
    }

    /// Whether it is; the pause until the one after it is then twice as long.
    fn is_time(&mut self, now: Instant) -> bool {
        let is_time = now >= self.next;
        if is_time {
            self.next = now + self.pause;
            self.pause = LONGEST_PAUSE.min(self.pause * 2);
        }
        is_time
    }
}

/// Whether the terminal has more than ASCII; the console of Linux has not much more.
fn shows_unicode() -> bool {
    locale_is_utf8() && env::var_os("TERM").is_none_or(|term| term != "linux")
}

fn name() -> OsString {
    NAME.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether the terminal is another job's, as after a shell's `&`.
fn is_in_background() -> bool {
    tcgetpgrp(io::stderr()).is_ok_and(|foreground| foreground != getpgrp())
}
