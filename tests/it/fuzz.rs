//! The twins of the fuzz targets: the same checks, fed with what is likely to hurt.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

#[path = "../../fuzz/src/lib.rs"]
mod checks;

/// Pieces of which logs, and lists of names, and bad numbers are made.
const PIECES: [&[u8]; 24] = [
    b"\n",
    b"\n",
    b"a",
    b"b",
    b"ab",
    b"\0",
    b"\xff",
    b"\r",
    b" ",
    b" ERROR ",
    b"[warn] ",
    b"level=",
    b"\"level\":50",
    b"E1130 07:12:09",
    b"<11>",
    b"error: ",
    b"\x1b[31m",
    b"12",
    b"K",
    b"iB",
    b"..",
    b"E",
    b"18446744073709551615",
    b"-",
];

fn data() -> impl Strategy<Value = Vec<u8>> {
    let choices = prop::collection::vec(any::<u8>(), 0..24);
    let text = prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40);
    (choices, text).prop_map(|(choices, text)| [choices, text.concat()].concat())
}

/// Numbers, for which choices in front are only noise.
fn text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(PIECES[17..].to_vec()), 0..8)
        .prop_map(|text| text.concat())
}

/// The name of a fuzz target, and its check.
type Target = (&'static str, fn(&[u8]));

/// What the fuzzer found to reach the most code.
#[test]
fn what_fuzzing_found_worth_keeping_holds() {
    let targets: [Target; 5] = [
        ("counts", checks::counts),
        ("severity", checks::severity),
        ("overlong", checks::overlong),
        ("numbers", checks::numbers),
        ("names", checks::names),
    ];
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (target, check) in targets {
        let files = fs::read_dir(seeds.join(target)).expect("a folder of seeds");
        let run = files.map(|file| check(&fs::read(file.unwrap().path()).unwrap()));
        assert!(run.count() > 10, "{target}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn counts_do_not_depend_on_how_bytes_are_handed_on(data in data()) {
        checks::counts(&data);
    }

    #[test]
    fn candidates_let_every_severe_line_through(data in data()) {
        checks::severity(&data);
    }

    #[test]
    fn overlong_lines_are_what_their_policy_makes_of_them(data in data()) {
        checks::overlong(&data);
    }

    #[test]
    fn sizes_and_ranges_are_what_they_say_or_refused(data in text()) {
        checks::numbers(&data);
    }

    #[test]
    fn a_list_has_each_of_its_names(data in data()) {
        checks::names(&data);
    }
}
