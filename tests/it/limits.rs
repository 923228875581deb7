//! Little memory, few descriptors, no standard error: all that a program can be left without.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::{Folder, Ran, ran, strategies, streaming};

const MIB: u64 = 1 << 20;

/// Runs lc in a shell that limits itself first.
fn limited(folder: &Folder, limit: &str, args: &[&str]) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limit} || exit 99; exec \"$0\" \"$@\"")]);
    shell.arg(env!("CARGO_BIN_EXE_lc")).args(args);
    shell.current_dir(folder.path()).env("LC_ALL", "C.UTF-8");
    ran(shell.stdin(Stdio::null()))
}

const LITTLE_MEMORY: &str = "ulimit -v 65536";

fn sparse(folder: &Folder, name: &str, len: u64) {
    let file = File::create(folder.join(name)).unwrap();
    file.set_len(len).unwrap();
}

/// It ended by itself, with the count or with one message that names the input.
fn expect_count_or_message(run: &Ran, count: &str, what: &str) {
    match run.status {
        Some(0) => assert_eq!(
            (run.stdout.as_str(), run.stderr.as_str()),
            (count, ""),
            "{what}"
        ),
        Some(2) => {
            assert!(run.stderr.starts_with("lc: "), "{what}: {run:?}");
            assert!(run.stderr.contains("; use "), "the remedy, {what}: {run:?}");
            assert_eq!(run.stderr.lines().count(), 1, "{what}: {run:?}");
        }
        _ => panic!("{what}: {run:?}"),
    }
}

#[test]
fn in_little_memory_every_strategy_counts_or_says_what_it_needs() {
    let folder = Folder::new();
    folder.file("log", "123456789\n".repeat(500_000));
    sparse(&folder, "sparse", 100 * MIB);
    for strategy in strategies().into_iter().chain(["auto"]) {
        for threads in ["1", "4", "16"] {
            for buffer in [None, Some("-b4M"), Some("-b40M"), Some("-b1G")] {
                if strategy == "whole" && buffer.is_some() {
                    continue;
                }
                let mut args = vec!["-q", "-s", strategy, "-j", threads];
                args.extend(buffer);
                let what = format!("{args:?}");
                let run = limited(&folder, LITTLE_MEMORY, &[&args[..], &["log"]].concat());
                expect_count_or_message(&run, "500000 log\n", &what);
                if buffer.is_none() && threads == "1" {
                    assert_eq!(run.status, Some(0), "{what}: {run:?}");
                    let run = limited(&folder, LITTLE_MEMORY, &[&args[..], &["sparse"]].concat());
                    expect_count_or_message(&run, "0 sparse\n", &what);
                    let fits = !matches!(strategy, "whole" | "mmap");
                    assert_eq!(
                        run.status,
                        Some(if fits { 0 } else { 2 }),
                        "{what}: {run:?}"
                    );
                }
            }
        }
    }
}

/// From the least memory in which the program starts at all, in small steps: somewhere each of its
/// allocations is the first that fails.
#[test]
fn in_ever_less_memory_it_counts_or_says_that_memory_is_out() {
    let folder = Folder::new();
    folder.file("log", "2026 INFO 12\n2026 ERROR x\n".repeat(1000));
    let jobs: &[(&[&str], &str)] = &[
        (&["-q", "-s", "byte", "log"], "2000 log\n"),
        (&["-q", "-s", "lines", "-e", "x", "log"], "1000 log\n"),
        (&["-q", "-s", "chunk", "-j4", "log"], "2000 log\n"),
        (&["-q", "-s", "whole", "--errors", "log"], "1000 log\n"),
        (&["-q", "-s", "mmap", "log"], "2000 log\n"),
        (&["-q", "-e", "(?i)\\w{9}|[0-9]$", "log"], "1000 log\n"),
    ];
    for limit in ["ulimit -v", "ulimit -d"] {
        let start = (0..)
            .map(|i| 64 * i)
            .find(|kib| {
                let started = limited(&folder, &format!("{limit} {kib}"), &["--version"]);
                started.status == Some(0)
            })
            .unwrap();
        for (args, count) in jobs {
            let runs = (0..).map(|i| {
                let limit = format!("{limit} {}", start + 96 * i);
                let run = limited(&folder, &limit, args);
                expect_count_or_message(&run, count, &format!("{limit} {args:?}"));
                run.status
            });
            // Enough at last, and enough thrice, for less may do without something.
            let mut enough = 0;
            let tries = runs.take_while(|status| {
                enough = if *status == Some(0) { enough + 1 } else { 0 };
                enough < 3
            });
            assert!(tries.count() < 500, "{limit} {args:?}");
        }
    }
}

#[test]
fn a_line_that_cannot_be_held_is_an_error_and_not_the_end() {
    let folder = Folder::new();
    sparse(&folder, "one-line", 100 * MIB);
    folder.file("log", "1\n2\n");
    for strategy in ["byte", "lines", "chunk", "mmap"] {
        for what in [&["-e", "x"][..], &["--errors"], &["--levels"]] {
            if strategy == "byte" && what != ["-e", "x"] {
                continue;
            }
            let window = if strategy == "byte" { "-b64K" } else { "-b1M" };
            let mut args = vec!["-q", "-l", "--max-line-len", "1T", "-s", strategy, window];
            args.extend(what);
            args.extend(["one-line", "log"]);
            let run = limited(&folder, LITTLE_MEMORY, &args);
            let said = "lc: one-line: the line at byte 0 is too long to be held in memory; use a smaller --max-line-len\n";
            assert_eq!(
                (run.stderr.as_str(), run.status),
                (said, Some(2)),
                "{args:?}"
            );
            assert!(run.stdout.contains("2"), "the other is counted: {run:?}");
        }
        if strategy != "byte" {
            let args = [
                "-q",
                "--max-line-len",
                "1T",
                "-s",
                strategy,
                "-b1M",
                "one-line",
            ];
            let run = limited(&folder, LITTLE_MEMORY, &args);
            let got = (run.stdout.as_str(), run.stderr.as_str(), run.status);
            assert_eq!(got, ("0 one-line\n", "", Some(0)), "{args:?}");
        }
    }
}

#[test]
fn many_threads_in_little_memory_are_done_without() {
    let folder = Folder::new();
    folder.file("log", "123456789\n".repeat(500_000));
    for threads in ["2", "20", "28", "30", "31", "64", "256"] {
        let run = limited(&folder, LITTLE_MEMORY, &["-q", "-j", threads, "log"]);
        expect_count_or_message(&run, "500000 log\n", threads);
    }
}

#[test]
fn sixteen_descriptors_are_enough_for_any_number_of_files_and_folders() {
    let folder = Folder::new();
    let deep = vec!["d"; 100].join("/");
    fs::create_dir_all(folder.join(&deep)).unwrap();
    folder.file(format!("{deep}/leaf"), "1\n2\n");
    let names: Vec<String> = (0..100).map(|i| format!("f{i}")).collect();
    names.iter().for_each(|name| drop(folder.file(name, "1\n")));
    folder.file("list", names.join("\0"));
    let run = |args: &[&str]| {
        let run = limited(&folder, "ulimit -n 16", args);
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{run:?}");
        run.stdout
    };
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    for strategy in strategies() {
        let args = [&["-q", "--total=only", "-j3", "-s", strategy], &files[..]].concat();
        assert_eq!(run(&args), "100\n", "{strategy}");
    }
    assert_eq!(run(&["-q", "--total=only", "--files0-from=list"]), "100\n");
    assert_eq!(run(&["-q", "--total=only", "-r", "d"]), "2\n");
}

#[test]
fn without_standard_error_the_counts_and_the_status_are_the_same() {
    let folder = Folder::new();
    folder.file("log", "1\n2\n");
    for (script, stdout, status) in [
        ("exec \"$0\" log 2>&-", "2 log\n", 0),
        ("exec \"$0\" log missing 2>&-", "2 log\n2 total\n", 2),
        ("exec \"$0\" --no-such-option 2>&-", "", 2),
        ("exec \"$0\" log 2>/dev/full", "2 log\n", 0),
        ("exec \"$0\" log missing 2>/dev/full", "2 log\n2 total\n", 2),
        ("exec \"$0\" log <&- 2>&-", "2 log\n", 0),
        ("exec \"$0\" <&- >&- 2>&-", "", 2),
        ("exec \"$0\" log >&- 2>&-", "", 2),
    ] {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_lc")]);
        let run = ran(shell.current_dir(folder.path()));
        assert_eq!(
            (run.stdout.as_str(), run.status),
            (stdout, Some(status)),
            "{script}"
        );
        assert_eq!(run.stderr, "", "{script}");
    }
}

#[test]
fn without_standard_input_only_what_names_it_fails() {
    let folder = Folder::new();
    folder.file("log", "1\n2\n");
    for (args, rows, name) in [
        ("-q - log", "2 log\n2 total\n", "-"),
        ("-q log - log", "2 log\n2 log\n4 total\n", "-"),
        ("-q --files0-from=-", "", "-"),
        ("-q", "", "'standard input'"),
    ] {
        let mut shell = Command::new("sh");
        let script = format!("exec \"$0\" {args} <&-");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_lc")]);
        let run = ran(shell.current_dir(folder.path()).env("LC_ALL", "C.UTF-8"));
        let told = format!("lc: {name}: Bad file descriptor\n");
        let got = (run.stdout.as_str(), run.stderr, run.status);
        assert_eq!(got, (rows, told, Some(2)), "{args}");
    }
}

/// A memory control group below this process's own, which goes when it is dropped.
struct Group(PathBuf);

impl Group {
    /// A group that may have `limit` bytes, or none where no group can be made.
    fn new(limit: u64) -> Option<Self> {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let made = groups.lines().find_map(|line| {
            let (_, group) = line.split_once(':')?;
            let (controllers, path) = group.split_once(':')?;
            let (root, limit_file) = match controllers {
                "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
                "" => ("/sys/fs/cgroup", "memory.max"),
                _ => return None,
            };
            let name = format!("lc-test-{}", std::process::id());
            let group = Self(PathBuf::from(format!("{root}{path}/{name}")));
            fs::create_dir(&group.0).ok()?;
            fs::write(group.0.join(limit_file), limit.to_string()).ok()?;
            Some(group)
        });
        if made.is_none() {
            eprintln!("skipped: no memory control group can be made here");
        }
        made
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

#[test]
fn in_a_small_control_group_whole_and_buffers_say_what_is_left_and_the_others_count() {
    let Some(group) = Group::new(24 * MIB) else {
        return;
    };
    let folder = Folder::new();
    folder.file("log", "123456789\n".repeat(4_000_000));
    let enter = format!("echo $$ > '{}/cgroup.procs'", group.0.display());
    for strategy in strategies().into_iter().chain(["auto"]) {
        let run = limited(&folder, &enter, &["-q", "-s", strategy, "log"]);
        if strategy == "whole" {
            assert_eq!(run.status, Some(2), "{run:?}");
            let told = run.stderr.starts_with("lc: log: whole needs 38.1 MiB, ");
            assert!(
                told && run.stderr.contains(" are available; use "),
                "{run:?}"
            );
        } else {
            let got = (run.stdout.as_str(), run.stderr.as_str(), run.status);
            assert_eq!(got, ("4000000 log\n", "", Some(0)), "{strategy}");
        }
    }
    for strategy in streaming() {
        let run = limited(&folder, &enter, &["-q", "-b32M", "-s", strategy, "log"]);
        assert_eq!(run.status, Some(2), "{run:?}");
        let told = run.stderr.starts_with("lc: log: a buffer of 32");
        assert!(
            told && run.stderr.contains(" are available; use a smaller --buf"),
            "{run:?}"
        );
    }
}

/// Processes, as threads are, that a user may not have any more of.
#[test]
fn a_user_without_processes_left_is_served_by_one_thread() {
    let folder = Folder::new();
    let Some(mut command) = crate::support::unprivileged_lc(&folder) else {
        return;
    };
    folder.file("log", "123456789\n".repeat(5000));
    let program = command.get_program().to_owned();
    let args: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    command = Command::new("prlimit");
    command.arg("--nproc=1").arg(program).args(args);
    command
        .current_dir(folder.path())
        .args(["-s", "chunk", "-j4", "log"]);
    let Ok(output) = command.stdin(Stdio::null()).output() else {
        eprintln!("skipped: prlimit is not here");
        return;
    };
    let run = Ran::from(output);
    assert_eq!(
        (run.stdout.as_str(), run.status),
        ("5000 log\n", Some(0)),
        "{run:?}"
    );
    assert!(run.stderr.contains(", 1 thread: "), "{run:?}");
}
