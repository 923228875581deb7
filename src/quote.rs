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
    let characters = characters(bytes, locale_is_utf8());
    let printable = characters.iter().all(|&(_, printable)| printable);
    if printable && !bytes.is_empty() && !needs_quotes(bytes) {
        return Cow::Borrowed(bytes);
    }
    if printable && bytes.contains(&b'\'') && !bytes.iter().any(|byte| b"\"$`\\!".contains(byte)) {
        return Cow::Owned([b"\"", bytes, b"\""].concat());
    }
    Cow::Owned(shell_escape(&characters))
}

/// The name in a text, quoted if need be.
pub fn quoted_text(name: &(impl AsRef<OsStr> + ?Sized)) -> String {
    String::from_utf8_lossy(&quoted(name.as_ref())).into_owned()
}

/// A word of a command, quoted if a shell would misread it.
pub fn shell_word(word: &OsStr) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_./=:,+-%@".contains(byte);
    match word.to_str() {
        Some(text) if !text.is_empty() && text.bytes().all(|byte| plain(&byte)) => text.to_owned(),
        _ => quoted_text(word),
    }
}

fn needs_quotes(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| SPECIAL.contains(byte))
        || matches!(bytes.first(), Some(b'~' | b'#'))
        || matches!(bytes, b"{" | b"}")
}

/// Single quotes around what can be printed, `$'…'` around what cannot.
fn shell_escape(characters: &[(&[u8], bool)]) -> Vec<u8> {
    let mut out = vec![b'\''];
    let mut escaping = false;
    for &(bytes, printable) in characters {
        if !printable {
            if !escaping {
                out.extend_from_slice(b"'$'");
            }
            bytes.iter().for_each(|&byte| escape(byte, &mut out));
            escaping = true;
            continue;
        }
        if bytes == b"'" {
            out.extend_from_slice(b"'\\''");
        } else {
            if escaping {
                out.extend_from_slice(b"''");
            }
            out.extend_from_slice(bytes);
        }
        escaping = false;
    }
    out.push(b'\'');
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

/// The characters of `bytes`, and whether each can be printed; bytes that are none cannot.
fn characters(bytes: &[u8], utf8: bool) -> Vec<(&[u8], bool)> {
    let mut characters = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for (at, c) in chunk.valid().char_indices() {
            let bytes = &chunk.valid().as_bytes()[at..at + c.len_utf8()];
            characters.push((bytes, is_printable(c) && (utf8 || c.is_ascii())));
        }
        characters.extend(chunk.invalid().chunks(1).map(|byte| (byte, false)));
    }
    characters
}

/// As `iswprint` of the C library: no controls, no line or paragraph separators, and none of the code
/// points that Unicode keeps free of characters.
fn is_printable(c: char) -> bool {
    let separator = matches!(c, '\u{2028}' | '\u{2029}');
    let never = matches!(c, '\u{fdd0}'..='\u{fdef}') || c as u32 & 0xfffe == 0xfffe;
    !(c.is_control() || separator || never)
}

/// Whether the locale's characters are UTF-8, by the variables that say so, in their order.
pub fn locale_is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    set.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.ends_with("utf-8") || locale.ends_with("utf8")
    })
}
