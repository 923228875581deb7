//! Random numbers that are the same everywhere: samples and bootstraps read twice say the same twice.

/// Sebastiano Vigna's splitmix64, public domain: <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`; the bias is `limit` in 2^64.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn pick<'t>(
        &mut self,
        mut choices: impl Iterator<Item = &'t str> + Clone,
    ) -> &'t str {
        let count = choices.clone().count();
        choices.nth(self.below(count)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_source() {
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn all_numbers_below_the_limit_come_up() {
        let mut random = SplitMix64(0);
        let mut seen = [0_u32; 7];
        (0..7000).for_each(|_| seen[random.below(7)] += 1);
        assert!(seen.iter().all(|&times| (850..1150).contains(&times)));
    }
}
