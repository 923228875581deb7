//! Shows how far the counting is, from a thread of its own, and only of a run that takes more than a second.
//!
//! The thread wakes ten times a second and looks at the figures. As most runs are shorter, and making it takes
//! up to a fortieth of them (a gigabyte in the page cache, 30 ms), it is made when there is something to show: by
//! the first read that ends later than that. Where a read itself may take a second, it is there from the start.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::getpgrp;
use rustix::termios::tcgetpgrp;
use rustix::time::{ClockId, clock_gettime};

use super::expected::Expected;
use super::moment::Moment;
use super::rate::Rate;
use super::{BYTES, IS_SHOWN, NAME, lock, screen};
use crate::measure::memory;
use crate::message;
use crate::names::Listing;
use crate::plan::Plan;
use crate::quote::locale_is_utf8;
use crate::say::{ProgressWhen, Say};
use crate::strategy::Strategy;

/// What is shorter needs no bar.
const FIRST: Duration = Duration::from_secs(1);

/// What a single read gives in less than that, from any device.
const READ_AT_ONCE: usize = 16 << 20;

/// Between two pictures.
const TICK: Duration = Duration::from_millis(100);

/// Between two lines, at most: each time is twice the one before.
const LONGEST_PAUSE: Duration = Duration::from_secs(32);

/// A thread that does nothing but draw needs no large stack.
const STACK: usize = 256 << 10;

/// Bytes that it needs besides: the stack of its signal handlers, the allocator's own.
const BESIDES: usize = 1 << 20;

/// When the reading side begins to show it, in milliseconds of [`coarse_now`], or [`NEVER`].
static DUE: AtomicU64 = AtomicU64::new(NEVER);

const NEVER: u64 = u64::MAX;

/// What is shown from then on.
static WAITING: Mutex<Option<Shown>> = Mutex::new(None);

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
    /// Shows the counting of the inputs of `listing`, if the plan says so, as soon as it has taken a second.
    pub fn start(plan: &Plan, listing: &Listing) -> Self {
        let shown = Manner::new(plan.progress, plan.say).and_then(|manner| {
            let expected = Expected::of(plan, listing);
            let start = Instant::now();
            let total = expected.bytes;
            expected.leaves_room_for(manner).then(|| Shown {
                manner,
                total,
                start,
                end: Arc::default(),
            })
        });
        IS_SHOWN.store(shown.is_some(), Relaxed);
        let end = shown.as_ref().map(|shown| Arc::clone(&shown.end));
        match shown {
            Some(shown)
                if may_stand_still(plan.choice.strategy(), plan.settings.buffer, shown.total) =>
            {
                shown.in_a_thread();
            }
            Some(shown) => {
                *lock(&WAITING) = Some(shown);
                DUE.store(coarse_now() + FIRST.as_millis() as u64, Relaxed);
            }
            None => {}
        }
        Self { end }
    }
}

impl Drop for Display {
    /// The thread draws nothing any more. It is not waited for, as it may take its time to wake up for that.
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            DUE.store(NEVER, Relaxed);
            *lock(&WAITING) = None;
            *lock(&end.has_come) = true;
            end.comes.notify_one();
            screen::clear();
        }
    }
}

/// Whether a read may go on for as long as nothing is shown: one of a file that is read at once, one into a large
/// buffer, or one that waits for whoever writes, of which nobody knows the `total`.
fn may_stand_still(strategy: Strategy, buffer: Option<usize>, total: Option<u64>) -> bool {
    total.is_none()
        || strategy == Strategy::Whole
        || buffer.is_some_and(|bytes| bytes > READ_AT_ONCE)
}

/// Shows what waits for it, if it is time. The look costs next to nothing, after each read.
pub(super) fn show_if_due() {
    let due = DUE.load(Relaxed);
    if due != NEVER && coarse_now() >= due && DUE.swap(NEVER, Relaxed) != NEVER {
        let shown = lock(&WAITING).take();
        shown.into_iter().for_each(Shown::in_a_thread);
    }
}

/// Milliseconds by a clock that is read in a few nanoseconds, and moves every few milliseconds.
fn coarse_now() -> u64 {
    let now = clock_gettime(ClockId::MonotonicCoarse);
    now.tv_sec as u64 * 1000 + now.tv_nsec as u64 / 1_000_000
}

/// What is shown.
#[derive(Debug)]
struct Shown {
    manner: Manner,
    total: Option<u64>,
    start: Instant,
    end: Arc<End>,
}

impl Shown {
    /// Shows it in a thread of its own. What cannot be shown can be counted all the same.
    fn in_a_thread(self) {
        if memory::has_room(STACK + BESIDES) {
            let thread = thread::Builder::new().stack_size(STACK);
            let _ = thread.spawn(move || self.until_the_end());
        }
    }

    fn until_the_end(self) {
        let end = &self.end;
        let first = FIRST.saturating_sub(self.start.elapsed());
        let Some(mut has_come) = end.is_not_within(first, lock(&end.has_come)) else {
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
    lock(&NAME).clone()
}

/// Whether the terminal is another job's, as after a shell's `&`.
fn is_in_background() -> bool {
    tcgetpgrp(io::stderr()).is_ok_and(|foreground| foreground != getpgrp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_that_may_last_is_known() {
        let all = Some(1 << 40);
        assert!(may_stand_still(Strategy::Chunk, None, None));
        assert!(may_stand_still(Strategy::Whole, None, all));
        assert!(may_stand_still(Strategy::Chunk, Some(1 << 30), all));
        assert!(!may_stand_still(Strategy::Chunk, Some(1 << 20), all));
        assert!(!may_stand_still(Strategy::Mmap, None, all));
    }
}
