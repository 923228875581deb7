//! What a comparison is to do.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Parser;

use super::{names, patterns, ways};
use crate::cli::Args;
use crate::input;
use crate::measure::cache::State;
use crate::names::Names;
use crate::quote::quoted_text;
use crate::say::{ColourWhen, ProgressWhen};
use crate::size;
use crate::strategy::Way;

/// Bytes of the sample log where no other size is asked for.
const SAMPLE: u64 = 256 << 20;

/// Seconds for all rounds where no other time is asked for.
const MAX_TIME: f64 = 30.0;

/// More operands than that do not fit into the command line of a child.
const MAX_FILES: usize = 10_000;

/// What to compare, on what, and how often.
#[derive(Clone, Debug)]
pub struct ComparePlan {
    /// The ways asked for; none is the default set.
    pub ways: Vec<Way>,
    /// What is read.
    pub subject: Subject,
    /// The options that say what is counted, as children are given them.
    pub counting: Vec<OsString>,
    /// The budget of `whole`.
    pub max_memory: Option<u64>,
    /// What the page cache is to hold before each run.
    pub cache: State,
    /// Counted runs of each way; as many as are needed without.
    pub runs: Option<u32>,
    /// Runs before those.
    pub warmup: u32,
    /// When no further round begins.
    pub max_time: Duration,
    /// Where to write results.
    pub exports: Exports,
    /// When to use colours.
    pub colour: ColourWhen,
    /// Whether to tell nothing but results.
    pub quiet: bool,
    /// When to show which round is under way.
    pub progress: ProgressWhen,
}

/// What a comparison reads.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A log of that many bytes, made for it.
    Sample(u64),
    /// The user's files.
    Names(Names),
}

/// Files to write results to; `-` is standard output.
#[derive(Clone, Debug)]
pub struct Exports {
    /// JSON.
    pub json: Option<PathBuf>,
    /// CSV.
    pub csv: Option<PathBuf>,
    /// A Markdown table.
    pub markdown: Option<PathBuf>,
}

impl ComparePlan {
    /// Makes a plan of the command line.
    ///
    /// # Errors
    /// Options that mean nothing to a comparison, and values that cannot be.
    pub fn new(args: Args) -> Result<Self> {
        check_options(&args)?;
        // Children compile the patterns again; what is wrong with them is told once, and here.
        patterns::matching(&args)?;
        let given = !(args.strategy.is_empty() && args.buf.is_empty() && args.threads.is_empty());
        let ways = ways::all(&args)?;
        let counting = counting(&args);
        let seconds = args.max_time.unwrap_or(MAX_TIME);
        let max_time = Duration::try_from_secs_f64(seconds);
        ensure!(
            max_time.is_ok() && seconds > 0.0,
            "--max-time {seconds}: a time is a number of seconds above 0"
        );
        let subject = match (&*args.files, &args.files0_from, args.recursive) {
            ([], None, false) => Subject::Sample(args.sample.unwrap_or(SAMPLE)),
            _ => Subject::Names(names(&args)?),
        };
        Ok(Self {
            subject,
            ways: if given { ways } else { Vec::new() },
            counting,
            max_memory: args.max_memory,
            cache: args.cache,
            runs: args.runs,
            warmup: args.warmup.unwrap_or(1),
            max_time: max_time.unwrap_or_default(),
            exports: Exports {
                json: args.export_json,
                csv: args.export_csv,
                markdown: args.export_markdown,
            },
            colour: args.color,
            quiet: args.quiet,
            progress: args.progress,
        })
    }
}

fn check_options(args: &Args) -> Result<()> {
    for (option, given) in [
        ("--json", args.json),
        ("--max-errors", args.max_errors.is_some()),
        ("--range", args.range.is_some()),
        ("--generate", args.generate.is_some()),
    ] {
        ensure!(!given, "{option} means nothing to --compare; leave it out");
    }
    let files = !(args.files.is_empty() && args.files0_from.is_none() && !args.recursive);
    ensure!(
        args.sample.is_none() || !files,
        "--sample makes a log to compare on, and there are files already; leave one of them out"
    );
    ensure!(
        args.sample != Some(0),
        "--sample 0: there is nothing to compare on; use a larger one"
    );
    ensure!(
        args.runs != Some(0),
        "--runs 0 would measure nothing; use 1 or more"
    );
    let all_files = args.files.len() + args.more_files.count();
    ensure!(
        all_files <= MAX_FILES,
        "--compare: {} files are more than the {} that can be given to a child",
        size::grouped(all_files as u64),
        size::grouped(MAX_FILES as u64)
    );
    for file in &args.pattern_files {
        ensure!(
            is_read_again(file),
            "-f {}: the patterns are read once for each run; put them into a file",
            quoted_text(file)
        );
    }
    Ok(())
}

/// Whether a child that opens the path finds what this process finds. What is missing is told by who reads it.
fn is_read_again(path: &Path) -> bool {
    let is_stdin = path.as_os_str() == "-";
    let is_special = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    !is_stdin && !is_special && !input::is_of_this_process(path)
}

/// Checks that nothing was asked for that only a comparison has, and that a sample is asked for alone.
///
/// # Errors
/// Such options.
pub fn check_absent(args: &Args) -> Result<()> {
    for (option, given) in [
        ("--runs", args.runs.is_some()),
        ("--warmup", args.warmup.is_some()),
        ("--max-time", args.max_time.is_some()),
        ("--export-json", args.export_json.is_some()),
        ("--export-csv", args.export_csv.is_some()),
        ("--export-markdown", args.export_markdown.is_some()),
    ] {
        ensure!(!given, "{option} is for a comparison; add --compare");
    }
    if args.sample.is_some() {
        let alone = Args {
            sample: args.sample,
            ..Args::parse_from(["lc"])
        };
        ensure!(
            *args == alone,
            "the argument '--sample <SIZE>' cannot be used with others, but for --compare"
        );
    }
    Ok(())
}

/// The options that say what is counted, written anew.
fn counting(args: &Args) -> Vec<OsString> {
    let mut options: Vec<OsString> = Vec::new();
    for (option, given) in [
        ("--lines", args.lines),
        ("--levels", args.levels),
        ("--fixed-strings", args.fixed_strings),
        ("--ignore-case", args.ignore_case),
        ("--word-regexp", args.word_regexp),
        ("--line-regexp", args.line_regexp),
        ("--invert-match", args.invert_match),
        ("--crlf", args.crlf),
        ("--bytes", args.bytes),
        ("--longest", args.longest),
    ] {
        if given {
            options.push(option.into());
        }
    }
    if let Some(level) = args.errors {
        options.push(format!("--errors={}", level.name()).into());
    }
    options.extend(
        args.patterns
            .iter()
            .map(|pattern| format!("--pattern={pattern}").into()),
    );
    for file in &args.pattern_files {
        options.extend(["--file".into(), file.into()]);
    }
    let defaults = Args::parse_from(["lc"]);
    if args.max_line_len != defaults.max_line_len {
        options.push(format!("--max-line-len={}", args.max_line_len).into());
    }
    if args.overlong != defaults.overlong {
        options.push(format!("--overlong={}", args.overlong.name()).into());
    }
    options
}
