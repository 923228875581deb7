//! Large pieces, as read(2) gives them, into one buffer used again and again.

use std::io;

use super::buffer::Buffer;
use super::{Held, Settings, Source, push};
use crate::sink::Sink;

/// Large enough that the calls cost nothing visible, small enough to stay in a second-level cache,
/// where the bytes are counted while they are still warm; [`super::buffer`] has the table.
const DEFAULT_BUFFER: usize = 256 << 10;

/// Reads `source` into `sink`.
///
/// # Errors
/// A read that failed, a buffer that cannot be allocated, or a signal to stop.
pub fn read<S: Sink>(
    source: &mut Source<'_>,
    settings: &Settings,
    sink: &mut S,
) -> io::Result<Held> {
    let len = settings.buffer.unwrap_or(DEFAULT_BUFFER);
    source.stats.buffer = Some(len as u64);
    let mut buffer = Buffer::new(len)?;
    loop {
        let bytes = buffer.fill(source)?;
        if bytes.is_empty() || push(bytes, sink)?.is_break() {
            return Ok(Held::Buffer);
        }
    }
}
