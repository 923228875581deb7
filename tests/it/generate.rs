//! What is made from the command line's description.

use std::fs;
use std::path::Path;

use crate::support::{lc, ran};

#[test]
fn completions_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions");
    for (shell, file) in [("bash", "lc.bash"), ("zsh", "_lc"), ("fish", "lc.fish")] {
        let made = ran(lc().args(["--generate", shell])).stdout;
        let kept = fs::read_to_string(folder.join(file)).expect(file);
        assert!(
            made == kept,
            "completions/{file} is stale; write it anew with: lc --generate {shell} > completions/{file}"
        );
    }
}

#[test]
fn completions_and_manual_know_every_strategy_and_option() {
    for kind in ["man", "bash", "zsh", "fish", "elvish", "powershell"] {
        let made = ran(lc().args(["--generate", kind]));
        assert_eq!(made.status, Some(0));
        for word in ["mmap", "whole", "files0"] {
            assert!(made.stdout.contains(word), "{kind} lacks {word}");
        }
    }
}
