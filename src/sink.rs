//! The one thing that reading and counting share.
//!
//! A strategy pushes bytes into a [`Sink`]; it does not know what becomes of them. Push rather than
//! pull, because a mapping, a completion queue and an async runtime must each own their loop.

use std::ops::ControlFlow;

/// Takes an input's bytes in order, each exactly once.
///
/// The three methods may be mixed freely; what counts is the concatenation of what they are given.
/// [`ControlFlow::Break`] asks the strategy to stop reading; the sink knows why.
///
/// A copy holds all that was taken so far: what a strategy finds out later not to have been the input's
/// bytes is undone by going back to one.
pub trait Sink: Clone {
    /// Takes a piece that may begin and end anywhere.
    fn chunk(&mut self, bytes: &[u8]) -> ControlFlow<()>;

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
