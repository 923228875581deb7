//! The help: `-h` names every option and explains the common ones on a screen; `--help` explains all.

use std::fmt::Write;

use clap::builder::StyledStr;
use clap::{Command, CommandFactory};

use super::Args;
use crate::manual;

/// The description of the command line, with all that its help says.
pub fn command() -> Command {
    let command = Args::command();
    let more = more(&command);
    let manual = manual(&command);
    command.after_help(more).after_long_help(manual)
}

/// The options that `-h` has no room to explain.
fn more(command: &Command) -> String {
    let options = command
        .get_opts()
        .filter(|option| option.is_hide_short_help_set() && !option.is_hide_set());
    let names: Vec<String> = options
        .map(|option| match (option.get_short(), option.get_long()) {
            (Some(short), _) => format!("-{short}"),
            (None, long) => format!("--{}", long.unwrap_or_default()),
        })
        .collect();
    format!(
        "lc --help explains all of it, with examples, and also: {}",
        names.join(", ")
    )
}

/// The manual's sections in the layout of clap's long help, which wraps lines and keeps their indents.
fn manual(command: &Command) -> StyledStr {
    let (heading, term) = (
        command.get_styles().get_header(),
        command.get_styles().get_literal(),
    );
    let mut text = String::new();
    for section in &manual::SECTIONS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{heading}{}:{heading:#}", section.title);
        for entry in section.entries {
            let _ = writeln!(
                text,
                "  {term}{}{term:#}\n          {}",
                entry.term, entry.meaning
            );
        }
        text.push('\n');
    }
    text.trim_end().to_owned().into()
}
