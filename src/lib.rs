//! `lc` counts the lines of big logs, lets its user choose how they are read, and tells what that cost.
//!
//! The way through the code: [`cli`] takes the command line, [`plan`] checks it and makes plain data
//! of it, [`names`] lists what to read. [`run`] opens each [`input`], cuts it into ranges
//! ([`mod@range`]), lets a [`strategy`] push their bytes into a counter ([`count`]) through the one
//! trait they share ([`sink`]), and measures all of that ([`measure`]). What came of it is printed by
//! [`report`]. A [`signal`] may stop it, or ask for its [`progress`].

pub mod cli;
pub mod compare;
pub mod count;
pub mod generate;
pub mod input;
pub mod manual;
pub mod measure;
pub mod message;
pub mod names;
pub mod plan;
pub mod progress;
pub mod quote;
mod random;
pub mod range;
pub mod report;
pub mod run;
pub mod sample;
pub mod say;
pub mod signal;
pub mod sink;
pub mod size;
pub mod stdio;
pub mod strategy;
