//! What came of a comparison: plain data, in which the statistics and the reports find all they need.

use serde_json::Value;

/// A comparison, finished or not.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// What was read, for a heading: a file's name, or how many files.
    pub subject: String,
    /// Bytes in all inputs, up to the ends that were fixed at the start.
    pub bytes: u64,
    /// One for each way of reading, in the order they were asked for.
    pub rows: Vec<Row>,
}

impl Comparison {
    /// Bytes that a way of reading counts if it is given all: fewer than there are where an overlong line stops it,
    /// as those that were given all have shown.
    pub fn extent(&self) -> u64 {
        let of_all = self
            .rows
            .iter()
            .filter(|row| row.prefix.is_none() && row.failure.is_none());
        let counted = of_all
            .filter_map(|row| row.runs.first())
            .map(|run| run.bytes);
        counted.min().unwrap_or(self.bytes)
    }
}

/// One way of reading.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The strategy's name.
    pub strategy: String,
    /// `auto`'s choice, where it was asked for.
    pub chosen: Option<String>,
    /// Bytes of its buffer, where it has one.
    pub buffer: Option<u64>,
    /// Ranges counted at once.
    pub threads: usize,
    /// The command line that makes this run by hand.
    pub command: String,
    /// The runs that succeeded, in their order; warm-ups are not among them.
    pub runs: Vec<Measurement>,
    /// Why there are none, or no more.
    pub failure: Option<String>,
    /// Bytes of the prefix that was read instead of all, because all would have taken too long: times
    /// and calls of `runs` are those of the prefix.
    pub prefix: Option<u64>,
    /// What a reader must know of the page cache: "cold", or why it could not be made so.
    pub cache: Option<String>,
}

/// The figures of one run, from the child's own JSON. Absent is what could not be measured.
#[derive(Clone, Debug, Default)]
pub struct Measurement {
    /// Seconds of wall time.
    pub wall: f64,
    /// Seconds of CPU time in the program.
    pub user: f64,
    /// Seconds of CPU time in the kernel.
    pub system: f64,
    /// Bytes that were counted.
    pub bytes: u64,
    /// Peak resident bytes.
    pub peak: Option<u64>,
    /// Peak heap bytes.
    pub heap_peak: u64,
    /// Heap allocations.
    pub heap_allocations: u64,
    /// Anonymous bytes resident after the last byte.
    pub anonymous: Option<u64>,
    /// File bytes resident after the last byte.
    pub file: Option<u64>,
    /// Read calls.
    pub read_calls: u64,
    /// Bytes they returned, or that were mapped.
    pub read_bytes: u64,
    /// mmap calls.
    pub maps: u64,
    /// Minor page faults.
    pub minor_faults: u64,
    /// Major page faults.
    pub major_faults: u64,
    /// Voluntary context switches.
    pub voluntary_switches: u64,
    /// Involuntary context switches.
    pub involuntary_switches: u64,
    /// Bytes fetched from a disk.
    pub disk_bytes: u64,
    /// Bytes of the inputs in the page cache before.
    pub cached_bytes: Option<u64>,
    /// The counts, as JSON; equal in all rows or something is wrong.
    pub counts: Value,
}
