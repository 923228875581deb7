//! The help and the manual page: what they hold, that they fit, and that what they say is so.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use lc::count::{Level, Policy};
use lc::{cli, manual};

use crate::support::{Folder, installed, json, lc, ran, strategies};

const HEADINGS: [&str; 5] = [
    "What to count",
    "How to read",
    "What to say",
    "Compare",
    "Other",
];

fn help(option: &str) -> String {
    let ran = ran(lc().arg(option).env("COLUMNS", "80"));
    assert_eq!((ran.stderr.as_str(), ran.status), ("", Some(0)));
    ran.stdout
}

fn visible() -> Vec<clap::Arg> {
    let command = cli::command();
    let visible = command.get_opts().filter(|option| !option.is_hide_set());
    visible.cloned().collect()
}

fn page() -> String {
    ran(lc().args(["--generate", "man"])).stdout
}

#[test]
fn the_short_help_fits_a_screen_and_names_every_option() {
    let help = help("-h");
    assert!(
        help.lines().count() <= 40,
        "{} lines:\n{help}",
        help.lines().count()
    );
    assert!(
        help.lines().all(|line| line.chars().count() <= 80),
        "{help}"
    );
    for option in visible() {
        let long = format!("--{}", option.get_long().unwrap());
        let name = option.get_short().map_or(long, |short| format!("-{short}"));
        let mut words = help.split([' ', ',', '\n', '[']);
        assert!(words.any(|word| word == name), "{name} is not in:\n{help}");
    }
    for heading in &HEADINGS[..4] {
        assert!(
            help.contains(&format!("\n{heading}:\n")),
            "{heading} is not in:\n{help}"
        );
    }
}

#[test]
fn the_long_help_explains_every_option_and_value() {
    let help = help("--help");
    assert!(
        help.lines().all(|line| line.chars().count() <= 80),
        "{help}"
    );
    for option in visible() {
        let long = format!("--{}", option.get_long().unwrap());
        assert!(help.contains(&long), "{long} is not in the help");
        assert!(option.get_help().is_some(), "{long} is not explained");
        let heading = option.get_help_heading().expect("a heading");
        assert!(HEADINGS.contains(&heading), "{long} is under {heading}");
    }
    let policies = Policy::value_variants().iter().map(|policy| policy.name());
    let levels = Level::ALL.iter().map(|level| level.name().to_owned());
    let known = strategies().into_iter().map(str::to_owned);
    for name in policies.chain(levels).chain(known) {
        assert!(help.contains(&name), "{name} is not in the help");
    }
}

/// An option with a value says what it is without; a switch is off, and a file to write is none.
#[test]
fn every_default_is_told() {
    let none = [
        "pattern",
        "file",
        "files0-from",
        "export-json",
        "export-csv",
        "export-markdown",
        "generate",
    ];
    for option in visible() {
        let long = option.get_long().unwrap();
        if !option.get_action().takes_values() || none.contains(&long) {
            continue;
        }
        let text = option
            .get_long_help()
            .or(option.get_help())
            .unwrap()
            .to_string();
        let is_told = text.contains("[default") || !option.get_default_values().is_empty();
        assert!(is_told, "--{long} does not tell its default: {text}");
    }
}

/// The help of `--buf` in words; each strategy in figures.
#[test]
fn the_default_buffers_are_those_of_the_help() {
    let folder = Folder::new();
    let path = folder.file("big", "line\n".repeat(400_000));
    let buf = visible()
        .into_iter()
        .find(|option| option.get_long() == Some("buf"))
        .unwrap();
    let help = buf.get_long_help().unwrap().to_string();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("For byte and lines it is the buffer [default: 64K], for chunk the size of a read [default: 256K]"));
    for (strategy, buffer) in [
        ("byte", 64 << 10),
        ("lines", 64 << 10),
        ("chunk", 256 << 10),
    ] {
        let (_, run) = json(&ran(lc().args(["--json", "-s", strategy]).arg(&path)));
        assert_eq!(run["strategy"]["buffer"], buffer, "{strategy}");
    }
    let (_, run) = json(&ran(lc().args(["--json", "-s", "mmap"]).arg(&path)));
    assert_eq!(
        (&run["strategy"]["buffer"], &run["reads"]["maps"]),
        (&serde_json::Value::Null, &1.into())
    );
}

#[test]
fn help_and_page_have_the_same_sections() {
    let (help, page) = (help("--help"), page());
    for title in [
        "Examples",
        "Choosing a strategy",
        "Exit status",
        "Environment",
    ] {
        let section = manual::SECTIONS
            .iter()
            .find(|section| section.title == title);
        let section = section.unwrap_or_else(|| panic!("no section {title}"));
        assert!(
            help.contains(&format!("\n{title}:\n")),
            "the help lacks {title}"
        );
        let upper = title.to_uppercase();
        let headings = [format!(".SH {upper}\n"), format!(".SH \"{upper}\"\n")];
        assert!(
            headings.iter().any(|heading| page.contains(heading)),
            "the page lacks {title}"
        );
        for entry in section.entries {
            assert!(help.contains(entry.term), "the help lacks {}", entry.term);
        }
    }
}

#[test]
fn the_choice_of_a_strategy_speaks_of_each() {
    for strategy in [&["auto"], &*strategies()].concat() {
        assert!(
            manual::CHOOSING
                .entries
                .iter()
                .any(|entry| entry.term == strategy),
            "nothing on {strategy}"
        );
    }
}

#[test]
fn every_example_works_as_it_stands() {
    let folder = Folder::new();
    folder.file("big.log", "INFO a\n".repeat(50_000));
    folder.file("app.log", "INFO a\nWARN connection refused\n");
    folder.file("build.log", "ERROR x\n");
    fs::create_dir(folder.join("logs")).unwrap();
    folder.file("logs/a", "x\n");
    let program = Path::new(env!("CARGO_BIN_EXE_lc")).parent().unwrap();
    let path = format!(
        "{}:{}",
        program.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for example in manual::EXAMPLES.entries {
        // Not for as long as it takes, which only a reader has.
        let command = example.term.replace("--compare", "--compare --runs 1");
        let mut shell = Command::new("sh");
        shell
            .args(["-ec", &command])
            .env("PATH", &path)
            .current_dir(folder.path());
        let ran = ran(shell.stdin(Stdio::null()));
        assert_eq!(ran.status, Some(0), "{command}: {ran:?}");
        assert!(!ran.stderr.contains("No such file"), "{command}: {ran:?}");
    }
}

#[test]
fn the_variables_that_are_read_are_told() {
    let told: String = manual::ENVIRONMENT
        .entries
        .iter()
        .map(|entry| entry.term)
        .collect::<Vec<_>>()
        .join(", ");
    for variable in [
        "NO_COLOR",
        "CLICOLOR_FORCE",
        "CLICOLOR",
        "TERM",
        "COLUMNS",
        "LC_ALL",
        "LC_CTYPE",
        "LANG",
        "TMPDIR",
    ] {
        assert!(
            told.split(", ").any(|term| term == variable),
            "{variable} is not in {told}"
        );
    }
}

#[test]
fn the_page_renders_without_errors() {
    let folder = Folder::new();
    let page = folder.file("lc.1", page());
    let empty = folder.file("empty.1", ".TH X 1 2026-11-30\n");
    if installed("mandoc", &[empty.to_str().unwrap()]) {
        let lint = ran(Command::new("mandoc")
            .args(["-Tlint", "-W", "error"])
            .arg(&page));
        assert_eq!((lint.stdout.as_str(), lint.status), ("", Some(0)));
    }
    if installed("man", &["--version"]) {
        let mut man = Command::new("man");
        man.args(["--warnings", "-l"])
            .arg(&page)
            .env("MANWIDTH", "80")
            .env("LC_ALL", "C.UTF-8");
        let shown = ran(&mut man);
        assert_eq!((shown.stderr.as_str(), shown.status), ("", Some(0)));
        for heading in [
            "NAME",
            "SYNOPSIS",
            "HOW TO READ",
            "EXAMPLES",
            "CHOOSING A STRATEGY",
            "EXIT STATUS",
            "ENVIRONMENT",
        ] {
            assert!(
                shown.stdout.lines().any(|line| line == heading),
                "no {heading}:\n{}",
                shown.stdout
            );
        }
    }
}
