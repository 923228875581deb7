//! Comparing ways of reading on the user's own files.
//!
//! Fixes what is read ([`subject`]), runs each way in processes of its own ([`child`]), in rounds
//! ([`rounds`]), and makes figures, ratios, an order of what they tell ([`figures`], [`ratio`],
//! [`ranking`]) and looks whether all counted the same ([`agreement`]). How results are shown is the
//! reports'.

mod affordable;
pub mod agreement;
pub mod child;
pub mod figures;
pub mod ranking;
pub mod ratio;
pub mod result;
pub mod rounds;
pub mod statistics;
mod status;
pub mod subject;

use std::env;
use std::io;
use std::num::NonZero;
use std::thread;

use crate::message;
use crate::plan::{ComparePlan, Subject};
use crate::quote::quoted_text;
use crate::size::binary;
use crate::strategy::{Choice, Strategy, Way};
pub use result::{Comparison, Measurement, Row};
use rounds::Rounds;
use subject::Inputs;

/// Runs all ways of reading that `plan` names, and gives what came of it so far to `after_round` after
/// each round.
///
/// # Errors
/// Inputs that cannot be compared on, in words; and what `after_round` fails with.
pub fn compare(
    plan: &ComparePlan,
    mut after_round: impl FnMut(&Comparison) -> Result<(), String>,
) -> Result<Comparison, String> {
    let inputs = open(plan)?;
    let ways = if plan.ways.is_empty() {
        default_ways()
    } else {
        plan.ways.clone()
    };
    let started = Rounds::new(plan, &inputs, &ways);
    let mut rounds = started.map_err(|error| message::reason(&error))?;
    let mut failure = None;
    let ran = rounds.run(|comparison| {
        after_round(comparison).map_err(|reason| {
            failure = Some(reason);
            io::Error::other("the results of a round are not wanted")
        })
    });
    match (ran, failure) {
        (_, Some(reason)) => Err(reason),
        (Err(error), None) => Err(message::reason(&error)),
        (Ok(()), None) => Ok(rounds.comparison),
    }
}

fn open(plan: &ComparePlan) -> Result<Inputs, String> {
    let names = match &plan.subject {
        Subject::Names(names) => names,
        Subject::Sample(size) => {
            if !plan.quiet {
                message::tell(format!(
                    "lc: no FILE: comparing on a sample log of {} in {}, which is gone afterwards",
                    binary(*size),
                    quoted_text(&env::temp_dir())
                ));
            }
            return Inputs::sample(*size).map_err(|error| {
                let reason = message::reason(&error);
                format!(
                    "the sample log: {reason}; choose another --sample or TMPDIR, or name a FILE"
                )
            });
        }
    };
    if names.have_stdin() && !plan.quiet {
        message::tell("lc: standard input is copied into a temporary file first");
    }
    Inputs::named(names)
}

/// The whole story in one table: what a system call for each byte costs, what lines cost, what larger
/// reads gain, what memory buys; each on one thread, and the best on all.
fn default_ways() -> Vec<Way> {
    let of = |strategy| Way::of(Choice::Named(strategy));
    let with = |strategy, buffer| Way {
        buffer: Some(buffer),
        ..of(strategy)
    };
    let mut ways = vec![
        with(Strategy::Byte, 1),
        of(Strategy::Byte),
        of(Strategy::Lines),
        with(Strategy::Chunk, 4 << 10),
        with(Strategy::Chunk, 64 << 10),
        of(Strategy::Chunk),
        with(Strategy::Chunk, 1 << 20),
        of(Strategy::Whole),
        of(Strategy::Mmap),
    ];
    let cpus = thread::available_parallelism().map_or(1, NonZero::get);
    if cpus > 1 {
        let on_all = |strategy| Way {
            threads: Some(cpus),
            ..of(strategy)
        };
        ways.extend([on_all(Strategy::Chunk), on_all(Strategy::Mmap)]);
    }
    ways.push(Way::AUTO);
    ways
}
