//! One byte at a time.
//!
//! The two ends of one idea: with a buffer of one byte every byte is a system call; with a larger one
//! the bytes come out of the buffer one by one, and the calls are few. What remains then is the cost
//! of handling single bytes.

use std::io::{self, BufRead, Read};

use super::buffer::Buffered;
use super::{Held, Settings, Source};
use crate::sink::Sink;

/// As stdio's and most languages' buffered readers within a factor of eight; larger ones change
/// nothing, since handling the bytes costs a hundred times what the calls do.
const DEFAULT_BUFFER: usize = 64 << 10;

/// Reads `source` into `sink`.
///
/// # Errors
/// A read that failed, or a buffer that cannot be allocated.
pub fn read<S: Sink>(
    source: &mut Source<'_>,
    settings: &Settings,
    sink: &mut S,
) -> io::Result<Held> {
    let buffer = settings.buffer.unwrap_or(DEFAULT_BUFFER);
    source.stats.buffer = Some(buffer as u64);
    if buffer == 1 {
        unbuffered(source, sink)?;
    } else {
        buffered(&mut Buffered::new(source, buffer)?, sink)?;
    }
    Ok(Held::Buffer)
}

fn unbuffered<S: Sink>(source: &mut Source<'_>, sink: &mut S) -> io::Result<()> {
    let mut byte = [0];
    while source.read(&mut byte)? != 0 {
        if sink.byte(byte[0]).is_break() {
            break;
        }
    }
    Ok(())
}

fn buffered<S: Sink>(reader: &mut impl BufRead, sink: &mut S) -> io::Result<()> {
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(());
        }
        for &byte in bytes {
            if sink.byte(byte).is_break() {
                return Ok(());
            }
        }
        let len = bytes.len();
        reader.consume(len);
    }
}
