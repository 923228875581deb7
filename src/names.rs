//! The names of the inputs: operands, the files of trees, a list that comes as a stream.

mod known;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use walkdir::WalkDir;

use crate::input::{self, Operand};
use crate::message;
use crate::signal;
use crate::strategy::Source;
pub use known::{Known, Rest};

/// Where the names come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// The operands themselves: these, and the last arguments.
    Operands(Vec<Operand>, Rest),
    /// The operands, and all files below those that are directories.
    Trees(Vec<Operand>),
    /// A file of names, each ended by NUL.
    List {
        /// The file; `-` is standard input.
        path: PathBuf,
        /// Whether standard input is there to be named, and not read already for something else.
        has_stdin: bool,
    },
}

/// A name, or why there is none, which takes no room where there is one.
pub type Named = Result<Operand, Box<NameError>>;

/// A name that could not be had.
#[derive(Debug)]
pub struct NameError {
    /// Where it was to come from.
    pub place: ListPlace,
    /// Why it did not.
    pub error: io::Error,
}

/// A place that names come from.
#[derive(Debug)]
pub struct ListPlace {
    /// The list, or the folder.
    pub name: OsString,
    /// The number of the name in it, from 1.
    pub number: Option<u64>,
}

impl NameError {
    fn new(name: impl Into<OsString>, number: Option<u64>, error: io::Error) -> Box<Self> {
        let place = ListPlace {
            name: name.into(),
            number,
        };
        Box::new(Self { place, error })
    }
}

/// The names as they become known.
pub enum Listing {
    /// All of them, known beforehand.
    Known(Known),
    /// One after the other.
    Stream {
        /// The names.
        names: Box<dyn Iterator<Item = Named>>,
        /// Whether they come from standard input.
        from_stdin: bool,
    },
}

impl Listing {
    fn known(first: Vec<Named>, rest: Rest) -> Self {
        Self::Known(Known::new(first, rest))
    }
}

impl Names {
    /// Whether standard input is one of the operands.
    pub fn have_stdin(&self) -> bool {
        match self {
            // What was left of the arguments does not begin with a dash.
            Self::Operands(operands, _) | Self::Trees(operands) => {
                operands.contains(&Operand::Dash)
            }
            Self::List { .. } => false,
        }
    }

    /// Finds the names; walks the trees, opens the list.
    pub fn list(self) -> Listing {
        match self {
            Self::Operands(operands, rest) => {
                Listing::known(operands.into_iter().map(Ok).collect(), rest)
            }
            Self::Trees(operands) => {
                let names = operands.into_iter().flat_map(walk);
                let names = names.take_while(|_| !signal::stopping()).collect();
                Listing::known(names, Rest::default())
            }
            Self::List { path, has_stdin } => list(&path, has_stdin),
        }
    }
}

/// The operand, or what is below it in the order of the names. Symlinks and special files are only
/// counted where they are operands themselves.
fn walk(operand: Operand) -> Box<dyn Iterator<Item = Named>> {
    let mut folder = match operand {
        Operand::File(path) if path.is_dir() => path,
        operand => return Box::new(std::iter::once(Ok(operand))),
    };
    let entries = WalkDir::new(&folder).sort_by_file_name().into_iter();
    Box::new(entries.filter_map(move |entry| match entry {
        Ok(entry) if entry.file_type().is_file() => Some(Ok(Operand::File(entry.into_path()))),
        Ok(entry) if entry.file_type().is_dir() => {
            folder = entry.into_path();
            None
        }
        Ok(_) => None,
        Err(error) => {
            // A folder that cannot be read on has no name in its error, which comes before all that is in it.
            let name = error.path().unwrap_or(&folder).to_owned();
            let error = error
                .into_io_error()
                .unwrap_or_else(|| io::Error::other("a loop of links"));
            Some(Err(NameError::new(name, None, error)))
        }
    }))
}

fn list(path: &PathBuf, has_stdin: bool) -> Listing {
    let from_stdin = path.as_os_str() == "-";
    let opened = if from_stdin {
        input::stdin()
    } else {
        input::open(path)
    };
    match opened {
        Ok(file) => {
            let reader = BufReader::new(ListFile(file));
            let name = path.as_os_str().to_owned();
            let names = NulSeparated {
                reader,
                name,
                has_stdin: has_stdin && !from_stdin,
                number: 0,
                done: false,
            };
            Listing::Stream {
                names: Box::new(names),
                from_stdin,
            }
        }
        Err(error) => {
            let failed = NameError::new(path, None, error);
            Listing::known(vec![Err(failed)], Rest::default())
        }
    }
}

/// An open list, which is read as an input is: until a signal stops it.
struct ListFile(File);

impl Read for ListFile {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        Source::stream(&self.0).read(buf)
    }
}

/// Splits a stream into names.
struct NulSeparated<R> {
    reader: BufReader<R>,
    name: OsString,
    has_stdin: bool,
    number: u64,
    done: bool,
}

impl<R: Read> NulSeparated<R> {
    fn read_name(&mut self) -> Result<Option<Operand>, Box<NameError>> {
        let mut bytes = Vec::new();
        // A path is at most 4,096 bytes; a list that is no list must not take all memory.
        let limit = 2 * libc::PATH_MAX as u64;
        let read = self.reader.by_ref().take(limit).read_until(0, &mut bytes);
        let n = read.map_err(|error| {
            self.done = true;
            let error = if signal::is_stop(&error) {
                error
            } else {
                let reason = message::reason(&error);
                io::Error::other(format!("no list of names: {reason}"))
            };
            NameError::new(&self.name, None, error)
        })?;
        self.number += 1;
        if n == 0 {
            self.done = true;
            return Ok(None);
        }
        self.done = n as u64 == limit && bytes.last() != Some(&0);
        self.operand(bytes).map(Some).map_err(|reason| {
            NameError::new(&self.name, Some(self.number), io::Error::other(reason))
        })
    }

    fn operand(&self, mut bytes: Vec<u8>) -> Result<Operand, &'static str> {
        if bytes.last() == Some(&0) {
            bytes.pop();
        } else if self.done {
            return Err("a name is too long; end each with a NUL byte");
        }
        if bytes.is_empty() {
            return Err("a name is empty; leave it out of the list");
        }
        if !self.has_stdin && bytes == b"-" {
            return Err("standard input is the list, or the patterns, already; name a file");
        }
        Ok(Operand::from_arg(OsString::from_vec(bytes)))
    }
}

impl<R: Read> Iterator for NulSeparated<R> {
    type Item = Named;

    fn next(&mut self) -> Option<Named> {
        if self.done {
            None
        } else {
            self.read_name().transpose()
        }
    }
}
