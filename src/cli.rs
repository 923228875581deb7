//! The command line as it is typed. What it means is [`crate::plan`]'s.

mod help;
mod parse;
mod usage;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Parser, ValueHint};

use crate::count::{Level, Policy};
use crate::generate;
use crate::measure::cache::State;
use crate::names::Rest;
use crate::say::{ColourWhen, ProgressWhen, TotalWhen};
use crate::strategy::Choice;
pub use help::command;
pub use parse::parse;
pub use usage::usage_error;
use values::{choices, levels, number, seconds, size};

/// Counts lines of big logs, and tells what reading them cost.
///
/// The counts, columns as those of wc, go to standard output; what reading cost goes to standard
/// error. With no FILE, or when FILE is -, standard input is read. Sizes are bytes, or end in K, M, G,
/// T, P or E (powers of 1024) or KB, MB and so on (powers of 1000).
#[derive(Debug, Parser, PartialEq)]
#[command(
    name = "lc",
    version,
    max_term_width = 100,
    args_override_self = true,
    disable_help_flag = true,
    disable_version_flag = true
)]
pub struct Args {
    /// Files to count; - is standard input [default: standard input]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub files: Vec<OsString>,

    /// More of them, none of which begins with a dash.
    #[arg(skip)]
    pub more_files: Rest,

    /// Count LF bytes, as wc -l does (the default)
    ///
    /// A last line without LF is not counted, and the report says that there is one.
    #[arg(short, long, help_heading = "What to count")]
    pub lines: bool,

    /// Count lines of a severity or worse: fatal, error, warn, info, debug or trace [default: error]
    ///
    /// Not any line in which the word stands: the first severity token on the line decides, as the
    /// common logging libraries and servers write it. An INFO line that quotes an ERROR is an INFO
    /// line.
    #[arg(
        long,
        value_name = "LEVEL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "error",
        value_parser = levels(),
        hide_possible_values = true,
        help_heading = "What to count"
    )]
    pub errors: Option<Level>,

    /// Print a row for each severity, with its share
    ///
    /// Lines without any have a row of their own.
    #[arg(long, help_heading = "What to count")]
    pub levels: bool,

    /// Count lines that match; repeat it for any of several
    ///
    /// The syntax is ripgrep's, and a match lies within one line.
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
        hide_short_help = true,
        help_heading = "What to count"
    )]
    pub pattern_files: Vec<PathBuf>,

    /// Patterns are text, not regular expressions
    #[arg(
        short = 'F',
        long,
        hide_short_help = true,
        help_heading = "What to count"
    )]
    pub fixed_strings: bool,

    /// Letters match in either case
    #[arg(short, long, hide_short_help = true, help_heading = "What to count")]
    pub ignore_case: bool,

    /// Patterns match whole words only
    #[arg(short, long, hide_short_help = true, help_heading = "What to count")]
    pub word_regexp: bool,

    /// Patterns match whole lines only
    #[arg(
        short = 'x',
        long,
        hide_short_help = true,
        help_heading = "What to count"
    )]
    pub line_regexp: bool,

    /// Count the lines that do not match
    #[arg(
        short = 'v',
        long,
        hide_short_help = true,
        help_heading = "What to count"
    )]
    pub invert_match: bool,

    /// A CR before the LF is part of the line's end, for $ and -x
    #[arg(long, hide_short_help = true, help_heading = "What to count")]
    pub crlf: bool,

    /// Count bytes
    #[arg(long, help_heading = "What to count")]
    pub bytes: bool,

    /// Print the longest line's length in bytes
    ///
    /// Its LF is not counted.
    #[arg(short = 'L', long, help_heading = "What to count")]
    pub longest: bool,

    /// How the input is read [default: auto]
    #[arg(
        short,
        long,
        value_name = "NAME",
        action = ArgAction::Set,
        value_delimiter = ',',
        value_parser = choices(),
        help_heading = "How to read"
    )]
    pub strategy: Vec<Choice>,

    /// Bytes of a read or buffer [default: the strategy's]
    ///
    /// For byte and lines it is the buffer [default: 64K], for chunk the size of a read [default:
    /// 256K], for mmap the window that is mapped at a time [default: the whole file]; whole has none.
    #[arg(
        short,
        long,
        value_name = "SIZE",
        action = ArgAction::Set,
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = size,
        help_heading = "How to read"
    )]
    pub buf: Vec<u64>,

    /// Ranges read at once [default: 1; auto: its choice]
    ///
    /// 0 is auto's choice: a range for each CPU where files are large or many, and one where not. With
    /// --compare, the default is to try both.
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        action = ArgAction::Set,
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = number::<usize>,
        help_heading = "How to read"
    )]
    pub threads: Vec<usize>,

    /// Bytes above which a line is overlong, and of which no more is held
    #[arg(
        long, hide_short_help = true, value_name = "SIZE", allow_hyphen_values = true, default_value = "1M", value_parser = size,
        help_heading = "How to read"
    )]
    pub max_line_len: u64,

    /// What becomes of lines above --max-line-len
    #[arg(
        long,
        value_name = "POLICY",
        value_enum,
        default_value = "scan",
        help_heading = "How to read"
    )]
    pub overlong: Policy,

    /// Bytes that whole may hold [default: what is available]
    #[arg(long, hide_short_help = true, value_name = "SIZE", allow_hyphen_values = true, value_parser = size, help_heading = "How to read")]
    pub max_memory: Option<u64>,

    /// What the page cache is to hold of an input before it is read
    #[arg(
        long,
        value_name = "STATE",
        hide_short_help = true,
        value_enum,
        default_value = "as-is",
        help_heading = "How to read"
    )]
    pub cache: State,

    /// Count lines that start there, as 1M.. [default: all]
    ///
    /// Either offset may be left out. The counts of adjoining ranges sum to those of the file.
    #[arg(
        long,
        value_name = "START..END",
        allow_hyphen_values = true,
        help_heading = "How to read"
    )]
    pub range: Option<String>,

    /// Count the files below directories [default: below .]
    ///
    /// They are sorted by name; links and special files met on the way are skipped.
    #[arg(short, long, help_heading = "How to read")]
    pub recursive: bool,

    /// Read the names of the inputs, each ended by NUL, from a file; - is standard input
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        help_heading = "How to read"
    )]
    pub files0_from: Option<PathBuf>,

    /// When to print a row of totals
    #[arg(
        long,
        hide_short_help = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        help_heading = "What to say"
    )]
    pub total: TotalWhen,

    /// No report; errors are still told
    #[arg(short, long, help_heading = "What to say")]
    pub quiet: bool,

    /// JSON Lines on standard output; no columns, no report
    ///
    /// An object for each input, then one for the run, with all that was measured.
    #[arg(long, help_heading = "What to say")]
    pub json: bool,

    /// When to show on standard error how far the counting is
    #[arg(
        long,
        hide_short_help = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        help_heading = "What to say"
    )]
    pub progress: ProgressWhen,

    /// Exit with 1 when --errors, else -e, counts more than N
    ///
    /// With neither, --errors is implied. [default: no limit]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<u64>, help_heading = "What to say")]
    pub max_errors: Option<u64>,

    /// When to use colours
    #[arg(
        long,
        hide_short_help = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        help_heading = "What to say"
    )]
    pub color: ColourWhen,

    /// Run every strategy on the inputs, and tell which is best
    ///
    /// Each run is a process of its own; the runs are interleaved, after a warm-up. -s, -b and -j take
    /// comma lists, and all combinations are run. With no FILE, a sample log is made and read.
    #[arg(long, help_heading = "Compare")]
    pub compare: bool,

    /// Runs of each way of reading [default: as many as --max-time allows and the figures need]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = number::<u32>,
        hide_short_help = true,
        help_heading = "Compare"
    )]
    pub runs: Option<u32>,

    /// Runs of each before those that are counted [default: 1]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = number::<u32>,
        hide_short_help = true,
        help_heading = "Compare"
    )]
    pub warmup: Option<u32>,

    /// Seconds after which no further round begins [default: 30]
    #[arg(
        long,
        value_name = "T",
        allow_hyphen_values = true,
        value_parser = seconds,
        help_heading = "Compare"
    )]
    pub max_time: Option<f64>,

    /// Write the results as JSON, in hyperfine's fields and more; - is standard output
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        help_heading = "Compare"
    )]
    pub export_json: Option<PathBuf>,

    /// Write the results as CSV; - is standard output
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        help_heading = "Compare"
    )]
    pub export_csv: Option<PathBuf>,

    /// Write the results as a Markdown table; - is standard output
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FILE",
        help_heading = "Compare"
    )]
    pub export_markdown: Option<PathBuf>,

    /// Write a sample log, or compare on one [default: 256M]
    ///
    /// Alone, a realistic log of exactly that size goes to standard output. With --compare and no FILE
    /// it is the size of the log that is made, under TMPDIR.
    #[arg(
        long,
        value_name = "SIZE",
        allow_hyphen_values = true,
        value_parser = size,
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
        hide_short_help = true,
        help_heading = "Other",
        exclusive = true
    )]
    pub generate: Option<generate::Kind>,

    /// Print the help: -h fits a screen, --help explains everything
    #[arg(short, long, action = ArgAction::Help, hide_short_help = true, help_heading = "Other")]
    pub help: Option<bool>,

    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, hide_short_help = true, help_heading = "Other")]
    pub version: Option<bool>,
}
