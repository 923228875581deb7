//! What else a reader of the report must know of a run, in a clause each.

use crate::measure::cache::State;
use crate::quote::quoted_text;
use crate::report::number::several;
use crate::run::Run;
use crate::size::{binary, covering, grouped};

/// The clauses that the run gives reason for.
pub fn notes(run: &Run) -> Vec<String> {
    let notes = [
        run.cache_note().map(|note| format!("page cache: {note}")),
        saturated(run),
        disk(run),
        overlong(run),
        searched_to_limit(run),
        severity(run),
        unterminated(run),
        changed(run),
    ];
    notes.into_iter().flatten().collect()
}

fn saturated(run: &Run) -> Option<String> {
    let is_saturated = run.total.is_saturated();
    is_saturated.then(|| "a sum is larger than can be told".to_owned())
}

/// A share of the bytes, in percent, below which the disk is not worth more words.
const CONSIDERABLE: u64 = 10;

fn disk(run: &Run) -> Option<String> {
    let from_disk = run.usage.disk_bytes;
    if from_disk == 0 {
        return None;
    }
    let mut note = format!("{} from the disk", binary(from_disk));
    let share = percent(from_disk, run.total.bytes);
    let cpu = run.usage.user + run.usage.system;
    // Where it worked for half of the time or more, it cannot have waited for most of it.
    if share >= CONSIDERABLE && cpu < run.wall / 2 {
        note += &match run.cached {
            Some(cached) => format!(" (cached {} %)", percent(cached, run.len)),
            None => format!(" ({share} %)"),
        };
        note += ": most of this time is the disk";
        if run.cache == State::AsIs {
            note += ", run again for the cached speed";
        }
    }
    Some(note)
}

/// The kernel reads ahead of what is asked for, so that a part may be more than the whole. Of nothing, all is
/// none: what came from the disk then is the program.
fn percent(part: u64, whole: u64) -> u64 {
    let percent = (u128::from(part) * 100).checked_div(whole.into());
    percent.unwrap_or(0).min(100) as u64
}

fn overlong(run: &Run) -> Option<String> {
    let overlong = &run.total.overlong;
    if overlong.lines == 0 {
        return None;
    }
    let lines = several(overlong.lines, "overlong line");
    let mut about = vec![format!("over --max-line-len {}", binary(run.max_line_len))];
    if overlong.longest > 0 {
        let longest = binary(overlong.longest);
        about.push(match covering(overlong.longest) {
            Some(size) => format!("longest line {longest}, use --max-line-len {size}"),
            None => format!("longest line {longest}"),
        });
    }
    if let Some((name, place)) = &run.first_overlong {
        about.push(format!(
            "the first is line {} of {}, at byte {}",
            grouped(place.line),
            quoted_text(name),
            grouped(place.offset)
        ));
    }
    Some(format!("{lines} ({})", about.join("; ")))
}

fn searched_to_limit(run: &Run) -> Option<String> {
    let lines = run.total.overlong.searched_to_limit;
    (lines > 0).then(|| {
        format!(
            "{} searched only up to the limit, since the pattern's Unicode word boundary cannot be \
             decided as a line streams by; use (?-u:\\b)",
            several(lines, "overlong line")
        )
    })
}

fn severity(run: &Run) -> Option<String> {
    let what = match (run.without_severity, run.inputs) {
        (0, _) => return None,
        (_, 1) if run.total.passed_over => {
            let seen = grouped(run.total.looked_at);
            format!("none of the {seen} lines looked at carries")
        }
        (_, 1) if run.knows_lines => {
            format!("0 of {} carry", several(run.total.searched_lines(), "line"))
        }
        (_, 1) => "no line carries".to_owned(),
        (inputs, _) if run.total.passed_over => {
            format!("no line looked at in {} carries", several(inputs, "input"))
        }
        (inputs, _) => format!("no line of {} carries", several(inputs, "input")),
    };
    Some(format!("{what} a severity; try -e PATTERN"))
}

fn unterminated(run: &Run) -> Option<String> {
    let what = match (run.total.unterminated, run.inputs) {
        (0, _) => return None,
        _ if !run.counts_lines || run.interrupted.is_some() => return None,
        (_, 1) => "unterminated last line,".to_owned(),
        (lines, _) => several(lines, "unterminated last line"),
    };
    Some(format!("{what} not counted (wc does the same)"))
}

fn changed(run: &Run) -> Option<String> {
    match (run.changed, run.inputs) {
        (0, _) => None,
        (_, 1) => Some("the file changed while it was read".to_owned()),
        (files, _) => Some(format!(
            "{} changed while they were read",
            several(files, "file")
        )),
    }
}

#[cfg(test)]
mod tests;
