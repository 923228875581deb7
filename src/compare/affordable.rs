//! How much of the inputs a way of reading can be given, if all of them would take it too long.

use super::child::Ran;

/// Bytes of the first look at how fast a way is: a system call for each of them takes 50 ms.
pub const PROBE: u64 = 128 << 10;

/// Seconds of a look in which starting no longer counts for much. A shorter one, which shows too slow a way, is
/// followed by one at more bytes: making threads alone takes as long as a fast way needs for megabytes.
const STEADY: f64 = 0.05;

/// A way that would need more than this share of the time there is reads a prefix only.
const LARGEST_SHARE: f64 = 0.25;

/// Seconds that reading such a prefix is to take.
const PREFIX_TIME: f64 = 0.25;

/// How long a way took for how many bytes.
#[derive(Debug)]
pub struct Look {
    bytes: u64,
    seconds: f64,
}

impl Look {
    /// Of a run; none of one that stopped by itself, as it will at the same place of all the bytes.
    pub fn of(ran: &Ran) -> Option<Self> {
        (!ran.stopped).then(|| Self {
            bytes: ran.measurement.bytes,
            seconds: ran.measurement.wall.max(1e-6),
        })
    }

    fn seconds_for(&self, bytes: u64) -> f64 {
        bytes as f64 * self.seconds / self.bytes as f64
    }

    fn bytes_in(&self, seconds: f64) -> u64 {
        (self.bytes as f64 / self.seconds * seconds) as u64
    }
}

/// The bytes that can be read instead of `all`, where all of them take too much of `time`, in seconds; by a first
/// look at [`PROBE`] bytes and, where that was too short to tell, others.
pub fn affordable(
    all: u64,
    time: f64,
    first: Look,
    mut look_at: impl FnMut(u64) -> Option<Look>,
) -> Option<u64> {
    let most = time * LARGEST_SHARE;
    let (mut look, mut asked) = (first, PROBE);
    while look.seconds_for(all) > most {
        asked = look.bytes_in(2.0 * STEADY).max(2 * asked);
        if look.seconds >= STEADY || asked >= all {
            let bytes = look.bytes_in(PREFIX_TIME.min(most)).max(PROBE);
            return (bytes < all).then_some(bytes);
        }
        look = look_at(asked)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    /// What can be read of a gigabyte, where eight seconds are all there is, by a way that takes so many seconds
    /// to start, and so many a byte; and in how many looks that was found.
    fn found(start: f64, byte: f64) -> (Option<u64>, usize) {
        let look = |bytes: u64| Look {
            bytes,
            seconds: start + bytes as f64 * byte,
        };
        let mut looks = 1;
        let bytes = affordable(GIB, 8.0, look(PROBE), |bytes| {
            looks += 1;
            Some(look(bytes))
        });
        (bytes, looks)
    }

    #[test]
    fn a_slow_start_is_no_slow_way() {
        assert_eq!(found(0.0001, 1.0 / 20e9), (None, 1));
        assert_eq!(found(0.002, 1.0 / 20e9), (None, 2));
        assert_eq!(found(0.01, 1.0 / 1e9).0, None);
    }

    #[test]
    fn a_slow_way_reads_what_it_can_in_a_quarter_of_a_second() {
        for (start, looks) in [(0.0, 2), (0.02, 1), (0.06, 1)] {
            let (bytes, looked) = found(start, 330e-9);
            assert_eq!(looked, looks);
            let seconds = bytes.unwrap() as f64 * 330e-9;
            assert!((0.1..=0.25).contains(&seconds), "{start}: {seconds}");
        }
    }

    #[test]
    fn a_way_that_reads_nothing_is_not_looked_at_for_ever() {
        let nothing = || Look {
            bytes: 0,
            seconds: 1e-6,
        };
        let bytes = affordable(GIB, 8.0, nothing(), |_| Some(nothing()));
        assert_eq!(bytes, Some(PROBE));
    }
}
