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
        io::ErrorKind::NotFound => match meant(name) {
            Some(meant) => format!("{}; {meant}", reason(error)),
            None => reason(error),
        },
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

/// What was perhaps meant where a file of that name was not: `lc ERROR big.log`, as with grep,
/// `lc --errors warn big.log`, `lc help`.
fn meant(name: &OsStr) -> Option<String> {
    let name = name.to_str()?;
    let capitals = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    if Level::from_name(name).is_some() {
        return Some(format!(
            "to count lines of that severity, use --errors={name}, and those with the word, -e {name}"
        ));
    }
    match name {
        "help" => Some("for help, use lc --help".to_owned()),
        _ if capitals => Some(format!("to count the lines with it, use -e {name}")),
        _ => None,
    }
}
