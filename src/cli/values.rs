//! The values of options: their names where they have some, and what is said of those that are none.

use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::count::Level;
use crate::size::{self, SizeError};
use crate::strategy::{Choice, Strategy};

/// `auto` and all strategies, by their names.
pub(super) fn choices() -> impl TypedValueParser<Value = Choice> {
    let auto = PossibleValue::new("auto").help("What is fastest for the input; never maps it");
    let named = Strategy::value_variants()
        .iter()
        .filter_map(Strategy::to_possible_value);
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .map(|name| Strategy::from_str(&name, false).map_or(Choice::Auto, Choice::Named))
}

/// The severities by name.
pub(super) fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::from_name(&name).unwrap_or(Level::Error))
}

pub(super) fn size(text: &str) -> Result<u64, SizeError> {
    size::parse(text)
}

/// A count of anything. The standard library's own words for what is none speak of digits and types.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, &'static str> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if is_number => Ok(number),
        _ if is_number => Err("a smaller number is needed"),
        _ => Err("a whole number, 0 or more, is needed"),
    }
}

/// Whether there can be a comparison that long is [`crate::plan`]'s to say.
pub(super) fn seconds(text: &str) -> Result<f64, &'static str> {
    text.parse()
        .map_err(|_| "a number of seconds is needed, as 10 or 2.5")
}
