//! What is made from the command line's description.

use std::fs;
use std::path::Path;

use crate::support::{lc, ran};

#[test]
fn what_is_kept_is_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (kind, file) in [
        ("bash", "completions/lc.bash"),
        ("zsh", "completions/_lc"),
        ("fish", "completions/lc.fish"),
        ("man", "man/lc.1"),
    ] {
        let made = ran(lc().args(["--generate", kind])).stdout;
        let kept = fs::read_to_string(root.join(file)).expect(file);
        assert!(
            made == kept,
            "{file} is stale; write it anew with: lc --generate {kind} > {file}"
        );
    }
}

#[test]
fn completions_and_manual_know_every_strategy_and_option() {
    for kind in ["man", "bash", "zsh", "fish", "elvish", "powershell"] {
        let made = ran(lc().args(["--generate", kind]));
        assert_eq!(made.status, Some(0));
        // These two shells' generators leave out the values.
        let has_values = !["elvish", "powershell"].contains(&kind);
        let words = if has_values {
            &["mmap", "whole", "files0"][..]
        } else {
            &["strategy", "files0"]
        };
        for word in words {
            assert!(made.stdout.contains(word), "{kind} lacks {word}");
        }
        let hidden = ["--ends", "l ends", "\\-ends"];
        assert!(
            !hidden.iter().any(|ends| made.stdout.contains(ends)),
            "{kind} has what is hidden"
        );
    }
}

/// The lists of files in both packages' metadata, one a line.
#[test]
fn what_packages_are_made_of_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("Cargo.toml");
    let lists = manifest.split("\nassets = [\n").skip(1);
    let lists: Vec<&str> = lists.filter_map(|list| list.split("\n]").next()).collect();
    assert_eq!(lists.len(), 2, "a Debian package and an RPM");
    for list in lists {
        let sources: Vec<&str> = list
            .lines()
            .filter_map(|asset| asset.split('"').nth(1))
            .collect();
        for needed in [
            "target/release/lc",
            "man/lc.1",
            "completions/lc.bash",
            "completions/_lc",
            "completions/lc.fish",
        ] {
            assert!(sources.contains(&needed), "{needed} is not in {sources:?}");
        }
        for source in sources
            .iter()
            .filter(|source| !source.starts_with("target/"))
        {
            let path = root.join(source.trim_end_matches("/*"));
            assert!(path.exists(), "{source} is not there");
        }
    }
}
