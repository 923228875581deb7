//! Standard input and output that were closed from the start.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in the place of closed standard descriptors, so that
//! files opened later cannot take it. From then on a closed input looks like an empty one, and what is
//! written to a closed output is lost without a word; so the question is asked before that.
#![expect(
    unsafe_code,
    reason = "what runs before main can only be had from the linker"
)]

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use crate::signal;

static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Called by the C runtime before `main`.
// SAFETY: the section holds pointers to functions of this signature; this one makes two system calls
// and stores two flags, for which nothing needs to have been set up.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

extern "C" fn look() {
    // SAFETY: the call takes any number as a descriptor, and changes nothing.
    let closed = |fd| unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1;
    STDIN_CLOSED.store(closed(libc::STDIN_FILENO), Relaxed);
    STDOUT_CLOSED.store(closed(libc::STDOUT_FILENO), Relaxed);
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
pub fn write_stdout(mut bytes: &[u8]) -> io::Result<()> {
    check_stdout()?;
    let stdout = io::stdout();
    while !bytes.is_empty() {
        match rustix::io::write(stdout.as_fd(), bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            // What can be written without waiting is, also after a signal.
            Err(Errno::INTR) => signal::check()?,
            // Whoever shares the output made it so that it does not wait by itself.
            Err(Errno::AGAIN) => {
                let _ = poll(&mut [PollFd::new(&stdout, PollFlags::OUT)], None);
                signal::check()?;
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
