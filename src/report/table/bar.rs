//! A bar, to an eighth of a cell where there are such characters.

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar of `share` (0 to 1) of `width` cells. What is more than nothing shows at least a trace.
pub(super) fn bar(share: f64, width: usize, unicode: bool) -> String {
    let share = share.clamp(0.0, 1.0);
    if !unicode {
        let cells = (share * width as f64).round() as usize;
        return "#".repeat(cells.clamp(1, width.max(1)));
    }
    let eighths = ((share * 8.0 * width as f64).round() as usize).max(1);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(bar(1.0, 4, true), "████");
        assert_eq!(bar(0.40625, 4, true), "█▋");
        assert_eq!(bar(0.0, 4, true), "▏");
        assert_eq!(bar(0.5, 4, false), "##");
        assert_eq!(bar(f64::INFINITY, 4, false), "####");
    }
}
