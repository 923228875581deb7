//! Completions for bash: what the generator writes, mended where a user would be surprised.

use clap::Command;

/// Mends `script`, the generator's, in three places:
///
/// - `=` is among bash's COMP_WORDBREAKS, so that in `--errors=f` it is a word between the option's name
///   and its value, and the option was not found.
/// - An option whose value only follows `=` has none after a blank.
/// - What begins without `-` is a file. The script offered options, and all of them for nothing at all;
///   with no answer, bash offers files by itself (`-o default`).
///
/// A generator that writes other lines is noticed by the test that asks a real bash.
pub(super) fn mended(script: &str, command: &Command) -> String {
    let optional: Vec<String> = command
        .get_opts()
        .filter(|option| option.is_require_equals_set())
        .filter_map(|option| option.get_long().map(|long| format!("--{long}")))
        .collect();
    let words = format!(
        r#"    prev="$3"
    if [[ "${{COMP_WORDS[COMP_CWORD]}}" == "=" ]]; then
        prev="${{COMP_WORDS[COMP_CWORD-1]}}"
        cur=""
    elif [[ "${{prev}}" == "=" ]]; then
        prev="${{COMP_WORDS[COMP_CWORD-2]}}"
    elif [[ " {} " == *" ${{prev}} "* ]]; then
        prev=""
    fi
"#,
        optional.join(" ")
    );
    let offered = r#"COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )"#;
    let at_the_end = format!("            esac\n            {offered}\n");
    script
        .replacen("    prev=\"$3\"\n", &words, 1)
        .replacen(" || ${COMP_CWORD} -eq 1 ]]", " ]]", 1)
        .replacen(&at_the_end, "            esac\n", 1)
}
