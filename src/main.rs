//! Parses the command line, does what it says, and tells the exit status.
//!
//! With glibc the program begins in a `main` of C's, without that of Rust's runtime: to tell an overflow of
//! the stack from other faults, that one reads and parses `/proc/self/maps`, which takes 47 µs of 737 on a file
//! of 20 KB, and 0.1 MiB of 3.4 (medians of 600 runs, AMD EPYC, 2026-12-01). The rest of what it does is done
//! here and in [`stdio`](lc::stdio).
#![cfg_attr(all(target_os = "linux", target_env = "gnu"), no_main)]

use std::process;

use lc::cli;
use lc::names::Names;
use lc::plan::{Action, ComparePlan, Plan};
use lc::report::{self, ComparisonPrinter, Printer};
use lc::stdio::{Stdout, check_stdout};
use lc::{compare, generate, sample, signal};

/// Where glibc begins; Rust has the arguments from the linker.
// SAFETY: it is what the C standard says of this name, and `no_main` keeps the compiler from making another.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a name that another language calls")]
#[unsafe(no_mangle)]
extern "C" fn main() -> std::ffi::c_int {
    signal::ignore_unread_pipes();
    process::exit(run().into())
}

/// Where Rust's runtime begins.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn main() {
    process::exit(run().into())
}

/// Does what the command line says; tells the exit status.
fn run() -> u8 {
    let args = match cli::parse() {
        Ok(args) => args,
        Err(error) => match cli::usage_error(&error) {
            Some(reason) => return usage_error(&reason),
            None => return report::status_of(check_stdout().and_then(|()| error.print())),
        },
    };
    match Action::new(args) {
        Ok(Action::Count(plan, names)) => count(&plan, names),
        Ok(Action::Compare(plan)) => compare(&plan),
        Ok(Action::Sample(size)) => report::status_of(sample::write_sample(size, &mut Stdout)),
        Ok(Action::Generate(kind)) => {
            report::status_of(generate::write(kind, cli::command(), &mut Stdout))
        }
        Err(error) => usage_error(&format!("{error:#}")),
    }
}

fn count(plan: &Plan, names: Names) -> u8 {
    signal::install();
    let listing = names.list();
    let mut printer = Printer::new(plan, &listing);
    let run = lc::run::run(plan, listing, &mut |outcome| printer.outcome(outcome));
    let status = printer.finish(&run);
    signal::end_if_stopped();
    status
}

fn compare(plan: &ComparePlan) -> u8 {
    let compared = ComparisonPrinter::new(plan).and_then(|printer| {
        let comparison = compare::compare(plan, |comparison| printer.round(comparison))?;
        Ok(printer.finish(&comparison))
    });
    compared.unwrap_or_else(|reason| report::refused(&reason))
}

fn usage_error(reason: &str) -> u8 {
    report::refused(&format!("{reason}; see lc --help"))
}
