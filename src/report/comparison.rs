//! What is shown of a comparison: exports after each round, then the table and the verdict.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::{FAILED, SUCCEEDED, Style, export, status_of, table, verdict};
use crate::compare::{Comparison, agreement};
use crate::message::{reason, tell};
use crate::plan::{ComparePlan, Exports};
use crate::quote::quoted_text;
use crate::stdio;

/// Shows what came of a comparison.
#[derive(Debug)]
pub struct ComparisonPrinter<'a> {
    plan: &'a ComparePlan,
}

impl<'a> ComparisonPrinter<'a> {
    /// # Errors
    /// An export or a table that cannot be written: that is found before the runs, not after.
    pub fn new(plan: &'a ComparePlan) -> Result<Self, String> {
        stdio::check_stdout().map_err(|error| format!("standard output: {}", reason(&error)))?;
        check_exports(&plan.exports)?;
        Ok(Self { plan })
    }

    /// Writes the exports anew, so that a stop loses nothing.
    ///
    /// # Errors
    /// One that cannot be written, in words.
    pub fn round(&self, comparison: &Comparison) -> Result<(), String> {
        for (path, text) in exports(&self.plan.exports) {
            if let Some(path) = path.as_deref().filter(|path| !is_stdout(path)) {
                fs::write(path, text(comparison)).map_err(|error| cannot_write(path, &error))?;
            }
        }
        Ok(())
    }

    /// Prints the table and the verdict; tells the exit status.
    pub fn finish(&self, comparison: &Comparison) -> u8 {
        let written = self.print(comparison);
        if written.is_err() {
            return status_of(written);
        }
        let failed = |row: &crate::compare::Row| row.failure.is_some();
        let asked_for_failed = !self.plan.ways.is_empty() && comparison.rows.iter().any(failed);
        let differ = !agreement::disagreements(comparison).is_empty();
        if differ || asked_for_failed || comparison.rows.iter().all(failed) {
            return FAILED;
        }
        SUCCEEDED
    }

    fn print(&self, comparison: &Comparison) -> io::Result<()> {
        let style = Style::of_stdout(self.plan.colour);
        let mut text = String::new();
        for (path, export) in exports(&self.plan.exports) {
            if path.as_deref().is_some_and(is_stdout) {
                text += &export(comparison);
            }
        }
        // An export on standard output is read by a program, which the table would only confuse.
        if text.is_empty() {
            text = table::table(comparison, style);
            text.push('\n');
            text += &verdict::verdict(comparison, style);
        }
        stdio::write_stdout(text.as_bytes())
    }
}

/// Tells why nothing was done.
pub fn refused(reason: &str) -> u8 {
    tell(format!("lc: {reason}"));
    FAILED
}

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

/// An export and the function that makes its text.
type Export<'a> = (&'a Option<PathBuf>, fn(&Comparison) -> String);

fn exports(exports: &Exports) -> [Export<'_>; 3] {
    [
        (&exports.json, export::json::json),
        (&exports.csv, export::csv::csv),
        (&exports.markdown, export::markdown::markdown),
    ]
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!(
        "{}: {}; choose another export file",
        quoted_text(path),
        reason(error)
    )
}
