//! The arguments, from the program's to [`Args`].

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use clap::Parser;
use clap::error::ErrorKind;

use super::{Args, command};
use crate::names::Rest;

/// Parses the command line.
///
/// # Errors
/// A wrong command line; also help and version, which clap treats as errors.
pub fn parse() -> Result<Args, clap::Error> {
    let for_clap = first_mere_operand(argv::iter());
    match Args::try_parse_from(argv::iter().take(for_clap)) {
        Ok(parsed) => Ok(Args {
            more_files: Rest::after(for_clap),
            ..parsed
        }),
        // Only now is it worth while to make the texts that go with it.
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            Err(command().try_get_matches().err().unwrap_or(error))
        }
        Err(error) => Err(error),
    }
}

/// How many arguments clap must see: all up to the last that may be an option, its value (no option has two), and
/// an operand, from which it can tell whether there may be any. Behind them nothing but names of files stands, of
/// which clap would keep four copies: with 10,000 that was a third of all memory that a run took.
fn first_mere_operand<'a>(args: impl Iterator<Item = &'a OsStr>) -> usize {
    let may_be_option = |arg: &OsStr| arg.as_bytes().starts_with(b"-");
    let options = args.enumerate().filter(|(_, arg)| may_be_option(arg));
    options.last().map_or(0, |(place, _)| place) + 3
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use proptest::prelude::*;

    use super::*;

    /// What a command line may be made of: options with and without values, their values, operands.
    const WORDS: [&str; 16] = [
        "-l",
        "-q",
        "-qe",
        "-eERROR",
        "-e",
        "ERROR",
        "--errors",
        "--buf",
        "--buf=4K",
        "64K",
        "--",
        "-",
        "-j",
        "2",
        "a.log",
        "--generate=man",
    ];

    /// Whether what is left out of what clap is given are operands, and all that it had to see is not.
    fn same_as_clap(words: &[&str]) -> bool {
        let args: Vec<_> = ["lc"].iter().chain(words).map(OsStr::new).collect();
        let for_clap = first_mere_operand(args.iter().copied()).min(args.len());
        let parsed = Args::try_parse_from(&args[..for_clap]).map(|mut parsed| {
            parsed.files.extend(args[for_clap..].iter().map(Into::into));
            parsed
        });
        let all = Args::try_parse_from(&args);
        parsed.map_err(|error| error.to_string()) == all.map_err(|error| error.to_string())
    }

    #[test]
    fn clap_sees_no_more_names_than_it_must() {
        let seen = |words: &[&str]| first_mere_operand(words.iter().map(OsStr::new));
        assert_eq!(seen(&["lc", "a", "b", "c", "d"]), 3);
        assert_eq!(seen(&["lc", "a", "-j", "2", "b", "c", "d"]), 5);
    }

    #[test]
    fn no_option_has_two_values() {
        let command = Args::command();
        let most = command
            .get_opts()
            .filter_map(|option| Some(option.get_num_args()?.max_values()))
            .max();
        assert_eq!(most, Some(1));
    }

    proptest! {
        #[test]
        fn the_same_as_all_of_it_by_clap(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..8)) {
            prop_assert!(same_as_clap(&words), "{words:?}");
        }
    }
}
