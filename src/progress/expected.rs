//! How much there is to read, before any of it is: what a bar is the bar of, and whether there is room for one.

use std::fs::Metadata;
use std::io::Seek;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use super::Manner;
use crate::input::{self, Operand};
use crate::names::Listing;
use crate::plan::Plan;
use crate::range::Range;

/// What there is to read.
pub struct Expected {
    /// If known.
    pub bytes: Option<u64>,
    /// Whether some of it is typed where the bar would be drawn.
    is_typed: bool,
}

impl Expected {
    /// What stat(2) says of the inputs, none of which is opened.
    pub fn of(plan: &Plan, listing: &Listing) -> Self {
        let mut expected = Self {
            bytes: Some(0),
            is_typed: false,
        };
        match listing {
            Listing::Known(names) => {
                for (place, operand) in names.operands().enumerate() {
                    if let Some(operand) = operand {
                        expected.add(&operand, plan.range_of(place));
                    }
                }
            }
            Listing::Stream { from_stdin, .. } => {
                if *from_stdin {
                    expected.add(&Operand::Dash, None);
                }
                expected.bytes = None;
            }
        }
        expected
    }

    fn add(&mut self, operand: &Operand, range: Option<Range>) {
        let Ok(metadata) = operand.metadata() else {
            return;
        };
        let bytes = match metadata.file_type() {
            kind if kind.is_file() => Some(length(operand, &metadata, range)),
            kind if kind.is_dir() => Some(0),
            kind => {
                self.is_typed |= kind.is_char_device() && is_the_terminal(&metadata);
                None
            }
        };
        self.bytes = self
            .bytes
            .zip(bytes)
            .map(|(sum, bytes)| sum.saturating_add(bytes));
    }

    /// Whether a bar would not disturb someone who types.
    pub fn leaves_room_for(&self, manner: Manner) -> bool {
        !(self.is_typed && manner == Manner::Bar)
    }
}

/// Bytes of a file that are to be counted.
fn length(operand: &Operand, metadata: &Metadata, range: Option<Range>) -> u64 {
    let (start, end) = match range {
        Some(range) => (range.start, range.end),
        None if matches!(operand, Operand::File(_)) => (0, None),
        None => {
            let offset = input::stdin().and_then(|mut stdin| stdin.stream_position());
            (offset.unwrap_or(0), None)
        }
    };
    let end = end.unwrap_or(u64::MAX).min(metadata.len());
    end.saturating_sub(start)
}

/// Whether a device is the one that standard error goes to.
fn is_the_terminal(device: &Metadata) -> bool {
    let stderr = Path::new("/proc/self/fd/2").metadata();
    stderr.is_ok_and(|stderr| stderr.rdev() == device.rdev())
}
