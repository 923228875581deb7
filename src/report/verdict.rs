//! What a comparison says, in words: which is fastest, which needs least memory, which to use.

use super::number::{duration, gigabytes, ratio};
use super::wrap::wrap;
use super::{Style, label};
use crate::compare::Comparison;
use crate::compare::agreement::disagreements;
use crate::compare::figures::Figures;
use crate::compare::ranking::{Ranking, ranks};
use crate::compare::ratio::FEW_ROUNDS;
use crate::compare::statistics::too_short;
use crate::size::binary;

/// Peaks that differ by less cannot be told apart: the kernel counts resident pages in batches, and
/// what a process maps of its libraries varies by as much.
const SAME_MEMORY: u64 = 256 << 10;

/// So many times the least memory is much.
const MUCH_MEMORY: f64 = 4.0;

/// A longer command is better copied from an export than read in a sentence.
const SHORT_COMMAND: usize = 60;

/// At most four sentences, in lines of at most `style.columns`, each ended by LF.
pub fn verdict(comparison: &Comparison, style: Style) -> String {
    let facts = Facts::of(comparison);
    let sentences = match &*facts.order {
        _ if !disagreements(comparison).is_empty() => vec![
            "The counts differ, so at least one row is wrong, and no time is worth comparing before that is understood."
                .to_owned(),
        ],
        [] => vec!["No run succeeded, so there is nothing to compare.".to_owned()],
        [only] => [Some(facts.alone(*only)), facts.disk()]
            .into_iter()
            .flatten()
            .collect(),
        [fastest, ..] => facts.sentences(*fastest),
    };
    wrap(&style.text(&sentences.join(" ")), style.columns)
        .into_iter()
        .map(|line| line + "\n")
        .collect()
}

struct Facts<'a> {
    comparison: &'a Comparison,
    figures: Vec<Option<Figures>>,
    ranking: Ranking,
    /// Rows that have figures, fastest first.
    order: Vec<usize>,
}

impl<'a> Facts<'a> {
    fn of(comparison: &'a Comparison) -> Self {
        let ranking = ranks(comparison);
        let figures = comparison.rows.iter();
        Self {
            comparison,
            figures: figures.map(|row| Figures::of(comparison, row)).collect(),
            order: ranking.order(),
            ranking,
        }
    }

    fn sentences(&self, fastest: usize) -> Vec<String> {
        let is_too_small = too_short(self.seconds(fastest));
        let speed = match self.ranking.leaders().len() {
            _ if is_too_small => self.too_small(fastest),
            1 => self.one_fastest(fastest),
            _ => self.several_fastest(),
        };
        let choice = (!is_too_small).then(|| self.choice());
        [Some(speed), self.memory(), choice, self.disk()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn alone(&self, row: usize) -> String {
        format!(
            "Only {} ran ({}, {}), so there is nothing to compare it with.",
            self.name(row),
            duration(self.seconds(row)),
            self.speed(row)
        )
    }

    fn too_small(&self, fastest: usize) -> String {
        format!(
            "{} is too small to rank: {} reads it in {}, of which most is not reading; compare on a bigger file.",
            self.comparison.subject,
            self.name(fastest),
            duration(self.seconds(fastest))
        )
    }

    fn one_fastest(&self, fastest: usize) -> String {
        let next = match self.order.get(1) {
            Some(&next) => format!(
                "; {} takes {} times as long",
                self.name(next),
                self.ratio(next)
            ),
            None => String::new(),
        };
        let hint = match self.rounds(&self.order[..2.min(self.order.len())]) {
            ..FEW_ROUNDS => "; more --runs would make it sure",
            _ => "",
        };
        format!(
            "{} is fastest: {}, {}{next}{hint}.",
            self.name(fastest),
            duration(self.seconds(fastest)),
            self.speed(fastest)
        )
    }

    fn several_fastest(&self) -> String {
        let leaders = self.ranking.leaders();
        let ends = [leaders.first(), leaders.last()]
            .map(|row| row.map(|&row| duration(self.seconds(row))));
        let [Some(from), Some(to)] = ends else {
            return String::new();
        };
        let range = span(from, to);
        let hint = match self.rounds(&leaders) {
            ..FEW_ROUNDS => "; more --runs may tell them apart",
            _ => "",
        };
        format!(
            "The fastest cannot be told apart: {} ({range}){hint}.",
            label::rows(self.comparison, &leaders)
        )
    }

    /// The rounds that all of `rows` have.
    fn rounds(&self, rows: &[usize]) -> usize {
        let rounds = rows.iter().map(|&row| self.comparison.rows[row].runs.len());
        rounds.min().unwrap_or(0)
    }

    /// Which need least, and how much more the one that needs most does.
    fn memory(&self) -> Option<String> {
        let thrifty = self.thrifty();
        let peaks = thrifty.iter().filter_map(|&row| self.peak(row));
        let (least, most_of_them) = (peaks.clone().min()?, peaks.max()?);
        let needs = if thrifty.len() == 1 { "needs" } else { "need" };
        let most = self
            .order
            .iter()
            .copied()
            .max_by_key(|&row| self.peak(row))?;
        let peak = self.peak(most)?;
        let contrast = match peak as f64 / least.max(1) as f64 {
            times if times >= 2.0 => format!(
                "; {} needs most, {}{}",
                self.name(most),
                binary(peak),
                self.reclaimable(most)
            ),
            _ => String::new(),
        };
        Some(format!(
            "{} {needs} least memory, {}{contrast}.",
            label::rows(self.comparison, &thrifty),
            span(binary(least), binary(most_of_them))
        ))
    }

    /// Mapped pages count as a process's, but the kernel takes them back when it wants.
    fn reclaimable(&self, row: usize) -> &'static str {
        match &self.figures[row] {
            Some(Figures {
                peak: Some(peak),
                file: Some(file),
                ..
            }) if *file > peak / 2 => " (mostly page cache)",
            _ => "",
        }
    }

    /// Of the fastest, the one that needs least memory; and what to do where memory is short.
    fn choice(&self) -> String {
        let leaders = self.ranking.leaders();
        let whole = |row: &&usize| !self.is_guess(**row);
        let best = leaders
            .iter()
            .filter(whole)
            .min_by_key(|&&row| self.memory_class(row));
        let Some(&best) = best.or(leaders.first()) else {
            return String::new();
        };
        let why = if self.memory_class(best) == 0 {
            "none is faster, and none needs less memory".to_owned()
        } else if leaders.len() > 1 {
            "none is faster or, of those, needs less memory".to_owned()
        } else {
            match self.thrifty_instead(best) {
                Some(other) => format!(
                    "none is faster; where memory is short, {} takes {} times as long in {}",
                    self.name(other),
                    self.ratio(other),
                    binary(self.peak(other).unwrap_or(0))
                ),
                None => "none is faster, and its memory is small".to_owned(),
            }
        };
        let auto = self.auto(best);
        format!(
            "For this, use {}{}: {why}{auto}.",
            self.name(best),
            self.command(best)
        )
    }

    /// Whether `auto`, which is what runs without options, would have done.
    fn auto(&self, best: usize) -> String {
        let is_auto = |&&row: &&usize| self.comparison.rows[row].strategy == "auto";
        match self.order.iter().find(is_auto) {
            Some(&auto) if auto == best => String::new(),
            Some(&auto) if self.ranking.is_leader(auto) => {
                "; auto, the default, is as fast".to_owned()
            }
            Some(&auto) => format!(
                "; auto, the default, takes {} times as long",
                self.ratio(auto)
            ),
            None => String::new(),
        }
    }

    /// The fastest row that needs much less memory than `best`.
    fn thrifty_instead(&self, best: usize) -> Option<usize> {
        let limit = self.peak(best)? as f64 / MUCH_MEMORY;
        let fits = |&&row: &&usize| matches!(self.peak(row), Some(peak) if peak as f64 <= limit);
        self.order.iter().find(fits).copied()
    }

    /// Whether the disk was measured, and not the reading.
    fn disk(&self) -> Option<String> {
        let from_disk =
            |&&row: &&usize| matches!(&self.figures[row], Some(figures) if figures.is_from_disk());
        let cold: Vec<usize> = self.order.iter().filter(from_disk).copied().collect();
        let &first = cold.first()?;
        if cold.len() < self.order.len() {
            return Some(format!(
                "Beware: {} read from the disk and the others from memory, so they are not comparable; \
                 use --cache warm or cold.",
                label::rows(self.comparison, &cold)
            ));
        }
        let figures = self.figures[first].as_ref()?;
        let is_waiting = figures.user + figures.system < figures.time.median / 2.0;
        is_waiting.then(|| {
            format!(
                "The time is mostly the disk's ({}), which no way of reading makes faster; \
                 --cache warm compares without it.",
                self.speed(first)
            )
        })
    }

    /// Rows whose peak cannot be told from the least; fastest first.
    fn thrifty(&self) -> Vec<usize> {
        let same = |&&row: &&usize| self.memory_class(row) == 0;
        self.order.iter().filter(same).copied().collect()
    }

    /// 0 for the rows that need least, then by how much more the others need; the last where not known.
    fn memory_class(&self, row: usize) -> u64 {
        let least = self.order.iter().filter_map(|&row| self.peak(row)).min();
        match (self.peak(row), least) {
            (Some(peak), Some(least)) => (peak - least) / SAME_MEMORY,
            _ => u64::MAX,
        }
    }

    fn command(&self, row: usize) -> String {
        match &self.comparison.rows[row].command {
            command if command.is_empty() || command.len() > SHORT_COMMAND => String::new(),
            command => format!(" ({command})"),
        }
    }

    fn name(&self, row: usize) -> String {
        label::row(&self.comparison.rows[row])
    }

    fn peak(&self, row: usize) -> Option<u64> {
        self.figures[row].as_ref()?.peak
    }

    fn is_guess(&self, row: usize) -> bool {
        matches!(&self.figures[row], Some(figures) if figures.extrapolated)
    }

    fn seconds(&self, row: usize) -> f64 {
        self.figures[row]
            .as_ref()
            .map_or(0.0, |figures| figures.time.median)
    }

    fn ratio(&self, row: usize) -> String {
        self.ranking.standings[row].map_or_else(String::new, |standing| ratio(standing.ratio.value))
    }

    fn speed(&self, row: usize) -> String {
        let speed = self.figures[row]
            .as_ref()
            .map_or(0.0, |figures| figures.bytes_per_second);
        format!("{} GB/s", gigabytes(speed))
    }
}

/// From one to the other, or one where both are said alike.
fn span(from: String, to: String) -> String {
    if from == to {
        from
    } else {
        format!("{from} to {to}")
    }
}

#[cfg(test)]
mod tests;
