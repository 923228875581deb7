//! Parses the command line, does what it says, and tells the exit status.

use std::process::ExitCode;

use lc::cli;
use lc::plan::{Action, ComparePlan, Plan};
use lc::report::{self, ComparisonPrinter, Printer};
use lc::stdio::{Stdout, check_stdout};
use lc::{compare, generate, run, sample, signal};

fn main() -> ExitCode {
    let args = match cli::parse() {
        Ok(args) => args,
        Err(error) => match cli::usage_error(&error) {
            Some(reason) => return usage_error(&reason),
            None => return report::status_of(check_stdout().and_then(|()| error.print())),
        },
    };
    match Action::new(args) {
        Ok(Action::Count(plan)) => count(&plan),
        Ok(Action::Compare(plan)) => compare(&plan),
        Ok(Action::Sample(size)) => report::status_of(sample::write_sample(size, &mut Stdout)),
        Ok(Action::Generate(kind)) => {
            report::status_of(generate::write(kind, cli::command(), &mut Stdout))
        }
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

fn compare(plan: &ComparePlan) -> ExitCode {
    let compared = ComparisonPrinter::new(plan).and_then(|printer| {
        let comparison = compare::compare(plan, |comparison| printer.round(comparison))?;
        Ok(printer.finish(&comparison))
    });
    compared.unwrap_or_else(|reason| report::refused(&reason))
}

fn usage_error(reason: &str) -> ExitCode {
    report::refused(&format!("{reason}; see lc --help"))
}
