//! What is wrong with a command line, in one line.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::quote::quoted_text;

/// A wrong command line in one line: what is wrong, with which value, and what was perhaps meant.
/// Help and version are no errors; they come back as they are.
pub fn usage_error(error: &clap::Error) -> Option<String> {
    let option = option(error);
    Some(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => return None,
        ErrorKind::UnknownArgument => unknown(error),
        ErrorKind::InvalidValue => match text(error, ContextKind::InvalidValue) {
            Some(value) if !value.is_empty() => invalid(error, option, value),
            _ => missing(error, option),
        },
        ErrorKind::ValueValidation => invalid(error, option, value(error)),
        ErrorKind::TooManyValues => {
            format!(
                "{option} takes no value, and {} was given",
                shown(value(error))
            )
        }
        ErrorKind::ArgumentConflict => {
            format!("{option} stands alone; leave the other options and files out")
        }
        _ => whole(error),
    })
}

fn unknown(error: &clap::Error) -> String {
    let option = text(error, ContextKind::InvalidArg).unwrap_or_default();
    let unknown = format!("unknown option {}", shown(option));
    match (elsewhere(option), text(error, ContextKind::SuggestedArg)) {
        (Some(hint), _) => format!("{unknown}; {hint}"),
        (None, Some(meant)) => format!("{unknown}; perhaps {meant} is meant"),
        (None, None) => unknown,
    }
}

fn invalid(error: &clap::Error, option: &str, value: &str) -> String {
    let mut message = format!("invalid value {} for {option}", shown(value));
    if let Some(meant) = texts(error, ContextKind::SuggestedValue).first() {
        message += &format!("; perhaps {meant} is meant");
    }
    match (&*texts(error, ContextKind::ValidValue), error.source()) {
        ([], Some(reason)) => message += &format!(": {reason}"),
        ([], None) => {}
        (known, _) => message += &format!("; it is one of {}", known.join(", ")),
    }
    message
}

fn missing(error: &clap::Error, option: &str) -> String {
    match &*texts(error, ContextKind::ValidValue) {
        [] => format!("{option} needs a value, and there is none"),
        known => format!("{option} needs a value: one of {}", known.join(", ")),
    }
}

/// What clap says in lines, for what it seldom says: the error and tips, then usage that is left out.
fn whole(error: &clap::Error) -> String {
    let text = error.to_string();
    let said = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty());
    let reason = said.collect::<Vec<_>>().join("; ");
    reason.strip_prefix("error: ").unwrap_or(&reason).to_owned()
}

/// The option's name, without what clap writes behind it: `--buf <SIZE>`, `--errors[=<LEVEL>]`.
fn option(error: &clap::Error) -> &str {
    let argument = text(error, ContextKind::InvalidArg).unwrap_or_default();
    argument.split([' ', '[', '=']).next().unwrap_or_default()
}

fn value(error: &clap::Error) -> &str {
    text(error, ContextKind::InvalidValue).unwrap_or_default()
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    texts(error, kind).into_iter().next()
}

fn texts(error: &clap::Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// As it was typed, in quotes, so that blanks and nothing at all are seen.
fn shown(typed: &str) -> String {
    match quoted_text(typed) {
        quoted if quoted == typed => format!("'{typed}'"),
        quoted => quoted,
    }
}

/// What an option that other tools have is called here.
fn elsewhere(option: &str) -> Option<&'static str> {
    Some(match option {
        "-c" | "--count" | "-n" | "--line-number" | "-o" | "--only-matching" => {
            "lines are always counted and not printed; bytes are --bytes"
        }
        "-m" | "--chars" => "characters are not counted; use --bytes",
        "-w" | "--words" => "words are not counted",
        "--max-line-length" => "use --longest",
        "-E" | "-G" | "-P" | "--regexp" | "--extended-regexp" | "--perl-regexp" => {
            "a regular expression is given as -e REGEX"
        }
        "--severity" | "--level" => "use --errors=LEVEL",
        "--no-color" => "use --color never",
        "-R" => "use --recursive, which follows no links",
        _ => return None,
    })
}
