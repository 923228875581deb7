//! The state of the page cache: what was asked for is reached, or told not to be.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Folder, json, lc, ran, unprivileged_lc};

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

/// The kernel tells of a file only who owns it or may write it; to others, mincore(2) calls all of it
/// resident.
#[test]
fn what_the_kernel_hides_of_somebody_elses_file_is_not_known() {
    let folder = Folder::new();
    let path = folder.join("log");
    let dropped = just_written(&path);
    let Some(mut command) = unprivileged_lc(&folder) else {
        return;
    };
    let owner = command.get_program() != "setpriv";
    if owner || dropped["cache"]["reached"] != true {
        eprintln!("skipped: this user owns the file, or it cannot be dropped from the page cache");
        return;
    }
    let asked = ran(command.args(["--json", "--cache=cold"]).arg(&path));
    let (_, run) = json(&asked);
    // Before Linux 6.14 anybody could ask cachestat(2).
    assert!(
        run["cached_bytes"].is_null() || run["cached_bytes"] == 0,
        "{run}"
    );
    let reached = &run["cache"]["reached"];
    assert!(reached.is_null() || run["cached_bytes"] == 0, "{run}");
}
