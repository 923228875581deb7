//! What a comparison reads: files whose ends are fixed at the start, so that all rows read the same
//! bytes however long it takes and whatever is appended meanwhile.

use std::env;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process;

use memchr::memrchr;

use crate::input::{self, Kind, Operand};
use crate::message;
use crate::names::{Listing, Names};
use crate::quote;
use crate::sample;
use crate::size::grouped;

/// Bytes looked at together in search of a line's end.
const SEARCH: u64 = 64 << 10;

/// The inputs of a comparison.
#[derive(Debug, Default)]
pub struct Inputs {
    files: Vec<Fixed>,
    /// What they are called in a heading.
    pub subject: String,
    /// What they are called in a command.
    pub operands: Vec<String>,
    /// Files without a name, which last as long as this process has them open.
    _unlinked: Vec<File>,
}

/// A file and its end.
#[derive(Clone, Debug)]
struct Fixed {
    path: PathBuf,
    end: u64,
}

/// The paths and ends that a child is given.
pub type Ends = Vec<(PathBuf, u64)>;

impl Inputs {
    /// A sample log of `size` bytes, in a file that is gone with this process, however it ends.
    ///
    /// # Errors
    /// No room for it.
    pub fn sample(size: u64) -> io::Result<Self> {
        let file = tempfile::tempfile()?;
        sample::write_sample(size, &mut &file)?;
        let subject = "The sample log".to_owned();
        Self {
            subject,
            operands: vec!["sample.log".to_owned()],
            ..Self::default()
        }
        .with_unlinked(file)
    }

    /// The files that `names` names; standard input is copied into a file first.
    ///
    /// # Errors
    /// A name, spelled out, and why it cannot be compared on.
    pub fn named(names: &Names) -> Result<Self, String> {
        let mut inputs = Self::default();
        let named: Vec<_> = match names.clone().list() {
            Listing::Known(named) => named.into_names().collect(),
            Listing::Stream { names, .. } => names.collect(),
        };
        for name in named {
            let operand = name.map_err(|failed| {
                let place = quote::quoted_text(&failed.place.name);
                format!("{place}: {}", message::reason(&failed.error))
            })?;
            let spoken = quote::quoted_text(operand.spoken());
            inputs = inputs
                .with_operand(&operand)
                .map_err(|error| format!("{spoken}: {}", message::reason(&error)))?;
            inputs.operands.push(match operand.name() {
                Some(name) => quote::shell_word(name),
                None => "-".to_owned(),
            });
            inputs.subject = spoken;
        }
        if inputs.files.is_empty() {
            return Err("there are no files to compare on; name one".to_owned());
        }
        if inputs.files.len() != 1 {
            inputs.subject = format!("{} files", grouped(inputs.files.len() as u64));
        }
        Ok(inputs)
    }

    fn with_operand(mut self, operand: &Operand) -> io::Result<Self> {
        let Operand::File(path) = operand else {
            return self.with_unlinked(spool()?);
        };
        // Opening a FIFO would wait for a writer.
        let metadata = path.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::other(
                "is a directory; use -r to compare on the files in it",
            ));
        }
        if !metadata.is_file() {
            return Err(io::Error::other(
                "can only be read once; copy it to a file to compare on it",
            ));
        }
        let input = operand.open()?;
        if input.kind != Kind::Regular {
            return Err(io::Error::other(
                "is empty, or hides its size; there is nothing to compare on",
            ));
        }
        if input::is_of_this_process(path) {
            return self.with_unlinked(input.file);
        }
        let end = last_line_start(&input.file, input.len)?;
        self.files.push(Fixed {
            path: path.clone(),
            end,
        });
        Ok(self)
    }

    fn with_unlinked(mut self, file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        if len == 0 {
            return Err(io::Error::other("is empty; there is nothing to compare on"));
        }
        // Children open it anew by its descriptor, and so have an offset of their own.
        let path = format!("/proc/{}/fd/{}", process::id(), file.as_raw_fd());
        let end = last_line_start(&file, len)?;
        self.files.push(Fixed {
            path: path.into(),
            end,
        });
        self._unlinked.push(file);
        Ok(self)
    }

    /// Bytes of all files, up to their ends.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.end).sum()
    }

    /// The whole of the inputs.
    pub fn whole(&self) -> Ends {
        self.files
            .iter()
            .map(|file| (file.path.clone(), file.end))
            .collect()
    }

    /// The first `bytes` bytes of the inputs or a little more, up to a line start.
    ///
    /// # Errors
    /// A read that failed.
    pub fn prefix(&self, bytes: u64) -> io::Result<Ends> {
        let mut ends = Ends::new();
        let mut left = bytes;
        for file in &self.files {
            let end = if left >= file.end {
                file.end
            } else {
                next_line_start(&File::open(&file.path)?, left, file.end)?
            };
            ends.push((file.path.clone(), end));
            left = left.saturating_sub(end);
            if left == 0 {
                break;
            }
        }
        Ok(ends)
    }
}

/// Copies standard input into a file without a name.
fn spool() -> io::Result<File> {
    crate::stdio::check_stdin()?;
    let no_copy = |error: io::Error| {
        io::Error::other(format!(
            "the copy in {}: {}; choose another TMPDIR",
            quote::quoted_text(&env::temp_dir()),
            message::reason(&error)
        ))
    };
    let mut file = tempfile::tempfile().map_err(no_copy)?;
    let mut stdin = io::stdin().lock();
    loop {
        let bytes = stdin.fill_buf()?;
        let n = bytes.len();
        if n == 0 {
            return Ok(file);
        }
        file.write_all(bytes).map_err(no_copy)?;
        stdin.consume(n);
    }
}

/// Where the line begins that is the last one, and perhaps not all there yet; the end, where the file
/// ends with a line; the end as well, where there is only one line.
fn last_line_start(file: &File, len: u64) -> io::Result<u64> {
    let mut piece = [0; SEARCH as usize];
    let mut end = len;
    while end > 0 {
        let start = end.saturating_sub(SEARCH);
        let piece = &mut piece[..(end - start) as usize];
        file.read_exact_at(piece, start)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => io::Error::other(
                    "has less in it than it says, or became shorter; copy it to a file to compare on it",
                ),
                _ => error,
            })?;
        if let Some(lf) = memrchr(b'\n', piece) {
            return Ok(start + lf as u64 + 1);
        }
        end = start;
    }
    Ok(len)
}

/// The first line start at or after `from`, or `end` if there is none before.
fn next_line_start(file: &File, from: u64, end: u64) -> io::Result<u64> {
    let mut piece = [0; SEARCH as usize];
    let mut at = from.saturating_sub(1);
    while at < end {
        let n = file.read_at(&mut piece, at)?;
        if n == 0 {
            break;
        }
        if let Some(lf) = memchr::memchr(b'\n', &piece[..n]) {
            return Ok((at + lf as u64 + 1).min(end));
        }
        at += n as u64;
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn a_file_ends_where_its_last_line_starts() {
        let long = [b"one\n".to_vec(), vec![b'x'; 200_000]].concat();
        for (bytes, end) in [
            (&b"one\ntwo\n"[..], 8),
            (b"one\ntwo", 4),
            (b"one", 3),
            (b"\n", 1),
            (&long, 4),
        ] {
            assert_eq!(
                last_line_start(&file(bytes), bytes.len() as u64).unwrap(),
                end
            );
        }
    }

    #[test]
    fn a_prefix_ends_at_a_line_start() {
        let bytes = b"one\ntwo\nthree\n";
        for (from, end) in [(0, 4), (1, 4), (4, 4), (5, 8), (8, 8), (9, 14), (14, 14)] {
            assert_eq!(
                next_line_start(&file(bytes), from, 14).unwrap(),
                end,
                "{from}"
            );
        }
    }
}
