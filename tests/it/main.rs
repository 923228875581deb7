//! Behaviour of the program as a whole, a file for each kind.

mod agreement;
mod changing;
mod compare;
mod faults;
mod fuzz;
mod generate;
mod inputs;
mod limits;
mod logs;
mod many;
mod memory;
mod names;
mod oracle;
mod pattern;
mod ranges;
mod recorder;
mod refusals;
mod report;
mod sample;
mod severity;
mod signals;
mod strace;
mod sums;
mod support;
mod text;
mod wc;
