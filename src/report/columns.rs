//! The counts in columns, byte for byte as `wc` prints its own.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::os::unix::ffi::OsStrExt;

use crate::count::{Counts, Level};
use crate::names::Known;
use crate::quote;
use crate::say::Columns;
use crate::{progress, signal, stdio};

/// The least width where an input's size is not known beforehand, as POSIX has it for wc.
const MIN_WIDTH: usize = 7;

/// The width of the columns for inputs known beforehand: that of the sum of their sizes.
pub fn width(columns: Columns, names: &Known) -> usize {
    if names.count() == 1 && columns.values(&Counts::default()).count() == 1 {
        return 1;
    }
    let mut sum = 0_u64;
    let mut least = 1;
    for operand in names.operands().flatten() {
        match operand.metadata() {
            Ok(metadata) if metadata.is_file() => sum = sum.saturating_add(metadata.len()),
            Ok(_) => least = MIN_WIDTH,
            Err(_) => {}
        }
    }
    sum.to_string().len().max(least)
}

/// The row of the counts, if there are columns, and a row for each severity, if they were asked for.
pub fn rows(columns: Columns, width: usize, counts: &Counts, name: Option<&OsStr>) -> Vec<Vec<u8>> {
    let mut rows = Vec::new();
    let numbers: Vec<_> = columns
        .values(counts)
        .map(|value| format!("{value:width$}"))
        .collect();
    if !numbers.is_empty() {
        rows.push(with_name(numbers.join(" "), name));
    }
    if columns.levels {
        rows.extend(levels(counts).map(|level| match name {
            Some(_) => with_name(level, name),
            None => with_name(level.trim_end().to_owned(), None),
        }));
    }
    rows
}

/// A count, its share and the severity's name; lines without one last.
fn levels(counts: &Counts) -> impl Iterator<Item = String> {
    let all = counts.searched_lines();
    let named = Level::ALL
        .into_iter()
        .zip(counts.levels)
        .map(|(level, n)| (level.name(), n));
    named
        .chain([("none", counts.without_level())])
        .map(move |(name, count)| {
            let share = if all == 0 {
                0.0
            } else {
                100.0 * count as f64 / all as f64
            };
            format!("{count:MIN_WIDTH$} {share:5.1} % {name:5}")
        })
}

fn with_name(row: String, name: Option<&OsStr>) -> Vec<u8> {
    let mut row = row.into_bytes();
    if let Some(name) = name {
        row.push(b' ');
        // One file, one row.
        if name.as_bytes().contains(&b'\n') {
            row.extend_from_slice(&quote::quoted(name));
        } else {
            row.extend_from_slice(name.as_bytes());
        }
    }
    row.push(b'\n');
    row
}

/// A piece of output that a pipe takes in one go, so that rows of programs that share one are never
/// mixed: PIPE_BUF of Linux, see pipe(7).
const PIECE: usize = 4096;

/// Collects whole rows and writes them in pieces to standard output.
#[derive(Debug)]
pub struct Rows {
    piece: Vec<u8>,
    on_terminal: bool,
    at_once: bool,
    are_partial: bool,
}

impl Rows {
    /// Writes each row as it comes, if so asked or on a terminal, or else as many as make a piece.
    pub fn new(at_once: bool) -> Self {
        let on_terminal = io::stdout().is_terminal();
        Self {
            piece: Vec::new(),
            on_terminal,
            at_once: at_once || on_terminal,
            are_partial: false,
        }
    }

    /// From now on, and with what was not written yet, the rows are not the answer, but as much of it as
    /// is known: they go to standard error, at once.
    pub fn become_partial(&mut self) {
        self.are_partial = true;
        self.at_once = true;
        // Nobody is left to be told if that fails.
        let _ = self.flush();
    }

    /// Takes one row.
    ///
    /// # Errors
    /// Those of writing.
    pub fn push(&mut self, row: &[u8]) -> io::Result<()> {
        if self.piece.len() + row.len() > PIECE {
            self.flush()?;
        }
        self.piece.extend_from_slice(row);
        if self.at_once { self.flush() } else { Ok(()) }
    }

    /// Writes what is there.
    ///
    /// # Errors
    /// Those of writing.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        if !self.are_partial {
            match self.write() {
                // It waited for a reader, and what it did not write is not lost.
                Err(error) if signal::is_stop(&error) => self.are_partial = true,
                written => {
                    self.piece.clear();
                    return written;
                }
            }
        }
        let written = progress::aside(|| stdio::write_stderr(&self.piece));
        self.piece.clear();
        written
    }

    /// A reader that sleeps keeps nothing waiting but its rows, if it is no terminal.
    fn write(&self) -> io::Result<()> {
        let write = || stdio::write_stdout(&self.piece);
        if self.on_terminal {
            progress::aside(write)
        } else {
            write()
        }
    }
}
