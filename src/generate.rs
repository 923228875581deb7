//! What is made from the command line's own description: the manual page and completions.

mod bash;
mod man;

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
pub fn write(kind: Kind, command: Command, out: &mut impl Write) -> io::Result<()> {
    let mut text = Vec::new();
    match kind {
        // Its parts are written word by word.
        Kind::Man => man::write(command, &mut text)?,
        Kind::Bash => {
            let command = visible(&command);
            let script = completions(Shell::Bash, command.clone());
            text.extend(bash::mended(&script, &command).bytes());
        }
        Kind::Zsh => text = completions(Shell::Zsh, visible(&command)).into(),
        Kind::Fish => text = completions(Shell::Fish, visible(&command)).into(),
        Kind::Elvish => text = completions(Shell::Elvish, visible(&command)).into(),
        Kind::Powershell => text = completions(Shell::PowerShell, visible(&command)).into(),
    }
    out.write_all(&text)
}

fn completions(shell: Shell, mut command: Command) -> String {
    // The generator ends the process when it cannot write, so it writes into memory first.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "lc", &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Without what is hidden: the generator offers it all the same.
fn visible(command: &Command) -> Command {
    let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
    Command::new("lc")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(visible.cloned())
}
