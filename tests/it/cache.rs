//! The state of the page cache: what was asked for is reached, or told not to be.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Folder, json, lc, ran};

/// A log that ends within a page and was written just now, so that its pages are dirty.
const LEN: usize = 5_000_001;

fn just_written(path: &Path) -> Value {
    fs::write(path, vec![b'\n'; LEN]).unwrap();
    let run = ran(lc().args(["--json", "--cache=cold"]).arg(path));
    let (_, run) = json(&run);
    assert_eq!(run["counts"]["lines"], LEN);
    run
}

/// What keeps the files of a folder, as stat(1) calls it.
fn file_system(folder: &Path) -> String {
    let told = Command::new("stat")
        .args(["-f", "-c", "%T"])
        .arg(folder)
        .output();
    told.map_or_else(
        |_| String::new(),
        |told| String::from_utf8_lossy(&told.stdout).trim().to_owned(),
    )
}

#[test]
fn dirty_and_partial_pages_are_dropped_too() {
    let folder = Folder::new();
    let kind = file_system(folder.path());
    if !["ext2/ext3", "xfs", "btrfs"].contains(&kind.as_str()) {
        eprintln!("skipped: files of {kind} may be such as cannot be dropped from the page cache");
        return;
    }
    let run = just_written(&folder.join("log"));
    assert_eq!(run["cache"]["reached"], true, "{run}");
    assert_eq!(run["cached_bytes"], 0, "{run}");
}

#[test]
fn a_file_that_is_nowhere_but_in_memory_is_not_called_cold() {
    let memory = Path::new("/dev/shm");
    if file_system(memory) != "tmpfs" {
        eprintln!("skipped: /dev/shm is no file system in memory here");
        return;
    }
    let path = memory.join(format!("lc-test-{}.log", std::process::id()));
    let run = just_written(&path);
    fs::remove_file(&path).unwrap();
    assert_eq!(run["cache"]["reached"], false, "{run}");
    assert_eq!(run["cached_bytes"], LEN, "{run}");
}
