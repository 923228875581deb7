//! Signals: SIGINT and SIGTERM stop the counting, SIGUSR1 asks how far it is, SIGBUS says that a mapped
//! file has no such bytes any more.
//!
//! A handler stores which signal came, and the reading side looks before each call and between large
//! pieces. There is no thread for it, and nothing on the way of a byte. What blocks (opening a FIFO,
//! reading a silent pipe, writing to a reader that sleeps) returns with EINTR, since the handler is
//! installed without `SA_RESTART`; and as a signal may come between the look and the call, the handler
//! starts a timer whose signals interrupt whatever is called until the end.
#![expect(
    unsafe_code,
    reason = "signal handlers and dispositions have no safe interface"
)]

use std::fmt;
use std::io;
use std::mem::{MaybeUninit, zeroed};
use std::ptr::{null, null_mut};
use std::sync::Once;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, compiler_fence};

use libc::{c_int, c_void, siginfo_t};

use crate::progress;

/// The first of SIGINT and SIGTERM that came, or 0.
static STOPPED_BY: AtomicI32 = AtomicI32::new(0);

/// Microseconds between the interruptions after such a signal: soon for whoever waits, and little work.
const INTERRUPT_EVERY: libc::suseconds_t = 20_000;

/// The mapping that a thread looks at: pages from `start` to `end`.
struct Mapping {
    start: AtomicUsize,
    end: AtomicUsize,
    was_hit: AtomicBool,
}

thread_local! {
    // Constant and without a destructor: for a handler, too, it is nothing but memory.
    static MAPPING: Mapping = const {
        Mapping {
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            was_hit: AtomicBool::new(false),
        }
    };
}

/// The error of what a signal stopped.
#[derive(Debug)]
struct Stopped(String);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stopped {}

/// Takes SIGINT, SIGTERM and SIGUSR1, as far as they are not ignored: what `nohup` and a shell's `&` made
/// deaf stays deaf.
///
/// The second SIGINT, or SIGTERM, ends the process at once.
pub fn install() {
    let stop = stop as extern "C" fn(c_int);
    handle(libc::SIGINT, stop, libc::SA_RESETHAND);
    handle(libc::SIGTERM, stop, libc::SA_RESETHAND);
    // It tells by itself, and what it interrupts goes on.
    handle(libc::SIGUSR1, tell_progress, libc::SA_RESTART);
}

/// Whether SIGINT or SIGTERM came.
pub fn stopping() -> bool {
    STOPPED_BY.load(Relaxed) != 0
}

/// # Errors
/// If SIGINT or SIGTERM came.
pub fn check() -> io::Result<()> {
    if stopping() {
        Err(stopped("interrupted".to_owned()))
    } else {
        Ok(())
    }
}

/// The error of what a signal stopped, told by `text`.
pub fn stopped(text: String) -> io::Error {
    io::Error::other(Stopped(text))
}

/// Whether a signal is the reason of `error`.
pub fn is_stop(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Stopped>())
}

/// Makes a system call again for as long as a signal interrupts it and none stops it.
///
/// # Errors
/// Those of the call, and the stop.
pub fn uninterrupted<T>(mut call: impl FnMut() -> rustix::io::Result<T>) -> io::Result<T> {
    loop {
        check()?;
        match call() {
            Err(rustix::io::Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

/// The name of the signal that stopped the counting.
pub fn stopped_by() -> Option<&'static str> {
    match STOPPED_BY.load(Relaxed) {
        0 => None,
        libc::SIGTERM => Some("SIGTERM"),
        _ => Some("SIGINT"),
    }
}

/// What is written to a pipe that nobody reads fails, instead of ending the process.
pub fn ignore_unread_pipes() {
    // SAFETY: the disposition runs no code of this process.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

/// Ends the process by the signal that stopped the counting, if one did, so that whoever started it sees
/// that: a shell breaks its loop.
pub fn end_if_stopped() {
    let signal = STOPPED_BY.load(Relaxed);
    if signal != 0 {
        // SAFETY: the default disposition runs no code of this process.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
}

/// Installs a handler, unless the signal is ignored.
fn handle(signal: c_int, handler: extern "C" fn(c_int), flags: c_int) {
    let mut old = MaybeUninit::uninit();
    // SAFETY: without a new action, the call fills in the old one and changes nothing; where it fails
    // (it cannot, for these signals) the old one is not looked at.
    let is_ignored = unsafe {
        libc::sigaction(signal, null(), old.as_mut_ptr()) != 0
            || old.assume_init().sa_sigaction == libc::SIG_IGN
    };
    if !is_ignored {
        set(signal, handler as *const (), flags);
    }
}

/// Installs a handler, which takes three arguments if the flags hold `SA_SIGINFO`, else one.
fn set(signal: c_int, handler: *const (), flags: c_int) {
    // SAFETY: all fields are integers or sets of bits, for which zeros are a value.
    let mut action: libc::sigaction = unsafe { zeroed() };
    action.sa_sigaction = handler as usize;
    action.sa_flags = flags;
    // SAFETY: the handlers of this file take the arguments that their flags promise, and call nothing
    // that a handler may not.
    unsafe { libc::sigaction(signal, &raw const action, null_mut()) };
}

extern "C" fn stop(signal: c_int) {
    let _ = STOPPED_BY.compare_exchange(0, signal, Relaxed, Relaxed);
    let errno = Errno::save();
    set(
        libc::SIGALRM,
        interrupt as extern "C" fn(c_int) as *const (),
        0,
    );
    let every = libc::timeval {
        tv_sec: 0,
        tv_usec: INTERRUPT_EVERY,
    };
    let timer = libc::itimerval {
        it_interval: every,
        it_value: every,
    };
    // SAFETY: the struct lives until the call returns; on Linux the function is the system call.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &raw const timer, null_mut()) };
    errno.restore();
}

/// Does nothing but interrupt what waits.
extern "C" fn interrupt(_: c_int) {}

extern "C" fn tell_progress(_: c_int) {
    let errno = Errno::save();
    let line = progress::Line::now();
    let bytes = line.as_bytes();
    // SAFETY: write(2) may be called in handlers; the bytes live until it returns.
    unsafe { libc::write(libc::STDERR_FILENO, bytes.as_ptr().cast(), bytes.len()) };
    errno.restore();
}

/// Keeps SIGBUS from ending the process while this thread looks at a mapping.
///
/// Where the file has no bytes for a page any more, because it was truncated or cannot be read, the
/// page and those behind it become pages of zeros, and [`was_hit`](Guard::was_hit) says so.
#[derive(Debug)]
pub struct Guard(());

impl Guard {
    /// Guards `mapping`, one in each thread at a time.
    pub fn new(mapping: &[u8]) -> Self {
        static INSTALLED: Once = Once::new();
        INSTALLED.call_once(|| {
            let handler = replace_pages as extern "C" fn(c_int, *mut siginfo_t, *mut c_void);
            set(
                libc::SIGBUS,
                handler as *const (),
                libc::SA_SIGINFO | libc::SA_ONSTACK,
            );
        });
        let page = rustix::param::page_size();
        let start = mapping.as_ptr().addr();
        MAPPING.with(|own| {
            own.was_hit.store(false, Relaxed);
            own.start.store(start & !(page - 1), Relaxed);
            let end = (start + mapping.len()).next_multiple_of(page);
            own.end.store(end, Relaxed);
        });
        compiler_fence(SeqCst);
        Self(())
    }

    /// Whether some of the bytes seen since were not the file's.
    pub fn was_hit(&self) -> bool {
        // The handler runs in this thread, between two of its loads.
        compiler_fence(SeqCst);
        MAPPING.with(|own| own.was_hit.load(Relaxed))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        compiler_fence(SeqCst);
        MAPPING.with(|own| own.end.store(0, Relaxed));
    }
}

/// Puts pages of zeros where the guarded mapping has none from the file.
extern "C" fn replace_pages(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let errno = Errno::save();
    // SAFETY: the kernel hands a filled-in struct to a handler with SA_SIGINFO; for SIGBUS it has an
    // address.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
    let is_replaced = code == libc::BUS_ADRERR
        && MAPPING.with(|own| {
            let (start, end) = (own.start.load(Relaxed), own.end.load(Relaxed));
            (start..end).contains(&address) && {
                own.was_hit.store(true, Relaxed);
                let page = address & !(rustix::param::page_size() - 1);
                map_zeros(page, end - page)
            }
        });
    if !is_replaced {
        // Nobody's mapping: on return, it ends the process as it would have without a handler.
        // SAFETY: the default disposition runs no code of this process.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
    errno.restore();
}

fn map_zeros(page: usize, len: usize) -> bool {
    // SAFETY: the pages lie in a mapping of this process that is only read, byte by byte, and that lives
    // as long as its guard; unmapping takes these with it. On Linux the function is the system call.
    let mapped = unsafe {
        libc::mmap(
            page as *mut c_void,
            len,
            libc::PROT_READ,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
            -1,
            0,
        )
    };
    mapped != libc::MAP_FAILED
}

/// The interrupted code's error number, which a handler must leave as it was.
struct Errno(c_int);

impl Errno {
    fn save() -> Self {
        // SAFETY: the C library gives a pointer to this thread's own.
        Self(unsafe { *libc::__errno_location() })
    }

    fn restore(self) {
        // SAFETY: as for `save`.
        unsafe { *libc::__errno_location() = self.0 }
    }
}
