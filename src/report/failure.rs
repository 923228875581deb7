//! What went wrong with an input, and what may help.

use std::ffi::OsStr;
use std::io;

use crate::count::Level;
use crate::message::{reason, tell};
use crate::quote;

/// Tells what went wrong with an input, or with a name: the one of that `number` in the list `name`.
pub fn input_failed(name: &OsStr, number: Option<u64>, error: &io::Error) {
    let reason = match error.kind() {
        io::ErrorKind::IsADirectory => "Is a directory; use -r to count the files in it".to_owned(),
        io::ErrorKind::NotFound if looks_like_a_pattern(name) => {
            let reason = reason(error);
            format!(
                "{reason}; to count the lines with it, use -e {}",
                name.display()
            )
        }
        _ => reason(error),
    };
    let mut line = b"lc: ".to_vec();
    line.extend_from_slice(&quote::quoted(name));
    if let Some(number) = number {
        line.extend_from_slice(format!(":{number}").as_bytes());
    }
    line.extend_from_slice(b": ");
    line.extend_from_slice(reason.as_bytes());
    tell(line);
}

/// Whether a file of that name was perhaps never meant: `lc ERROR big.log`, as with grep.
fn looks_like_a_pattern(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else {
        return false;
    };
    let capitals = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    capitals || Level::from_name(name).is_some()
}
