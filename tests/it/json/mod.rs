//! docs/lc.schema.json and docs/json.md: what is written is what they say, no more and no less.

mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::signals::{SIGINT, Started};
use crate::support::{Folder, lc, ran, ran_on_pipe, strategies};

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn lc_schema() -> Value {
    serde_json::from_str(&document("lc.schema.json")).expect("JSON")
}

/// Checks `value` as what `$defs` calls `name`, so that an error tells the field and not only that no
/// alternative fits; then as a whole.
fn check_as(name: &str, value: &Value) -> Result<(), String> {
    let root = lc_schema();
    schema::check(&root, &root["$defs"][name], value, name)?;
    schema::check(&root, &root, value, "the document")
}

/// Checks each line of what `lc --json` wrote; tells how many there were.
fn check_lines(text: &str) -> usize {
    let mut lines = 0;
    for line in text.lines() {
        let value: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let name = value["type"]
            .as_str()
            .unwrap_or_else(|| panic!("no type: {line}"));
        check_as(name, &value).unwrap_or_else(|error| panic!("{error}\n{line}"));
        lines += 1;
    }
    lines
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file(
        "log",
        "INFO a\nERROR b\nan overlong line\nWARN é\nDEBUG the last",
    );
    folder.file("empty", "");
    folder.file("plain", "x\n".repeat(10_000));
    folder
}

fn run(folder: &Folder, args: &[&str]) -> usize {
    let ran = ran(lc().current_dir(folder.path()).arg("--json").args(args));
    assert!(ran.stdout.contains(r#""type":"run""#), "{args:?}: {ran:?}");
    check_lines(&ran.stdout)
}

#[test]
fn counts_of_every_kind_are_valid() {
    let folder = folder();
    for args in [
        &["log"][..],
        &["log", "empty", "plain"],
        &["--errors", "log"],
        &[
            "--errors=warn",
            "--levels",
            "-l",
            "--bytes",
            "-L",
            "-e",
            "a",
            "log",
        ],
        &["-v", "-e", "ERROR", "log"],
        &["--range", "3..9", "log"],
        &["--total=only", "log", "log"],
        &["--max-errors=0", "log"],
        &["-r", "."],
    ] {
        assert!(run(&folder, args) >= 2, "{args:?}");
    }
}

#[test]
fn every_strategy_buffer_and_number_of_threads_is_valid() {
    let folder = folder();
    for strategy in strategies() {
        for threads in ["1", "3"] {
            assert_eq!(run(&folder, &["-s", strategy, "-j", threads, "plain"]), 2);
        }
    }
    assert_eq!(run(&folder, &["-b", "7", "log"]), 2);
    assert_eq!(run(&folder, &["--cache=warm", "plain"]), 2);
    assert_eq!(run(&folder, &["--cache=cold", "plain"]), 2);
}

#[test]
fn overlong_lines_and_what_could_not_be_searched_are_valid() {
    let folder = folder();
    for policy in ["scan", "truncate", "skip", "error"] {
        let args = [
            "--max-line-len=8",
            "--overlong",
            policy,
            "-e",
            r"\bline",
            "log",
        ];
        assert_eq!(run(&folder, &args), 2, "{policy}");
    }
}

#[test]
fn what_failed_and_odd_names_are_valid() {
    let folder = folder();
    let odd = OsStr::from_bytes(b"no\xfft UTF-8");
    folder.file(odd, "x\n");
    let mut command = lc();
    command
        .current_dir(folder.path())
        .args(["--json", "missing", "."])
        .arg(odd);
    let failed = ran(&mut command);
    assert_eq!((check_lines(&failed.stdout), failed.status), (4, Some(2)));
    assert!(failed.stdout.contains(r#""bytes":""#), "{failed:?}");
}

#[test]
fn pipes_and_standard_input_are_valid() {
    for args in [&["--json"][..], &["--json", "-"], &["--json", "-s", "mmap"]] {
        assert_eq!(
            check_lines(&ran_on_pipe(lc().args(args), b"a\nb").stdout),
            2
        );
    }
}

#[test]
fn an_interrupted_count_is_valid() {
    let mut started = Started::new(lc().args(["--json", "-"]).stdin(Stdio::piped()));
    let pipe = started.stdin();
    started.handles(SIGINT);
    started.send(SIGINT);
    let ended = started.end();
    drop(pipe);
    let lines = ended.stderr.lines().filter(|line| line.starts_with('{'));
    let json: String = lines.map(|line| format!("{line}\n")).collect();
    assert!(json.contains(r#""interrupted":true"#), "{ended:?}");
    assert_eq!(check_lines(&json), 2);
}

#[test]
fn the_document_of_a_comparison_is_valid() {
    let folder = folder();
    for args in [
        &["-s", "chunk,mmap,whole", "-j", "1,2", "--levels", "plain"][..],
        &["--cache=warm", "-s", "byte", "-b", "1,64", "plain"],
        &["-s", "chunk,whole", "--max-memory=1", "plain"],
    ] {
        let mut command = lc();
        command.current_dir(folder.path());
        command
            .args(["--compare", "-q", "--runs=2", "--export-json=-"])
            .args(args);
        let ran = ran(&mut command);
        let value: Value =
            serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
        check_as("comparison", &value).unwrap_or_else(|error| panic!("{args:?}: {error}"));
    }
}

#[test]
fn what_is_not_documented_is_not_valid() {
    let folder = folder();
    let ran = ran(lc().current_dir(folder.path()).args(["--json", "log"]));
    let run: Value = serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
    let with = |pointer: &str, field: &str, value: Value| {
        let mut changed = run.clone();
        changed.pointer_mut(pointer).unwrap()[field] = value;
        check_as("run", &changed)
    };
    assert_eq!(with("", "inputs", json!(1)), Ok(()));
    assert!(with("", "new", json!(1)).is_err());
    assert!(with("/counts/overlong", "new", json!(1)).is_err());
    assert!(with("/memory", "peak", json!("1")).is_err());
    assert!(with("/time", "wall", json!(-1.0)).is_err());
    assert!(with("/strategy", "overlong", json!("other")).is_err());
    let mut less = run.clone();
    less.as_object_mut().unwrap().remove("cache");
    assert!(check_as("run", &less).is_err());
}

/// The fields of each object: in the schema, and in the tables of the page.
#[test]
fn the_page_explains_every_field_and_no_other() {
    let mut in_schema = BTreeMap::new();
    for (name, schema) in lc_schema()["$defs"].as_object().unwrap() {
        let alternatives = schema.get("oneOf").and_then(Value::as_array);
        let objects = alternatives.map_or(std::slice::from_ref(schema), Vec::as_slice);
        let fields: BTreeSet<String> = objects
            .iter()
            .filter_map(|object| object["properties"].as_object())
            .flat_map(|properties| properties.keys().cloned())
            .collect();
        if !fields.is_empty() {
            in_schema.insert(name.clone(), fields);
        }
    }
    let mut on_page: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut section = String::new();
    for line in document("json.md").lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_owned();
        } else if let Some((field, meaning)) = line
            .strip_prefix("| `")
            .and_then(|row| row.split_once("` | "))
        {
            assert!(
                meaning.len() > "x |".len(),
                "{section}.{field} is not explained"
            );
            on_page
                .entry(section.clone())
                .or_default()
                .insert(field.to_owned());
        }
    }
    assert_eq!(on_page, in_schema);
}
