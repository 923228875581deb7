//! What the command line means: all of its checks, once; then plain data.

mod compare;
mod patterns;
mod ways;

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};

use crate::cli::Args;
use crate::count::candidates::Candidates;
use crate::count::{Counts, Level, Policy, Severity, Wanted};
use crate::generate;
use crate::input::Operand;
use crate::measure::cache::State;
use crate::measure::memory;
use crate::names::Names;
use crate::quote::quoted_text;
use crate::range::Range;
use crate::say::{Columns, ProgressWhen, Say, TotalWhen};
use crate::size;
use crate::strategy::{Choice, Settings, Strategy};
pub use compare::{ComparePlan, Exports, Subject};

/// What to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Count inputs, whose names come from there.
    Count(Plan, Names),
    /// Compare ways of reading.
    Compare(ComparePlan),
    /// Write a sample log of that many bytes.
    Sample(u64),
    /// Write something made from the command line's own description.
    Generate(generate::Kind),
}

/// What to count, how, and what to say of it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The columns to print.
    pub columns: Columns,
    /// What to count.
    pub wanted: Wanted,
    /// The strategy asked for.
    pub choice: Choice,
    /// The threads asked for.
    pub threads: Option<usize>,
    /// What the strategy is told.
    pub settings: Settings,
    /// What the page cache is to hold of each input before it is read.
    pub cache: State,
    /// The offsets between which the counted lines start.
    pub range: Option<Range>,
    /// The offset at which each input ends; none where they end by themselves.
    pub ends: Vec<u64>,
    /// The count above which the exit status tells of it.
    pub limit: Option<Limit>,
    /// When to print a row of totals.
    pub total: TotalWhen,
    /// What to say besides the counts.
    pub say: Say,
    /// When to show how far the counting is.
    pub progress: ProgressWhen,
}

/// What `--max-errors` allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    most: u64,
    /// Whether it limits the lines of `-e`, and not those of `--errors`.
    of_matches: bool,
}

impl Limit {
    fn new(args: &Args) -> Option<Self> {
        let of_matches = args.errors.is_none() && has_patterns(args);
        args.max_errors.map(|most| Self { most, of_matches })
    }

    /// Whether there are more.
    pub fn is_exceeded(self, counts: &Counts) -> bool {
        let count = if self.of_matches {
            counts.matched
        } else {
            counts.errors
        };
        count > self.most
    }
}

impl Action {
    /// Makes a plan of the command line.
    ///
    /// # Errors
    /// Options that do not go together, or values that cannot be.
    pub fn new(args: Args) -> Result<Self> {
        if args.compare {
            return ComparePlan::new(args).map(Self::Compare);
        }
        compare::check_absent(&args)?;
        if let Some(size) = args.sample {
            return Ok(Self::Sample(size));
        }
        if let Some(kind) = args.generate {
            return Ok(Self::Generate(kind));
        }
        let plan = Plan::new(&args)?;
        let names = names(&args)?;
        Ok(Self::Count(plan, names))
    }
}

impl Plan {
    /// The offsets between which the counted lines of the input of that number start.
    pub fn range_of(&self, input: usize) -> Option<Range> {
        match self.ends.get(input) {
            Some(&end) => Some(Range {
                start: 0,
                end: Some(end),
            }),
            None => self.range,
        }
    }

    fn new(args: &Args) -> Result<Self> {
        let way = ways::one(args)?;
        let range = args.range.as_deref().map(parse_range).transpose()?;
        let whole = way.choice.strategy() == Strategy::Whole;
        let settings = Settings {
            buffer: way.buffer.map(ways::addressable).transpose()?,
            max_line_len: args.max_line_len,
            // Reading it takes a while, so only for the one strategy that needs to know.
            max_memory: match args.max_memory {
                Some(limit) => limit,
                None if whole => memory::available(),
                None => u64::MAX,
            },
        };
        let matching = patterns::matching(args)?;
        let severity = severity(args);
        let columns = Columns {
            lines: args.lines,
            errors: severity.is_some() && !(args.levels && args.errors.is_none()),
            levels: args.levels,
            matched: matching.is_some(),
            bytes: args.bytes,
            longest: args.longest,
        }
        .or_lines();
        // The numbers of the lines that are not found, and of the one that a count stops at, need all.
        let lines =
            columns.lines || args.invert_match || args.levels || args.overlong == Policy::Error;
        let wanted = Wanted {
            lines,
            longest: args.longest,
            max_line_len: args.max_line_len,
            overlong: args.overlong,
            matching,
            severity,
        };
        Ok(Self {
            columns,
            wanted,
            choice: way.choice,
            threads: way.threads,
            settings,
            cache: args.cache,
            range,
            ends: args.ends.clone(),
            limit: Limit::new(args),
            total: args.total,
            say: Say::new(args.quiet, args.json),
            progress: args.progress,
        })
    }
}

fn has_patterns(args: &Args) -> bool {
    !(args.patterns.is_empty() && args.pattern_files.is_empty())
}

/// The severities to look for: those asked for, or those that a limit on errors needs.
fn severity(args: &Args) -> Option<Severity> {
    let implied = (args.max_errors.is_some() && !has_patterns(args)).then_some(Level::Error);
    let asked = args.errors.or(implied);
    (asked.is_some() || args.levels).then(|| {
        let threshold = asked.unwrap_or(Level::Error);
        Severity {
            candidates: Arc::new(Candidates::new(threshold)),
            threshold,
            each_level: args.levels,
        }
    })
}

/// Reads `START..END`, either of which may be missing.
fn parse_range(text: &str) -> Result<Range> {
    let shown = quoted_text(text);
    let (start, end) = text
        .split_once("..")
        .with_context(|| format!("--range {shown}: write it as START..END, as 0..1M or 1G.."))?;
    let offset = |offset: &str| {
        let shown_offset = quoted_text(offset);
        size::parse(offset).with_context(|| format!("--range {shown}: offset {shown_offset}"))
    };
    let range = Range {
        start: if start.is_empty() { 0 } else { offset(start)? },
        end: if end.is_empty() {
            None
        } else {
            Some(offset(end)?)
        },
    };
    ensure!(
        range.end.is_none_or(|end| range.start <= end),
        "--range {shown}: it ends before it starts; swap the two"
    );
    Ok(range)
}

fn names(args: &Args) -> Result<Names> {
    if let Some(list) = &args.files0_from {
        if let Some(file) = args.files.first() {
            bail!(
                "{}: files cannot be named beside --files0-from; put them into the list",
                quoted_text(file)
            );
        }
        ensure!(
            !args.recursive,
            "--recursive cannot be used with --files0-from; leave one of them out"
        );
        return Ok(Names::List {
            path: list.clone(),
            has_stdin: !args
                .pattern_files
                .iter()
                .any(|file| file.as_os_str() == "-"),
        });
    }
    let mut operands: Vec<_> = args.files.iter().map(Operand::from_arg).collect();
    if args.recursive {
        operands.extend(args.more_files.operands());
        if operands.is_empty() {
            operands.push(Operand::from_arg("."));
        }
        return Ok(Names::Trees(operands));
    }
    if operands.is_empty() {
        operands.push(Operand::Stdin);
    }
    Ok(Names::Operands(operands, args.more_files))
}
