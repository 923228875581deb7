//! Names as GNU tools show them where their bytes would do harm: quoted for a shell.

use std::borrow::Cow;
use std::env;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// Bytes that a POSIX shell takes for something else, anywhere in a word; `~` and `#` only at its
/// start. `:` is no such byte, but ends the name in a message.
const SPECIAL: &[u8] = b" !\"$&'()*;<=>?[\\^`|:";

/// The name as it stands, or quoted if a shell, or a reader of messages, would misread it.
///
/// As coreutils' `quotef`: its manual calls the style `shell-escape`.
pub fn quoted(name: &OsStr) -> Cow<'_, [u8]> {
    let bytes = name.as_bytes();
    let runs = runs(bytes, locale_is_utf8());
    let printable = runs.iter().all(|(_, printable)| *printable);
    if printable && !bytes.is_empty() && !needs_quotes(bytes) {
        return Cow::Borrowed(bytes);
    }
    if printable && bytes.contains(&b'\'') && !bytes.iter().any(|byte| b"\"$`\\!".contains(byte)) {
        return Cow::Owned([b"\"", bytes, b"\""].concat());
    }
    Cow::Owned(shell_escape(&runs))
}

fn needs_quotes(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| SPECIAL.contains(byte))
        || matches!(bytes.first(), Some(b'~' | b'#'))
        || matches!(bytes, b"{" | b"}")
}

/// Single quotes around what can be printed, `$'…'` around what cannot.
fn shell_escape(runs: &[(&[u8], bool)]) -> Vec<u8> {
    let mut out = vec![b'\''];
    for (bytes, printable) in runs {
        if *printable {
            for &byte in *bytes {
                match byte {
                    b'\'' => out.extend_from_slice(b"'\\''"),
                    _ => out.push(byte),
                }
            }
        } else {
            out.extend_from_slice(b"'$'");
            bytes.iter().for_each(|&byte| escape(byte, &mut out));
            out.extend_from_slice(b"''");
        }
    }
    out.push(b'\'');
    // An empty pair at the end says nothing; one at the start shows that quoting begins.
    if out.len() > 4 && out.ends_with(b"'''") {
        out.truncate(out.len() - 2);
    }
    out
}

fn escape(byte: u8, out: &mut Vec<u8>) {
    let letter = match byte {
        0x07 => b'a',
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0b => b'v',
        0x0c => b'f',
        b'\r' => b'r',
        _ => {
            out.extend_from_slice(format!("\\{byte:03o}").as_bytes());
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

/// Cuts `bytes` into runs of what can be printed and what cannot.
fn runs(bytes: &[u8], utf8: bool) -> Vec<(&[u8], bool)> {
    let mut runs: Vec<(&[u8], bool)> = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut push = |run: std::ops::Range<usize>, printable: bool| match runs.last_mut() {
        Some((last, same)) if *same == printable => *last = &bytes[start..run.end],
        _ => {
            start = run.start;
            runs.push((&bytes[run], printable));
        }
    };
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let printable = !c.is_control() && (utf8 || c.is_ascii());
            push(at..at + c.len_utf8(), printable);
            at += c.len_utf8();
        }
        if !chunk.invalid().is_empty() {
            push(at..at + chunk.invalid().len(), false);
            at += chunk.invalid().len();
        }
    }
    runs
}

/// Whether the locale's characters are UTF-8, by the variables that say so, in their order.
fn locale_is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    set.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.ends_with("utf-8") || locale.ends_with("utf8")
    })
}
