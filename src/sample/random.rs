//! The random numbers of the log: the same everywhere.

/// Sebastiano Vigna's splitmix64, public domain: <https://prng.di.unimi.it/splitmix64.c>.
pub(super) struct SplitMix64(pub(super) u64);

impl SplitMix64 {
    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(super) fn pick<'t>(
        &mut self,
        mut choices: impl Iterator<Item = &'t str> + Clone,
    ) -> &'t str {
        let count = choices.clone().count();
        choices.nth(self.below(count)).unwrap_or_default()
    }
}
