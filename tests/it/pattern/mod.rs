//! Lines that match patterns, always asked in three ways: of one line, of a block, of a line in parts.
//!
//! * [`options`]: how patterns are given on the command line
//! * [`matching`]: what a pattern and its flags mean; [`crlf`]: what `--crlf` changes
//! * [`streaming`]: what streams tell besides
//! * [`refusals`]: patterns that are refused, and what is said of them
//! * [`agreement`]: random patterns, flags and lines against an oracle

mod agreement;
mod crlf;
mod grammar;
mod matching;
mod options;
mod oracle;
mod refusals;
mod streaming;
mod support;
