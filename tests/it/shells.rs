//! The completions in the shells that they are for, where those are installed.

use std::path::PathBuf;
use std::process::Command;

use crate::support::{Folder, installed, ran, strategies};

const LEVELS: [&str; 6] = ["fatal", "error", "warn", "info", "debug", "trace"];

fn completions(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "completions", file]
        .iter()
        .collect()
}

fn with_auto() -> Vec<&'static str> {
    [&["auto"], &*strategies()].concat()
}

/// What a shell offers for a command line, ended by the cursor, in a folder with `big.log` and `build.log`.
type Offer = fn(&Folder, &str) -> Vec<String>;

fn check(offered: Offer) {
    let folder = Folder::new();
    folder.file("big.log", "");
    folder.file("build.log", "");
    for (line, expected) in [
        ("lc --strategy ", with_auto()),
        ("lc -s m", vec!["mmap"]),
        ("lc --overlong t", vec!["truncate"]),
        ("lc --overlong=t", vec!["truncate"]),
        ("lc --errors=", LEVELS.to_vec()),
        ("lc --errors=f", vec!["fatal"]),
        ("lc --cache ", vec!["as-is", "warm", "cold"]),
        ("lc --strat", vec!["--strategy"]),
        ("lc b", vec!["big.log", "build.log"]),
        ("lc -q bu", vec!["build.log"]),
        ("lc --buf 4K ", vec!["big.log", "build.log"]),
        ("lc -f bi", vec!["big.log"]),
    ] {
        let mut offered = offered(&folder, line);
        let mut expected = expected;
        offered.sort_unstable();
        expected.sort_unstable();
        assert_eq!(offered, expected, "{line:?}");
    }
}

fn lines(command: &mut Command) -> Vec<String> {
    let ran = ran(command);
    let lines = ran.stdout.lines().map(str::to_owned).collect();
    assert_eq!(
        (ran.stderr.as_str(), ran.status),
        ("", Some(0)),
        "{command:?}"
    );
    lines
}

#[test]
fn bash_completes_names_and_files() {
    if installed("bash", &["--version"]) {
        check(in_bash);
    }
}

/// Calls the function as readline does: words are also split at `=`, of which the function is not given
/// the text. Where it answers nothing, bash completes files, which `complete -p` must say.
fn in_bash(folder: &Folder, line: &str) -> Vec<String> {
    const SCRIPT: &str = r#"
        source "$1"
        [[ $(complete -p lc) == *"-o default"* ]] || exit 3
        line=${2//=/ = }
        read -ra COMP_WORDS <<< "$line"
        [[ $line == *[!=]" " ]] && COMP_WORDS+=("")
        [[ $2 == *= ]] && unset 'COMP_WORDS[-1]'
        [[ $2 == *= ]] && COMP_WORDS+=("=")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        cur=${COMP_WORDS[COMP_CWORD]}
        [[ $cur == "=" ]] && cur=""
        _lc lc "$cur" "${COMP_WORDS[COMP_CWORD - 1]}"
        [[ ${#COMPREPLY[@]} -gt 0 ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    lines(
        Command::new("bash")
            .args(["--norc", "-c", SCRIPT, "bash"])
            .arg(completions("lc.bash"))
            .arg(line)
            .current_dir(folder.path()),
    )
}

#[test]
fn zsh_completes_names_and_files() {
    if installed(
        "zsh",
        &["-f", "-c", "zmodload zsh/zpty && autoload -Uz compinit"],
    ) {
        check(in_zsh);
    }
}

/// Types the line and a tab into a zsh of its own, whose `compadd` prints what it would have offered.
fn in_zsh(folder: &Folder, line: &str) -> Vec<String> {
    const INSIDE: &str = r#"
        PROMPT=
        fpath=($COMPLETIONS $fpath)
        autoload -Uz compinit
        compinit -u -D
        bindkey '^I' complete-word
        capture_begin () { print BEGIN }
        capture_end () { print END; exit }
        compprefuncs=(capture_begin)
        comppostfuncs=(capture_end)
        compadd () {
            if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
            local -a hits
            builtin compadd -A hits "$@"
            (( $#hits )) && print -rl -- $hits
        }
        print ready
    "#;
    const OUTSIDE: &str = r#"
        zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "source $1"
        while zpty -r z REPLY; do [[ $REPLY == ready* ]] && break; done
        zpty -w -n z "$2"$'\t'
        while zpty -r z REPLY; do [[ $REPLY == *BEGIN* ]] && break; done
        while zpty -r z REPLY; do
            REPLY=${REPLY%%$'\r\n'}
            [[ $REPLY == *END* ]] && break
            print -r -- "$REPLY"
        done
    "#;
    let scripts = Folder::new();
    let inside = scripts.file("inside", INSIDE);
    let mut offered = lines(
        Command::new("zsh")
            .args(["-f", "-c", OUTSIDE, "zsh"])
            .arg(&inside)
            .arg(line)
            .env("COMPLETIONS", completions(""))
            .env("TERM", "dumb")
            .current_dir(folder.path()),
    );
    // Options that take their value after `=` are offered with it.
    offered
        .iter_mut()
        .for_each(|word| *word = word.trim_end_matches('=').to_owned());
    offered.dedup();
    offered
}

#[test]
fn fish_completes_names_and_files() {
    if installed("fish", &["--no-config", "-c", "complete -C 'ls '"]) {
        check(in_fish);
    }
}

/// Offers come with a tab and what they mean, and with the option where that stands in the same word.
fn in_fish(folder: &Folder, line: &str) -> Vec<String> {
    let offered = lines(
        Command::new("fish")
            .args(["--no-config", "-c", "source $argv[1]; complete -C $argv[2]"])
            .arg(completions("lc.fish"))
            .arg(line)
            .env("HOME", folder.path())
            .env("XDG_CACHE_HOME", folder.path().join(".cache"))
            .current_dir(folder.path()),
    );
    let words = offered.iter().filter_map(|offer| offer.split('\t').next());
    words
        .map(|word| word.rsplit('=').next().unwrap_or(word).to_owned())
        .collect()
}
