//! Real logs, from a folder that the variable LOG_CORPUS names: `expected.json` there tells of each
//! what is true of it.

use std::env;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::support::{json, lc, ran, strategies};

/// The logs and what is expected of each; nothing, said so, without the variable.
fn corpus() -> Vec<(PathBuf, Value)> {
    let Some(folder) = env::var_os("LOG_CORPUS").map(PathBuf::from) else {
        eprintln!("skipped: LOG_CORPUS names no folder of real logs");
        return Vec::new();
    };
    let text = fs::read_to_string(folder.join("expected.json")).expect("LOG_CORPUS/expected.json");
    let expected: serde_json::Map<String, Value> = serde_json::from_str(&text).expect("JSON");
    assert!(!expected.is_empty());
    expected
        .into_iter()
        .map(|(name, value)| (folder.join(name), value))
        .collect()
}

#[test]
fn real_logs_have_their_labelled_counts_in_every_strategy() {
    for (path, expected) in corpus() {
        for strategy in strategies() {
            for threads in ["-j1", "-j3"] {
                let mut command = lc();
                command.args(["--json", "-lL", "--bytes", "--errors", "-e", "ERROR"]);
                command.args(["-s", strategy, threads]);
                let (inputs, _) = json(&ran(command.arg(&path)));
                let counts = &inputs[0]["counts"];
                let way = format!("{} {strategy} {threads}", path.display());
                assert_eq!(counts["lines"], expected["lines"], "{way}");
                assert_eq!(counts["bytes"], expected["bytes"], "{way}");
                assert_eq!(counts["longest"], expected["longest_line_bytes"], "{way}");
                assert_eq!(
                    counts["unterminated"], expected["unterminated_last_line"],
                    "{way}"
                );
                assert_eq!(
                    counts["matched"], expected["lines_containing_ERROR"],
                    "{way}"
                );
                // Of some logs nobody can say it: their lines have no severity.
                if !expected["error_severity_lines"].is_null() {
                    assert_eq!(counts["errors"], expected["error_severity_lines"], "{way}");
                }
            }
        }
    }
}
