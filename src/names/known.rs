//! Names that are known before the first of them is opened.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::iter;

use super::Named;
use crate::input::Operand;

/// The last arguments of the process: names that stay where the kernel left them. As strings of their own,
/// 10,000 of them took half a MiB of the five that a run had at its peak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    count: usize,
}

impl Rest {
    /// All arguments but the first `before`, the program's name being one of them.
    pub fn after(before: usize) -> Self {
        let count = argv::iter().len().saturating_sub(before);
        Self { count }
    }

    /// How many they are.
    pub fn count(self) -> usize {
        self.count
    }

    fn words(self) -> impl Iterator<Item = &'static OsStr> {
        let all = argv::iter();
        let before = all.len() - self.count;
        all.skip(before)
    }

    /// What they name.
    pub fn operands(self) -> impl Iterator<Item = Operand> {
        self.words().map(Operand::from_arg)
    }
}

/// Names that are known, in their order.
#[derive(Debug)]
pub struct Known {
    first: Vec<Named>,
    rest: Rest,
}

impl Known {
    /// The names of `first`, then those of `rest`.
    pub fn new(first: Vec<Named>, rest: Rest) -> Self {
        Self { first, rest }
    }

    /// How many they are.
    pub fn count(&self) -> usize {
        self.first.len() + self.rest.count
    }

    /// What they name; none in the place of a name that could not be had.
    pub fn operands(&self) -> impl Iterator<Item = Option<Cow<'_, Operand>>> {
        let first = self.first.iter().map(|name| name.as_ref().ok());
        let rest = self.rest.operands();
        first
            .map(|operand| operand.map(Cow::Borrowed))
            .chain(rest.map(Cow::Owned).map(Some))
    }

    /// The names, each made when it is its turn.
    pub fn into_names(self) -> impl Iterator<Item = Named> {
        iter::chain(self.first, self.rest.operands().map(Ok))
    }
}
