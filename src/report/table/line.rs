//! A line of painted pieces, so that widths are known before escape codes come in.

use anstyle::Style as Paint;
use unicode_width::UnicodeWidthStr;

use crate::report::wrap::split;

/// Text and its paint, from left to right.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<(String, Paint)>,
}

impl Line {
    pub(super) fn new(text: String, paint: Paint) -> Self {
        let pieces = vec![(text, paint)];
        Self { pieces }
    }

    pub(super) fn push(&mut self, text: String, paint: Paint) {
        self.pieces.push((text, paint));
    }

    /// Cuts the line off at `columns`.
    pub(super) fn clip(mut self, columns: usize) -> Self {
        let mut left = columns;
        for (text, _) in &mut self.pieces {
            let end = split(text, left).0.len();
            text.truncate(end);
            left -= text.width();
        }
        self
    }

    /// The line without spaces at its end, and with codes only around what is painted.
    pub(super) fn render(mut self, colour: bool) -> String {
        while let Some((text, _)) = self.pieces.last_mut() {
            text.truncate(text.trim_end_matches(' ').len());
            if !text.is_empty() {
                break;
            }
            self.pieces.pop();
        }
        let mut line = String::new();
        for (text, paint) in &self.pieces {
            if colour && !paint.is_plain() && !text.trim().is_empty() {
                line += &format!("{paint}{text}{paint:#}");
            } else {
                line += text;
            }
        }
        line
    }
}
