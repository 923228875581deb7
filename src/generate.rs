//! What is made from the command line's own description: the manual page and completions.

use std::io::{self, Write};

use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use crate::cli::Args;

/// What can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// The manual page
    Man,
    /// Completions for bash
    Bash,
    /// Completions for zsh
    Zsh,
    /// Completions for fish
    Fish,
    /// Completions for elvish
    Elvish,
    /// Completions for PowerShell
    Powershell,
}

/// Writes it to `out`.
///
/// # Errors
/// Those of writing.
pub fn write(kind: Kind, out: &mut impl Write) -> io::Result<()> {
    let mut command = Args::command();
    let shell = match kind {
        Kind::Man => return clap_mangen::Man::new(command).render(out),
        Kind::Bash => Shell::Bash,
        Kind::Zsh => Shell::Zsh,
        Kind::Fish => Shell::Fish,
        Kind::Elvish => Shell::Elvish,
        Kind::Powershell => Shell::PowerShell,
    };
    // The generator ends the process when it cannot write, so it writes into memory first.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "lc", &mut text);
    out.write_all(&text)
}
