//! The command line as it is typed. What it means is [`crate::plan`]'s.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, Parser, ValueEnum};

use crate::count::{Level, Policy};
use crate::generate;
use crate::measure::cache::State;
use crate::say::{ColourWhen, ProgressWhen, TotalWhen};
use crate::size::{self, SizeError};
use crate::strategy::{Choice, Strategy};

/// Count the lines of big logs, choose how they are read, and see what that cost.
///
/// With no FILE, or when FILE is -, standard input is read. Sizes are bytes, or end in K, M, G, T, P
/// or E (powers of 1024) or KB, MB and so on (powers of 1000).
#[derive(Debug, Parser, PartialEq)]
#[command(
    name = "lc",
    version,
    max_term_width = 100,
    args_override_self = true,
    after_help = "Exit status: 0 all inputs counted, 1 --max-errors exceeded, 2 usage error or an input failed."
)]
pub struct Args {
    /// Files to count; - is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<OsString>,

    /// Count LF bytes (the default)
    #[arg(short, long, help_heading = "What to count")]
    pub lines: bool,

    /// Count lines of a severity or worse: fatal, error, warn, info, debug or trace
    #[arg(
        long,
        value_name = "LEVEL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "error",
        value_parser = level_parser(),
        help_heading = "What to count"
    )]
    pub errors: Option<Level>,

    /// Print a row for each severity: how many lines carry it, and their share
    #[arg(long, help_heading = "What to count")]
    pub levels: bool,

    /// Count lines that match; given again, lines that match any of them
    #[arg(
        short = 'e',
        long = "pattern",
        value_name = "REGEX",
        allow_hyphen_values = true,
        action = ArgAction::Append,
        help_heading = "What to count"
    )]
    pub patterns: Vec<String>,

    /// Read patterns from a file, one a line; - is standard input
    #[arg(
        short = 'f',
        long = "file",
        value_name = "FILE",
        help_heading = "What to count"
    )]
    pub pattern_files: Vec<PathBuf>,

    /// Patterns are text, not regular expressions
    #[arg(short = 'F', long, help_heading = "What to count")]
    pub fixed_strings: bool,

    /// Letters match in either case
    #[arg(short, long, help_heading = "What to count")]
    pub ignore_case: bool,

    /// Patterns match whole words only
    #[arg(short, long, help_heading = "What to count")]
    pub word_regexp: bool,

    /// Patterns match whole lines only
    #[arg(short = 'x', long, help_heading = "What to count")]
    pub line_regexp: bool,

    /// Count the lines that do not match
    #[arg(short = 'v', long, help_heading = "What to count")]
    pub invert_match: bool,

    /// A CR before the LF is part of the line's end, for $ and -x
    #[arg(long, help_heading = "What to count")]
    pub crlf: bool,

    /// Count bytes
    #[arg(long, help_heading = "What to count")]
    pub bytes: bool,

    /// Print the length of the longest line, in bytes, LF not counted
    #[arg(short = 'L', long, help_heading = "What to count")]
    pub longest: bool,

    /// How the input is read [default: auto]
    #[arg(
        short,
        long,
        value_name = "NAME",
        action = ArgAction::Set,
        value_delimiter = ',',
        value_parser = choice_parser(),
        help_heading = "How to read"
    )]
    pub strategy: Vec<Choice>,

    /// Bytes of the buffer (byte, lines), of a read (chunk), or of a window (mmap)
    #[arg(
        short,
        long,
        value_name = "SIZE",
        action = ArgAction::Set,
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = parse_size,
        help_heading = "How to read"
    )]
    pub buf: Vec<u64>,

    /// Ranges counted at once; 0 is auto's choice, and 1 is the default of a named strategy
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        action = ArgAction::Set,
        value_delimiter = ',',
        allow_hyphen_values = true,
        help_heading = "How to read"
    )]
    pub threads: Vec<usize>,

    /// Bytes above which a line is overlong, and of which no more is held
    #[arg(
        long, value_name = "SIZE", allow_hyphen_values = true, default_value = "1M", value_parser = parse_size,
        help_heading = "How to read"
    )]
    pub max_line_len: u64,

    /// What becomes of overlong lines
    #[arg(
        long,
        value_name = "POLICY",
        value_enum,
        default_value = "scan",
        help_heading = "How to read"
    )]
    pub overlong: Policy,

    /// Bytes that whole may hold [default: what is available]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = parse_size, help_heading = "How to read")]
    pub max_memory: Option<u64>,

    /// What the page cache is to hold of an input before it is read
    #[arg(
        long,
        value_name = "STATE",
        value_enum,
        default_value = "as-is",
        help_heading = "How to read"
    )]
    pub cache: State,

    /// Count only the lines that start between two offsets, as 1M..2M or 1G..
    #[arg(
        long,
        value_name = "START..END",
        allow_hyphen_values = true,
        help_heading = "How to read"
    )]
    pub range: Option<String>,

    /// Count all files below directories; no FILE is the current one
    #[arg(short, long, help_heading = "How to read")]
    pub recursive: bool,

    /// Read the names of the inputs, each ended by NUL, from a file; - is standard input
    #[arg(long, value_name = "FILE", help_heading = "How to read")]
    pub files0_from: Option<PathBuf>,

    /// When to print a row of totals
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        help_heading = "What to say"
    )]
    pub total: TotalWhen,

    /// No report; errors are still told
    #[arg(short, long, help_heading = "What to say")]
    pub quiet: bool,

    /// JSON Lines on standard output instead of columns; no report
    #[arg(long, help_heading = "What to say")]
    pub json: bool,

    /// When to show on standard error how far the counting is
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        help_heading = "What to say"
    )]
    pub progress: ProgressWhen,

    /// Exit with 1 when more lines than N are counted by --errors, or else by -e
    #[arg(long, value_name = "N", help_heading = "What to say")]
    pub max_errors: Option<u64>,

    /// When to use colours
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        help_heading = "What to say"
    )]
    pub color: ColourWhen,

    /// Run every strategy on the inputs, each in a process of its own, and tell which is best; -s, -b
    /// and -j take comma lists, and all their combinations are run. With no FILE, on a sample log
    #[arg(long, help_heading = "Compare")]
    pub compare: bool,

    /// Runs of each way of reading [default: as many as --max-time allows and the figures need]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        help_heading = "Compare"
    )]
    pub runs: Option<u32>,

    /// Runs of each before those that are counted [default: 1]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        help_heading = "Compare"
    )]
    pub warmup: Option<u32>,

    /// Seconds after which no further round begins [default: 30]
    #[arg(
        long,
        value_name = "T",
        allow_hyphen_values = true,
        help_heading = "Compare"
    )]
    pub max_time: Option<f64>,

    /// Write the results as JSON, in hyperfine's fields and more; - is standard output
    #[arg(long, value_name = "FILE", help_heading = "Compare")]
    pub export_json: Option<PathBuf>,

    /// Write the results as CSV; - is standard output
    #[arg(long, value_name = "FILE", help_heading = "Compare")]
    pub export_csv: Option<PathBuf>,

    /// Write the results as a Markdown table; - is standard output
    #[arg(long, value_name = "FILE", help_heading = "Compare")]
    pub export_markdown: Option<PathBuf>,

    /// Alone: write a realistic log of exactly that size to standard output. With --compare and no
    /// FILE: the size of the log that is made [default: 256M]
    #[arg(
        long,
        value_name = "SIZE",
        allow_hyphen_values = true,
        value_parser = parse_size,
        help_heading = "Compare"
    )]
    pub sample: Option<u64>,

    /// Where each FILE ends, for the children of a comparison: what is appended later is not theirs
    #[arg(long, value_name = "OFFSETS", value_delimiter = ',', hide = true)]
    pub ends: Vec<u64>,

    /// Write a manual page or the completions of a shell to standard output
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        help_heading = "Other",
        exclusive = true
    )]
    pub generate: Option<generate::Kind>,
}

/// `auto` and all strategies, by their names.
fn choice_parser() -> impl TypedValueParser<Value = Choice> {
    let auto = PossibleValue::new("auto").help("What is fastest for the input; never maps it");
    let named = Strategy::value_variants()
        .iter()
        .filter_map(Strategy::to_possible_value);
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .map(|name| Strategy::from_str(&name, false).map_or(Choice::Auto, Choice::Named))
}

/// The severities by name.
fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::from_name(&name).unwrap_or(Level::Error))
}

fn parse_size(text: &str) -> Result<u64, SizeError> {
    size::parse(text)
}

/// A wrong command line in one line: what is wrong, with which value, and what was perhaps meant.
/// Help and version are no errors; they come back as they are.
pub fn usage_error(error: &clap::Error) -> Option<String> {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return None;
    }
    // clap's text says it in lines: the error, possible values, tips, then usage that is left out.
    let text = error.to_string();
    let said = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        // To pass an unknown option as a file is what nobody means.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"));
    let reason = said.collect::<Vec<_>>().join("; ");
    let reason = reason.strip_prefix("error: ").unwrap_or(&reason);
    Some(match elsewhere(error) {
        Some(hint) => format!("{reason}; {hint}"),
        None => reason.to_owned(),
    })
}

/// What an option that other tools have is called here.
fn elsewhere(error: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    match option.as_str() {
        "-c" => Some("bytes are --bytes, and lines are always counted and not printed"),
        "-m" | "--chars" => Some("characters are not counted; use --bytes"),
        "-w" | "--words" => Some("words are not counted"),
        "--max-line-length" => Some("use --longest"),
        _ => None,
    }
}
