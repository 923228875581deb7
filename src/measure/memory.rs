//! Memory: what this process holds, and what it could have.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use memmap2::MmapMut;

/// Bytes of `/proc/self/status` that are read, in one call: it has some 1,500, all of them ASCII but
/// perhaps the name, and the figures stand in the first half. Every report pays for this.
const STATUS: usize = 4096;

/// What the kernel says of this process's memory, in bytes.
///
/// From `/proc/self/status`, where the peak is that of this program alone: the peak that getrusage(2)
/// gives starts, after an exec, at the parent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resident {
    /// The most that was ever resident (VmHWM).
    pub peak: Option<u64>,
    /// Anonymous pages resident now: heap and stacks.
    pub anonymous: Option<u64>,
    /// File pages resident now: mapped files and the program itself.
    pub file: Option<u64>,
}

impl Resident {
    /// The figures now; absent where the kernel does not tell.
    pub fn now() -> Self {
        let mut buffer = [0; STATUS];
        let read = File::open("/proc/self/status").and_then(|mut file| file.read(&mut buffer));
        let status = str::from_utf8(&buffer[..read.unwrap_or(0)]).unwrap_or_default();
        Self {
            peak: kib_field(status, "VmHWM:"),
            anonymous: kib_field(status, "RssAnon:"),
            file: kib_field(status, "RssFile:"),
        }
    }
}

/// The bytes that a line `NAME   123 kB` tells.
fn kib_field(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = value.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kib.checked_mul(1024)
}

/// Whether so many bytes more have room: mapped on trial, which is not the heap's, and given back.
pub fn has_room(bytes: usize) -> bool {
    MmapMut::map_anon(bytes).is_ok()
}

/// Bytes that could be had without swapping or going over a control group's limit; all there are if
/// the system does not tell.
pub fn available() -> u64 {
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let machine = kib_field(&meminfo, "MemAvailable:").unwrap_or(u64::MAX);
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    group_folders(&groups, Path::new("/sys/fs/cgroup"))
        .iter()
        .filter_map(|folder| left_in_group(folder))
        .fold(machine, u64::min)
}

/// The folders of the memory control group of each line of `/proc/self/cgroup` and of its parents,
/// whose limits hold, too.
fn group_folders(groups: &str, root: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
            continue;
        };
        let mount = match controllers {
            "" => root.to_owned(),
            _ if controllers.split(',').any(|name| name == "memory") => root.join("memory"),
            _ => continue,
        };
        // In a container the path may be one that only the host has; its root then is ours.
        let group = mount.join(path.trim_start_matches('/'));
        folders.extend(
            group
                .ancestors()
                .take_while(|at| at.starts_with(&mount))
                .map(PathBuf::from),
        );
    }
    folders
}

/// What a control group has left: its limit less what it uses, file pages that it could give back
/// not counted.
fn left_in_group(folder: &Path) -> Option<u64> {
    let number = |name: &str| {
        fs::read_to_string(folder.join(name))
            .ok()?
            .trim()
            .parse::<u64>()
            .ok()
    };
    let limit = number("memory.max").or_else(|| number("memory.limit_in_bytes"))?;
    let used = number("memory.current").or_else(|| number("memory.usage_in_bytes"))?;
    let stat = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let inactive = stat
        .lines()
        .find_map(|line| line.strip_prefix("inactive_file "))
        .and_then(|value| value.trim().parse().ok())
        .unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(inactive)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_a_peak_at_least_as_large_as_what_is_resident() {
        let now = Resident::now();
        let resident = now.anonymous.unwrap() + now.file.unwrap();
        assert!(now.peak.unwrap() >= resident / 2, "{now:?}");
    }

    #[test]
    fn a_limit_on_a_parent_group_holds() {
        let root = tempfile::tempdir().unwrap();
        let parent = root.path().join("parent");
        let child = parent.join("child");
        fs::create_dir_all(&child).unwrap();
        fs::write(parent.join("memory.max"), "1000000\n").unwrap();
        fs::write(parent.join("memory.current"), "700000\n").unwrap();
        fs::write(parent.join("memory.stat"), "anon 1\ninactive_file 200000\n").unwrap();
        fs::write(child.join("memory.max"), "max\n").unwrap();
        fs::write(child.join("memory.current"), "1\n").unwrap();
        let folders = group_folders("0::/parent/child\n", root.path());
        assert_eq!(folders, [child, parent.clone(), root.path().to_owned()]);
        let left: Vec<_> = folders
            .iter()
            .filter_map(|folder| left_in_group(folder))
            .collect();
        assert_eq!(left, [500_000]);
    }

    #[test]
    fn the_first_cgroup_version_is_read_too() {
        let root = tempfile::tempdir().unwrap();
        let group = root.path().join("memory/batch");
        fs::create_dir_all(&group).unwrap();
        fs::write(group.join("memory.limit_in_bytes"), "5000\n").unwrap();
        fs::write(group.join("memory.usage_in_bytes"), "1000\n").unwrap();
        let folders = group_folders("5:cpu:/x\n4:memory:/batch\n", root.path());
        let left: Vec<_> = folders
            .iter()
            .filter_map(|folder| left_in_group(folder))
            .collect();
        assert_eq!(left, [4000]);
    }
}
