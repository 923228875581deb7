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
