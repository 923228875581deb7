//! In place of the search in vectors, where there is none for the CPU: each line is judged.

/// No search.
#[derive(Clone, Debug)]
pub(super) enum Search {}

impl Search {
    pub(super) fn new() -> Option<Search> {
        None
    }

    pub(super) fn find(
        &self,
        _haystack: &[u8],
        _at: usize,
        _is_wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        match *self {}
    }
}
