//! How fast it goes: bytes a second, of the last seconds only, for a disk or a writer may change its pace.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What the rate is taken over.
const WINDOW: Duration = Duration::from_secs(5);

/// How many bytes had been read when.
#[derive(Debug)]
pub struct Rate(VecDeque<(Instant, u64)>);

impl Rate {
    /// Nothing was read before `start`.
    pub fn new(start: Instant) -> Self {
        Self(VecDeque::from([(start, 0)]))
    }

    /// Takes the bytes that had been read at `now`; gives the bytes a second.
    pub fn update(&mut self, now: Instant, bytes: u64) -> f64 {
        self.0.push_back((now, bytes));
        // The oldest that is kept lies before the window, so that all of it is known.
        while self.0.get(1).is_some_and(|(at, _)| now - *at >= WINDOW) {
            self.0.pop_front();
        }
        let Some(&(start, before)) = self.0.front() else {
            return 0.0;
        };
        let seconds = (now - start).as_secs_f64();
        if seconds > 0.0 {
            bytes.saturating_sub(before) as f64 / seconds
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_forgets_what_is_long_ago() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut rate = Rate::new(start);
        assert_eq!(rate.update(start, 0), 0.0);
        assert_eq!(rate.update(at(1), 1000), 1000.0);
        assert_eq!(rate.update(at(2), 1000), 500.0);
        let later = (3..=20).map(|second| rate.update(at(second), 1000 + 50 * (second - 2)));
        assert_eq!(later.last(), Some(50.0));
        assert!(rate.0.len() <= 6, "{rate:?}");
    }
}
