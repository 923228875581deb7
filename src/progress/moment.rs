//! What is shown of a moment: in a line by itself, and beside a bar.

use std::ffi::OsString;
use std::time::Duration;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::quote::quoted_text;
use crate::report::number::throughput;
use crate::size::binary;

/// How far it is at one time.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The name of the input that is being counted; empty if it has none.
    pub name: OsString,
    /// Bytes that were read, of all inputs.
    pub bytes: u64,
    /// Bytes that there are to read, if known.
    pub total: Option<u64>,
    /// Bytes a second.
    pub rate: f64,
}

impl Moment {
    /// All of it: `big.log: 3.2 GiB of 10 GiB (32 %), 1.50 GB/s, 5 s left`.
    pub fn line(&self) -> String {
        let mut line = format!("{}: {}", self.spoken(), self.amount());
        if let Some(percent) = self.percent() {
            line += &format!(" ({percent} %)");
        }
        line + &self.pace()
    }

    /// As much of the numbers as `columns` have room for.
    pub fn facts(&self, columns: usize) -> String {
        let pace = self.pace();
        let percent = self.percent().map(|percent| format!("{percent} %"));
        let choices = match percent {
            Some(percent) => [
                format!("{percent}, {}{pace}", self.amount()),
                format!("{percent}{pace}"),
                percent,
            ],
            None => {
                let amount = self.amount();
                [format!("{amount}{pace}"), amount, String::new()]
            }
        };
        let fits = |facts: &String| facts.width() <= columns;
        choices.into_iter().find(fits).unwrap_or_default()
    }

    /// The name, without its beginning where `columns` are too few: its end tells more.
    pub fn name(&self, columns: usize, unicode: bool) -> String {
        let name = self.spoken();
        if name.width() <= columns {
            return name;
        }
        let mark = if unicode { "…" } else { "..." };
        let Some(mut room) = columns.checked_sub(mark.width()) else {
            return String::new();
        };
        let from_end = name.char_indices().rev().take_while(|(_, c)| {
            let left = room.checked_sub(c.width().unwrap_or(0));
            room = left.unwrap_or(0);
            left.is_some()
        });
        let start = from_end.last().map_or(name.len(), |(start, _)| start);
        format!("{mark}{}", &name[start..])
    }

    fn spoken(&self) -> String {
        if self.name.is_empty() {
            return "standard input".to_owned();
        }
        quoted_text(&self.name)
    }

    fn amount(&self) -> String {
        match self.total {
            Some(total) => format!("{} of {}", binary(self.bytes), binary(total)),
            None => binary(self.bytes),
        }
    }

    /// A file that grew, or was read twice, has more than all of it.
    fn percent(&self) -> Option<u64> {
        let share = u128::from(self.bytes) * 100 / u128::from(self.total?.max(1));
        Some(share.min(100) as u64)
    }

    fn pace(&self) -> String {
        let left = match self.left() {
            Some(left) => format!(", {} left", rough(left)),
            None => String::new(),
        };
        format!(", {}{left}", throughput(self.rate))
    }

    fn left(&self) -> Option<Duration> {
        let bytes = self.total?.checked_sub(self.bytes)?;
        Duration::try_from_secs_f64(bytes as f64 / self.rate).ok()
    }
}

/// A time as one says it: never less than a second, and in two units at most.
fn rough(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil().max(1.0) as u64;
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{minutes} min {} s", seconds % 60),
        3600..86_400 => format!("{hours} h {} min", minutes % 60),
        86_400..8_640_000 => format!("{days} d {} h", hours % 24),
        _ => "100 days or more".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(name: &str, bytes: u64, total: Option<u64>, rate: f64) -> Moment {
        Moment {
            name: name.into(),
            bytes,
            total,
            rate,
        }
    }

    #[test]
    fn a_line_has_what_is_known() {
        let of_file = moment("a b.log", 3 << 29, Some(10 << 30), 1.5e9);
        let line = "'a b.log': 1.5 GiB of 10 GiB (15 %), 1.50 GB/s, 7 s left";
        assert_eq!(of_file.line(), line);
        let of_pipe = moment("", 1000, None, 0.0);
        assert_eq!(of_pipe.line(), "standard input: 1,000 B, 0.00 kB/s");
    }

    #[test]
    fn what_is_past_its_end_or_stands_still_has_no_time_left() {
        let line = |bytes, rate| moment("a", bytes, Some(100), rate).line();
        assert_eq!(line(50, 0.0), "a: 50 B of 100 B (50 %), 0.00 kB/s");
        assert_eq!(line(120, 1e3), "a: 120 B of 100 B (100 %), 1.00 kB/s");
        assert_eq!(
            moment("a", 0, Some(0), 0.0).facts(80),
            "0 %, 0 B of 0 B, 0.00 kB/s"
        );
    }

    #[test]
    fn facts_fit_and_the_percentage_is_told_last() {
        let moment = moment("a", 1 << 30, Some(1 << 40), 1e9);
        assert_eq!(
            moment.facts(60),
            "0 %, 1 GiB of 1 TiB, 1.00 GB/s, 18 min 19 s left"
        );
        assert_eq!(moment.facts(40), "0 %, 1.00 GB/s, 18 min 19 s left");
        assert_eq!(moment.facts(10), "0 %");
        assert_eq!(moment.facts(2), "");
    }

    #[test]
    fn a_name_loses_its_beginning() {
        let name = |text: &str, columns, unicode| moment(text, 0, None, 0.0).name(columns, unicode);
        assert_eq!(name("nginx/access.log", 16, true), "nginx/access.log");
        assert_eq!(name("nginx/access.log", 11, true), "…access.log");
        assert_eq!(name("nginx/access.log", 11, false), "...cess.log");
        assert_eq!(name("nginx/access.log", 2, false), "");
        assert_eq!(name("nginx/access.log", 0, true), "");
        let wide = "a".repeat(9) + "日本";
        let shown = [6, 5, 4, 1].map(|columns| moment(&wide, 0, None, 0.0).name(columns, true));
        assert_eq!(shown, ["…a日本", "…日本", "…本", "…"]);
    }

    #[test]
    fn times_are_rough() {
        let said = [0.0, 59.1, 3599.5, 90_000.0, 1e18].map(|s| rough(Duration::from_secs_f64(s)));
        let rough = [
            "1 s",
            "1 min 0 s",
            "1 h 0 min",
            "1 d 1 h",
            "100 days or more",
        ];
        assert_eq!(said, rough);
    }
}
