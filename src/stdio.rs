//! Standard input and output that were closed from the start.
//!
//! `/dev/null` is opened in their place, so that files opened later cannot take it; Rust's runtime, where it
//! begins the program, does the same. From then on a closed input looks like an empty one, and what is
//! written to a closed output is lost without a word; so the question is asked before that.
#![expect(
    unsafe_code,
    reason = "what runs before main can only be had from the linker"
)]

use std::ffi::c_int;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use crate::signal;

static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Called by the C runtime before `main`.
// SAFETY: the section holds pointers to functions of this signature; this one makes system calls and
// stores two flags, for which nothing needs to have been set up.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    STDIN_CLOSED.store(fill_if_closed(libc::STDIN_FILENO), Relaxed);
    STDOUT_CLOSED.store(fill_if_closed(libc::STDOUT_FILENO), Relaxed);
    fill_if_closed(libc::STDERR_FILENO);
}

/// Tells whether a descriptor is closed, below which none is, and opens something in its place.
fn fill_if_closed(fd: c_int) -> bool {
    // SAFETY: the call takes any number as a descriptor, and changes nothing.
    let asked = unsafe { libc::fcntl(fd, libc::F_GETFD) };
    let is_closed = asked == -1 && io::Error::last_os_error().raw_os_error() == Some(libc::EBADF);
    if is_closed {
        // SAFETY: the path ends with a zero byte. The lowest free descriptor is given, which is this one;
        // where nothing can be opened, a file that is opened later is in danger, and none is if the
        // program ends.
        unsafe {
            if libc::open(c"/dev/null".as_ptr(), libc::O_RDWR) != fd {
                libc::abort();
            }
        }
    }
    is_closed
}

/// # Errors
/// EBADF, if standard input was closed when the program began.
pub fn check_stdin() -> io::Result<()> {
    check(&STDIN_CLOSED)
}

/// # Errors
/// EBADF, if standard output was closed when the program began.
pub fn check_stdout() -> io::Result<()> {
    check(&STDOUT_CLOSED)
}

/// Writes all of `bytes` to standard output, past the standard library's buffer, which would write on
/// after any signal.
///
/// # Errors
/// Those of write(2), and a signal to stop.
pub fn write_stdout(bytes: &[u8]) -> io::Result<()> {
    check_stdout()?;
    // What can be written without waiting is, also after a signal.
    write(io::stdout().as_fd(), bytes, signal::check)
}

/// Writes all of `bytes` to standard error. After a signal to stop, they are what the user is to be told
/// of it, and a reader that is merely slow gets them; but for one that does not read at all the end is
/// not put off.
///
/// # Errors
/// Those of write(2), and a signal to stop.
pub fn write_stderr(bytes: &[u8]) -> io::Result<()> {
    static WAITED: AtomicU32 = AtomicU32::new(0);
    write(io::stderr().as_fd(), bytes, || {
        match WAITED.fetch_add(1, Relaxed) {
            0..MOST_WAITED => Ok(()),
            _ => signal::check(),
        }
    })
}

/// Interruptions after which a reader of standard error is taken not to read at all: once a signal to stop
/// came, half a second of them.
const MOST_WAITED: u32 = 25;

/// Writes all, as far as `interrupted` lets it go on when a signal came while it waited.
fn write(
    to: BorrowedFd<'_>,
    mut bytes: &[u8],
    interrupted: impl Fn() -> io::Result<()>,
) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::write(to, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => interrupted()?,
            // Whoever shares the output made it so that it does not wait by itself.
            Err(Errno::AGAIN) => {
                let waited = poll(&mut [PollFd::new(&to, PollFlags::OUT)], None);
                if waited == Err(Errno::INTR) {
                    interrupted()?;
                }
            }
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(())
}

/// Standard output for what is written in large pieces: [`write_stdout`] as a writer.
#[derive(Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_stdout(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn check(closed: &AtomicBool) -> io::Result<()> {
    if closed.load(Relaxed) {
        Err(Errno::BADF.into())
    } else {
        Ok(())
    }
}
