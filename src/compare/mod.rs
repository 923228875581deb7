//! Comparing ways of reading on the user's own files.
//!
//! Fixes what is read ([`subject`]), runs each way in processes of its own ([`child`]), in rounds
//! ([`rounds`]), and makes figures, ratios, an order of what they tell ([`figures`], [`ratio`],
//! [`ranking`]) and looks whether all counted the same ([`agreement`]). How results are shown is the
//! reports'.

pub mod agreement;
pub mod child;
pub mod figures;
pub mod ranking;
pub mod ratio;
pub mod result;
pub mod rounds;
pub mod statistics;
pub mod subject;

use std::fs::{self, File};
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use crate::plan::{ComparePlan, Exports, Subject};
use crate::report::{self, Style, export, table, verdict};
use crate::size::binary;
use crate::strategy::{Choice, Strategy, Way};
pub use result::{Comparison, Measurement, Row};
use rounds::Rounds;
use subject::Inputs;

/// Compares, prints the table and the verdict; tells the exit status.
pub fn compare(plan: &ComparePlan) -> ExitCode {
    let done = open(plan).and_then(|inputs| {
        check_exports(&plan.exports)?;
        run(plan, &inputs)
    });
    match done {
        Ok(comparison) => finish(plan, &comparison),
        Err(reason) => {
            report::tell(format!("lc: {reason}"));
            ExitCode::from(report::FAILED)
        }
    }
}

fn open(plan: &ComparePlan) -> Result<Inputs, String> {
    let names = match &plan.subject {
        Subject::Names(names) => names,
        Subject::Sample(size) => {
            if !plan.quiet {
                report::tell(format!(
                    "lc: no FILE: comparing on a sample log of {} in {}, which is gone afterwards",
                    binary(*size),
                    report::quoted_text(&std::env::temp_dir())
                ));
            }
            return Inputs::sample(*size).map_err(|error| {
                let reason = report::reason(&error);
                format!(
                    "the sample log: {reason}; choose another --sample or TMPDIR, or name a FILE"
                )
            });
        }
    };
    if names.have_stdin() && !plan.quiet {
        report::tell("lc: standard input is copied into a temporary file first");
    }
    Inputs::named(names)
}

/// What cannot be written is found before the runs, not after.
fn check_exports(exports: &Exports) -> Result<(), String> {
    for path in [&exports.json, &exports.csv, &exports.markdown]
        .into_iter()
        .flatten()
    {
        if !is_stdout(path) {
            let opened = File::options().append(true).create(true).open(path);
            opened.map_err(|error| cannot_write(path, &error))?;
        }
    }
    Ok(())
}

fn run(plan: &ComparePlan, inputs: &Inputs) -> Result<Comparison, String> {
    let ways = if plan.ways.is_empty() {
        default_ways()
    } else {
        plan.ways.clone()
    };
    let started = Rounds::new(plan, inputs, &ways);
    let mut rounds = started.map_err(|error| report::reason(&error))?;
    let mut unwritable = None;
    let ran = rounds.run(|comparison| {
        write_files(&plan.exports, comparison).map_err(|(path, error)| {
            unwritable = Some(path);
            error
        })
    });
    match (ran, unwritable) {
        (Err(error), Some(path)) => Err(cannot_write(&path, &error)),
        (Err(error), None) => Err(report::reason(&error)),
        (Ok(()), _) => Ok(rounds.comparison),
    }
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

/// An export and the function that makes its text.
type Export<'a> = (&'a Option<PathBuf>, fn(&Comparison) -> String);

fn exports(exports: &Exports) -> [Export<'_>; 3] {
    [
        (&exports.json, export::json::json),
        (&exports.csv, export::csv::csv),
        (&exports.markdown, export::markdown::markdown),
    ]
}

/// Writes the files anew after each round, so that a stop loses nothing.
fn write_files(plan: &Exports, comparison: &Comparison) -> Result<(), (PathBuf, io::Error)> {
    for (path, text) in exports(plan) {
        if let Some(path) = path.as_deref().filter(|path| !is_stdout(path)) {
            fs::write(path, text(comparison)).map_err(|error| (path.to_owned(), error))?;
        }
    }
    Ok(())
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!(
        "{}: {}; choose another export file",
        report::quoted_text(path),
        report::reason(error)
    )
}

fn finish(plan: &ComparePlan, comparison: &Comparison) -> ExitCode {
    let style = Style::of_stdout(plan.colour);
    let mut text = String::new();
    for (path, export) in exports(&plan.exports) {
        if path.as_deref().is_some_and(is_stdout) {
            text += &export(comparison);
        }
    }
    // An export on standard output is read by a program, which the table would only confuse.
    if text.is_empty() {
        text = format!(
            "{}\n{}",
            table::table(comparison, style),
            verdict::verdict(comparison, style)
        );
    }
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    if written.is_err() {
        return report::status_of(written);
    }
    let asked_for_failed =
        !plan.ways.is_empty() && comparison.rows.iter().any(|row| row.failure.is_some());
    let nothing = comparison.rows.iter().all(|row| row.failure.is_some());
    let differ = !agreement::disagreements(comparison).is_empty();
    if differ || nothing || asked_for_failed {
        return ExitCode::from(report::FAILED);
    }
    ExitCode::SUCCESS
}
