//! What goes wrong, in one line on standard error: `lc: NAME: reason; remedy`.

use std::io;

use crate::{progress, stdio};

/// The reason of an error, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Writes a line to standard error in one piece. There is nobody to tell if that fails.
pub fn tell(line: impl Into<Vec<u8>>) {
    let mut line = line.into();
    line.push(b'\n');
    let _ = progress::aside(|| stdio::write_stderr(&line));
}
