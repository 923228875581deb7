//! Behaviour of the program as a whole, a file for each kind.

mod agreement;
mod generate;
mod inputs;
mod logs;
mod memory;
mod oracle;
mod ranges;
mod recorder;
mod refusals;
mod report;
mod sample;
mod strace;
mod support;
mod wc;
