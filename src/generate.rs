//! What is made from the command line's own description: the manual page and completions.

use std::io::{self, Write};

use clap::{Command, ValueEnum};
use clap_complete::Shell;

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

/// Writes what is made of `command` to `out`.
///
/// # Errors
/// Those of writing.
pub fn write(kind: Kind, mut command: Command, out: &mut impl Write) -> io::Result<()> {
    // Of generators one ends the process when it cannot write, the other writes word by word; so they
    // write into memory first.
    let mut text = Vec::new();
    let shell = match kind {
        Kind::Man => {
            clap_mangen::Man::new(command).render(&mut text)?;
            return out.write_all(&text);
        }
        Kind::Bash => Shell::Bash,
        Kind::Zsh => Shell::Zsh,
        Kind::Fish => Shell::Fish,
        Kind::Elvish => Shell::Elvish,
        Kind::Powershell => Shell::PowerShell,
    };
    clap_complete::generate(shell, &mut command, "lc", &mut text);
    out.write_all(&text)
}
