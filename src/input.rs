//! Inputs: what an operand names, once it is open.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, Seek, SeekFrom};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Advice, CWD, Mode, OFlags, fadvise, openat};
use rustix::pipe::fcntl_setpipe_size;

use crate::{signal, stdio};

/// What the command line, or a list of names, names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Standard input, because nothing was named.
    Stdin,
    /// Standard input, named `-`.
    Dash,
    /// A file.
    File(PathBuf),
}

impl Operand {
    /// What an operand names as typed.
    pub fn from_arg(arg: impl Into<PathBuf>) -> Self {
        let path = arg.into();
        if path.as_os_str() == "-" {
            Self::Dash
        } else {
            Self::File(path)
        }
    }

    /// The name as typed, if it was.
    pub fn name(&self) -> Option<&OsStr> {
        match self {
            Self::Stdin => None,
            Self::Dash => Some(OsStr::new("-")),
            Self::File(path) => Some(path.as_os_str()),
        }
    }

    /// The name for messages.
    pub fn spoken(&self) -> &OsStr {
        match self {
            Self::Stdin => OsStr::new("standard input"),
            Self::Dash => OsStr::new("-"),
            Self::File(path) => path.as_os_str(),
        }
    }

    /// Opens it; a FIFO blocks until it has a writer, or a signal stops it.
    ///
    /// # Errors
    /// Those of open(2) and fstat(2), and the stop.
    pub fn open(&self) -> io::Result<Input> {
        let file = match self {
            Self::Stdin | Self::Dash => stdin()?,
            Self::File(path) => open(path)?,
        };
        Input::new(file, !matches!(self, Self::File(_)))
    }

    /// What stat(2) says of it, without opening it.
    ///
    /// # Errors
    /// Those of stat(2).
    pub fn metadata(&self) -> io::Result<Metadata> {
        match self {
            Self::Stdin | Self::Dash => stdin()?.metadata(),
            Self::File(path) => path.metadata(),
        }
    }
}

/// Opens a file to read. What the standard library has for it would wait on after any signal.
///
/// # Errors
/// Those of open(2), and a signal to stop.
pub fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    signal::uninterrupted(|| openat(CWD, path, flags, Mode::empty())).map(File::from)
}

/// Standard input by a second descriptor for the same open file: its offset is the first one's, too.
///
/// # Errors
/// EBADF, if it was closed.
pub fn stdin() -> io::Result<File> {
    stdio::check_stdin()?;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Bytes below which advice takes longer than it can gain.
const WORTH_ADVICE: u64 = 1 << 20;

/// What `/proc/sys/fs/pipe-max-size` is unless someone changed it.
const LARGEST_PIPE: usize = 1 << 20;

/// What a pipe has from the start.
const SMALLEST_PIPE: usize = 64 << 10;

/// What kind of file an input is, as far as reading it differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file that has a size: it has offsets to read at.
    Regular,
    /// A pipe, a FIFO, a socket, a device, or a file that says it is empty: what it holds shows only
    /// when it is read, as with the pseudo files of `/proc`.
    Stream,
    /// A directory.
    Directory,
}

/// An open input.
#[derive(Debug)]
pub struct Input {
    /// The open file.
    pub file: File,
    /// Its kind.
    pub kind: Kind,
    /// The offset that reading begins at.
    pub offset: u64,
    /// Its size when it was opened, for [`Kind::Regular`].
    pub len: u64,
    shared: bool,
    stamp: Stamp,
}

/// What changes when a file is written to, and what when its name is given to another one.
#[derive(Debug)]
struct Stamp {
    len: u64,
    modified: (i64, i64),
    status_changed: (i64, i64),
    inode: (u64, u64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            len: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            status_changed: (metadata.ctime(), metadata.ctime_nsec()),
            inode: (metadata.dev(), metadata.ino()),
        }
    }

    fn is_of_same_content(&self, other: &Self) -> bool {
        (self.len, self.modified) == (other.len, other.modified)
    }
}

impl Input {
    fn new(mut file: File, shared: bool) -> io::Result<Self> {
        let metadata = file.metadata()?;
        let kind = match metadata.file_type() {
            kind if kind.is_dir() => Kind::Directory,
            kind if kind.is_file() && metadata.len() > 0 => Kind::Regular,
            _ => Kind::Stream,
        };
        let offset = match kind {
            Kind::Regular if shared => file.stream_position()?,
            _ => 0,
        };
        Ok(Self {
            file,
            kind,
            offset,
            len: metadata.len(),
            shared,
            stamp: Stamp::of(&metadata),
        })
    }

    /// Whether the file was written to since it was opened by `operand`, or is not what that names any
    /// more; never for a stream.
    pub fn has_changed(&self, operand: &Operand) -> bool {
        if self.kind != Kind::Regular {
            return false;
        }
        let Ok(now) = self.file.metadata() else {
            return false;
        };
        let now = Stamp::of(&now);
        // Moving, replacing and removing a file changes its status, so that the name is only looked up
        // when something did.
        !self.stamp.is_of_same_content(&now)
            || self.stamp.status_changed != now.status_changed && self.is_replaced(operand)
    }

    fn is_replaced(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Stdin | Operand::Dash => false,
            Operand::File(path) => path
                .metadata()
                .map_or(true, |named| Stamp::of(&named).inode != self.stamp.inode),
        }
    }

    /// Tells the kernel that so many bytes will be read from the start to the end, so that it reads
    /// further ahead. A gigabyte that was not in the page cache, two threads, milliseconds without and
    /// with: 720 and 560 where the disk was read 128 KiB ahead, and on one thread 1,200 and 420 where it
    /// was 8 MiB (a virtual machine's disk, medians of three, 2026-11-30). Asking for all of it at once
    /// (WILLNEED) gained nothing.
    pub fn read_in_order(&self, len: u64) {
        if len >= WORTH_ADVICE {
            // It is advice: what does not take it is read all the same.
            let _ = fadvise(&self.file, 0, None, Advice::Sequential);
        }
    }

    /// Makes room in a pipe for as much as the kernel allows everyone, or for less where it refuses, so
    /// that the writer does not wait for each small read. `cat` of a gigabyte into lc, two CPUs: 978 ms
    /// with the 64 KiB that a pipe has, 404 ms with 1 MiB, where taking the bytes out without looking at
    /// them takes 363 ms (medians of nine, 2026-11-30).
    pub fn enlarge_pipe(&self) {
        let mut size = LARGEST_PIPE;
        while size > SMALLEST_PIPE && fcntl_setpipe_size(&self.file, size).is_err() {
            size /= 2;
        }
    }

    /// Leaves an input that other programs read on from, as standard input, at `offset`.
    pub fn leave_at(&self, offset: u64) {
        if self.shared && self.kind == Kind::Regular {
            // A descriptor that said where it stood takes a new place too; if not, nothing is lost.
            let _ = (&self.file).seek(SeekFrom::Start(offset));
        }
    }
}

/// Whether a path means something else to a child: `/dev/stdin`, `/proc/self/…`.
pub fn is_of_this_process(path: &Path) -> bool {
    let places = ["/dev/stdin", "/dev/fd", "/proc"];
    places.iter().any(|place| path.starts_with(place))
}
