//! The one thing that reading and counting share.
//!
//! A strategy pushes bytes into a [`Sink`]; it does not know what becomes of them. Push rather than
//! pull, because a mapping, a completion queue and an async runtime must each own their loop.

use std::ops::ControlFlow;

/// Takes an input's bytes in order, each exactly once.
///
/// The three methods may be mixed freely; what counts is the concatenation of what they are given.
/// [`ControlFlow::Break`] asks the strategy to stop reading; the sink knows why.
pub trait Sink {
    /// Takes a piece that may begin and end anywhere.
    fn chunk(&mut self, bytes: &[u8]) -> ControlFlow<()>;

    /// Remembers what was taken so far, in the place of what was remembered before.
    ///
    /// For a strategy that finds out only later whether bytes were the input's. It must cost next to
    /// nothing, however long a line is; a sink without it cannot be gone back with.
    fn mark(&mut self) {}

    /// Forgets what was taken since the last mark.
    fn rewind(&mut self) {}

    /// Takes a single byte, from a strategy that looks at each byte anyway.
    fn byte(&mut self, byte: u8) -> ControlFlow<()> {
        self.chunk(&[byte])
    }

    /// Takes a piece of one line without its LF; `ended` says that an LF followed.
    ///
    /// For a strategy that looked for the line's end itself, so that it is not sought twice.
    fn line_part(&mut self, part: &[u8], ended: bool) -> ControlFlow<()> {
        self.chunk(part)?;
        if ended {
            self.byte(b'\n')
        } else {
            ControlFlow::Continue(())
        }
    }
}
