//! The arguments, from the program's to [`Args`].

use std::env;
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use clap::Parser;
use clap::error::ErrorKind;

use super::{Args, command};

/// Parses the command line.
///
/// # Errors
/// A wrong command line; also help and version, which clap treats as errors.
pub fn parse() -> Result<Args, clap::Error> {
    let parsed = parse_from(env::args_os().collect());
    match &parsed {
        // Only now is it worth while to make the texts that go with it.
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            command().try_get_matches().map_or_else(Err, |_| parsed)
        }
        _ => parsed,
    }
}

/// Leaves what can only be names of files out of what clap is given: it keeps four copies of each, which
/// with 10,000 names was a third of all memory that a run took.
fn parse_from(mut args: Vec<OsString>) -> Result<Args, clap::Error> {
    let for_clap: Vec<_> = args.drain(..first_mere_operand(&args)).collect();
    let mut parsed = Args::try_parse_from(for_clap)?;
    args.splice(0..0, parsed.files);
    parsed.files = args;
    Ok(parsed)
}

/// The place from which on nothing but operands stands: behind the last argument that may be an option, its
/// value (no option has two), and an operand, from which clap can tell whether there may be any.
fn first_mere_operand(args: &[OsString]) -> usize {
    let last_option = args
        .iter()
        .rposition(|arg| arg.as_bytes().starts_with(b"-"))
        .unwrap_or(0);
    args.len().min(last_option + 3)
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

    fn same_as_clap(words: &[&str]) -> bool {
        let args: Vec<OsString> = ["lc"].iter().chain(words).map(OsString::from).collect();
        let ours = parse_from(args.clone()).map_err(|error| error.to_string());
        let claps = Args::try_parse_from(args).map_err(|error| error.to_string());
        ours == claps
    }

    #[test]
    fn operands_without_options_are_all_there() {
        let parsed = parse_from(["lc", "a", "b", "c", "d"].map(OsString::from).to_vec());
        assert_eq!(parsed.unwrap().files, ["a", "b", "c", "d"]);
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
