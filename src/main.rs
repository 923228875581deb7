//! Parses the command line, does what it says, and tells the exit status.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use lc::cli::{self, Args};
use lc::plan::{Action, Plan};
use lc::report::{self, Printer};
use lc::{compare, generate, run, sample, signal};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => match cli::usage_error(&error) {
            Some(reason) => return usage_error(&reason),
            None => return report::status_of(error.print()),
        },
    };
    match Action::new(args) {
        Ok(Action::Count(plan)) => count(&plan),
        Ok(Action::Compare(plan)) => compare::compare(&plan),
        Ok(Action::Sample(size)) => {
            report::status_of(sample::write_sample(size, &mut io::stdout().lock()))
        }
        Ok(Action::Generate(kind)) => report::status_of(write_generated(kind)),
        Err(error) => usage_error(&format!("{error:#}")),
    }
}

fn count(plan: &Plan) -> ExitCode {
    signal::install();
    let listing = plan.names.list();
    let mut printer = Printer::new(plan, &listing);
    let run = run::run(plan, listing, &mut |outcome| printer.outcome(outcome));
    let status = printer.finish(&run);
    signal::end_if_stopped();
    status
}

fn write_generated(kind: generate::Kind) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    generate::write(kind, &mut stdout)?;
    stdout.flush()
}

fn usage_error(reason: &str) -> ExitCode {
    // A pattern's error ends in a caret below the place, where nothing may follow.
    let hint = if reason.contains('\n') {
        ""
    } else {
        "; see lc --help"
    };
    report::tell(format!("lc: {reason}{hint}"));
    ExitCode::from(report::FAILED)
}
