//! What came of one input.

use std::ffi::OsStr;
use std::io;

use crate::count::Counts;
use crate::input::Operand;
use crate::measure::memory::Resident;
use crate::names::ListPlace;
use crate::signal;
use crate::strategy::ReadStats;

/// What came of one input.
#[derive(Debug)]
pub struct Outcome {
    /// What was named.
    pub operand: Result<Operand, ListPlace>,
    /// The counts of the bytes that could be read; none if it could not be opened.
    pub counts: Option<Counts>,
    /// Why not all of it could be read.
    pub error: Option<io::Error>,
    /// The offset of the first byte that was counted.
    pub offset: u64,
    /// Whether the file was written to while it was read.
    pub changed: bool,
    /// Bytes of it that the page cache held before, if they were asked for and the kernel told.
    pub cached: Option<u64>,
    /// Its size, if it has one.
    pub(super) len: u64,
    /// The reads.
    pub(super) reads: ReadStats,
    /// Ranges of it counted at once.
    pub(super) threads: usize,
    /// What was resident after its last byte.
    pub(super) held: Option<Resident>,
}

impl Outcome {
    /// The name as typed, if it was.
    pub fn name(&self) -> Option<&OsStr> {
        match &self.operand {
            Ok(operand) => operand.name(),
            Err(place) => Some(&place.name),
        }
    }

    /// The number of the name in its list, if it was a bad one.
    pub fn number_in_list(&self) -> Option<u64> {
        self.operand.as_ref().err().and_then(|place| place.number)
    }

    /// The name for messages.
    pub fn spoken(&self) -> &OsStr {
        match &self.operand {
            Ok(operand) => operand.spoken(),
            Err(place) => &place.name,
        }
    }

    /// Whether a signal stopped the counting of it.
    pub fn is_interrupted(&self) -> bool {
        self.error.as_ref().is_some_and(signal::is_stop)
    }

    /// One that could not be read at all.
    pub(super) fn failed(operand: Result<Operand, ListPlace>, error: io::Error) -> Self {
        Self {
            operand,
            counts: None,
            error: Some(error),
            offset: 0,
            changed: false,
            cached: None,
            len: 0,
            reads: ReadStats::default(),
            threads: 1,
            held: None,
        }
    }
}
