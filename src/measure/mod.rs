//! What a run cost: time, memory, faults, and what was in the cache before.
#![expect(
    unsafe_code,
    reason = "getrusage(2) has no safe interface with all of its fields"
)]

pub mod cache;
pub mod heap;
pub mod memory;

use std::ops::AddAssign;
use std::time::{Duration, Instant};

pub use heap::Heap;

/// What the kernel has counted for this process, from getrusage(2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time in the program.
    pub user: Duration,
    /// CPU time in the kernel on its behalf.
    pub system: Duration,
    /// Page faults that needed no input or output.
    pub minor_faults: u64,
    /// Page faults that did.
    pub major_faults: u64,
    /// Times it waited for something.
    pub voluntary_switches: u64,
    /// Times another process was preferred.
    pub involuntary_switches: u64,
    /// Bytes that were fetched from a disk: `ru_inblock` in its units of 512 bytes, which the kernel
    /// takes from the same counter as `read_bytes` of `/proc/PID/io`.
    pub disk_bytes: u64,
}

impl Usage {
    /// The figures of all of this process's threads so far.
    pub fn now() -> Self {
        // SAFETY: all fields are integers, for which zeros are a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel fills the struct, which lives until the call returns. The call cannot
        // fail with these arguments.
        unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) };
        Self {
            user: duration(usage.ru_utime),
            system: duration(usage.ru_stime),
            minor_faults: usage.ru_minflt as u64,
            major_faults: usage.ru_majflt as u64,
            voluntary_switches: usage.ru_nvcsw as u64,
            involuntary_switches: usage.ru_nivcsw as u64,
            disk_bytes: usage.ru_inblock as u64 * 512,
        }
    }

    /// What has come since `start`.
    pub fn since(self, start: Self) -> Self {
        Self {
            user: self.user.saturating_sub(start.user),
            system: self.system.saturating_sub(start.system),
            minor_faults: self.minor_faults - start.minor_faults,
            major_faults: self.major_faults - start.major_faults,
            voluntary_switches: self.voluntary_switches - start.voluntary_switches,
            involuntary_switches: self.involuntary_switches - start.involuntary_switches,
            disk_bytes: self.disk_bytes - start.disk_bytes,
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.user += other.user;
        self.system += other.system;
        self.minor_faults += other.minor_faults;
        self.major_faults += other.major_faults;
        self.voluntary_switches += other.voluntary_switches;
        self.involuntary_switches += other.involuntary_switches;
        self.disk_bytes += other.disk_bytes;
    }
}

fn duration(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
}

/// Time and usage, with pauses for what is not part of the run.
#[derive(Debug)]
pub struct Stopwatch {
    start: (Instant, Usage),
    outside: (Duration, Usage),
}

impl Stopwatch {
    /// A clock that runs from now on.
    pub fn start() -> Self {
        Self {
            start: (Instant::now(), Usage::now()),
            outside: Default::default(),
        }
    }

    /// Does something that is not counted.
    pub fn outside<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (start, usage) = (Instant::now(), Usage::now());
        let result = work();
        self.outside.1 += Usage::now().since(usage);
        self.outside.0 += start.elapsed();
        result
    }

    /// The time counted so far, and what the kernel counted in it.
    pub fn elapsed(&self) -> (Duration, Usage) {
        let wall = self.start.0.elapsed().saturating_sub(self.outside.0);
        let usage = Usage::now().since(self.start.1).since(self.outside.1);
        (wall, usage)
    }
}
