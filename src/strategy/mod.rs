//! The ways of reading.
//!
//! A strategy takes the bytes of a [`Source`] to a [`Sink`], in order and each exactly once. It knows
//! nothing of lines, threads or reports: threads are ranges, and every strategy gets them for nothing.
//!
//! To add one: a file here, a variant of [`Strategy`], an arm of the `match` in [`Strategy::read`].

mod auto;
mod buffer;
mod byte;
mod chunk;
mod huge_pages;
mod lines;
mod mmap;
mod source;
mod whole;

use std::any::Any;
use std::fmt;
use std::io;
use std::ops::ControlFlow;

use clap::ValueEnum;

use crate::signal;
use crate::sink::Sink;
pub use auto::{Choice, Way};
pub use source::{ReadStats, Source};

/// A way of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// One byte at a time, from a buffer; with --buf 1 a system call per byte
    Byte,
    /// Line by line through a buffer, never holding more than --max-line-len of a line
    Lines,
    /// Large pieces, as read(2) gives them
    Chunk,
    /// The whole input in memory at once
    Whole,
    /// The file mapped into memory
    Mmap,
}

/// What a strategy is told.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Bytes of the buffer, of a read, or of a window; the strategy's own choice without one.
    pub buffer: Option<usize>,
    /// Bytes of a line that may be held at once.
    pub max_line_len: u64,
    /// Bytes that may be held in all.
    pub max_memory: u64,
}

/// What a strategy still holds after the last byte; kept until memory has been looked at.
pub enum Held {
    /// Nothing, or no more than its buffer.
    Buffer,
    /// All that was read.
    All(Box<dyn Any + Send>),
    /// Nothing, but it mapped other windows before.
    Windows,
}

impl Default for Settings {
    /// The strategy's own buffer, and no limits.
    fn default() -> Self {
        Self {
            buffer: None,
            max_line_len: u64::MAX,
            max_memory: u64::MAX,
        }
    }
}

impl Strategy {
    /// The name on the command line and in reports.
    pub fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether a buffer size means anything to it.
    pub fn takes_buffer(self) -> bool {
        !matches!(self, Self::Whole)
    }

    /// Reads all of `source` into `sink`, or until the sink has enough.
    ///
    /// # Errors
    /// A read that failed; the bytes before it have reached the sink. A source that this strategy
    /// cannot read; nothing has reached the sink, and the message names the remedy.
    pub fn read<S: Sink>(
        self,
        source: &mut Source<'_>,
        settings: &Settings,
        sink: &mut S,
    ) -> io::Result<Held> {
        match self {
            Self::Byte => byte::read(source, settings, sink),
            Self::Lines => lines::read(source, settings, sink),
            Self::Chunk => chunk::read(source, settings, sink),
            Self::Whole => whole::read(source, settings, sink),
            Self::Mmap => mmap::read(source, settings, sink),
        }
    }
}

/// Why a strategy cannot read an input at all: nothing was counted then, and no count is printed.
#[derive(Debug)]
pub struct Refusal(String);

impl Refusal {
    /// An error whose text is the reason and the remedy.
    fn error(text: String) -> io::Error {
        io::Error::other(Self(text))
    }

    /// Whether `error` is one.
    pub fn is_in(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<Self>())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// What is handed on at once of what lies in memory: between two pieces, a signal may stop it.
const PIECE: usize = 4 << 20;

/// Hands `bytes` on, piece by piece.
///
/// # Errors
/// A signal to stop.
fn push<S: Sink>(bytes: &[u8], sink: &mut S) -> io::Result<ControlFlow<()>> {
    let mut pieces = bytes.chunks(PIECE);
    let mut flow = pieces.next().map(|piece| sink.chunk(piece));
    for piece in pieces {
        if flow.is_some_and(|flow| flow.is_break()) {
            break;
        }
        signal::check()?;
        flow = Some(sink.chunk(piece));
    }
    Ok(flow.unwrap_or(ControlFlow::Continue(())))
}
