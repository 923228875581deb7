//! System calls that fail: what strace can make them do, on every way of reading.

mod names;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::process::{Command, Stdio};

use crate::support::{Folder, Ran, installed, json, ran, reading, strategies, streaming};

const LINES: usize = 3000;

/// A folder with `log`, lines of ten bytes.
fn folder() -> Option<Folder> {
    let works = installed(
        "strace",
        &[
            "-o",
            "/dev/null",
            "-e",
            "inject=read:delay_exit=1:when=1",
            "true",
        ],
    );
    let folder = Folder::new();
    folder.file("log", "123456789\n".repeat(LINES));
    works.then_some(folder)
}

/// Runs lc, with a fault in calls on the file `on`, or in any calls.
fn with_fault(folder: &Folder, inject: &str, on: Option<&str>, args: &[&str]) -> Ran {
    let mut strace = Command::new("strace");
    strace.current_dir(folder.path()).env("LC_ALL", "C.UTF-8");
    strace.args(["-f", "-o", "/dev/null"]);
    if let Some(on) = on {
        // Calls on a descriptor are known by the whole path, openat(2) by what it is given.
        strace
            .args(["--quiet=attach,path-resolution", "-P", on, "-P"])
            .arg(folder.join(on));
    }
    let calls = inject.split(':').next().unwrap();
    strace.args([
        "-e",
        &format!("trace={calls}"),
        "-e",
        &format!("inject={inject}"),
    ]);
    strace.arg(env!("CARGO_BIN_EXE_lc")).args(args);
    ran(strace.stdin(File::open(folder.join("log")).unwrap()))
}

/// The lines and bytes of the first row, if there is one.
fn row(run: &Ran) -> Option<(usize, usize)> {
    let mut numbers = run
        .stdout
        .split_whitespace()
        .map_while(|word| word.parse().ok());
    Some((numbers.next()?, numbers.next()?))
}

/// Either all was counted, or what was not is told and what was is the file's beginning.
fn expect_all_or_told(run: &Ran, name: &str, what: &str) {
    assert!(!run.stderr.contains("panicked"), "{what}: {run:?}");
    let row = row(run);
    match run.status {
        Some(0) => {
            assert_eq!(row, Some((LINES, 10 * LINES)), "{what}: {run:?}");
            assert_eq!(run.stderr, "", "{what}");
        }
        Some(2) => {
            let told = run.stderr.starts_with(&format!("lc: {name}: "));
            assert!(told && run.stderr.lines().count() == 1, "{what}: {run:?}");
            if let Some((lines, bytes)) = row {
                assert_eq!(lines, bytes / 10, "{what}: {run:?}");
                // All of them, where it was the read that would have found the end.
                assert!(bytes <= 10 * LINES, "{what}: {run:?}");
            }
        }
        _ => panic!("{what}: {run:?}"),
    }
}

fn ways() -> impl Iterator<Item = Vec<&'static str>> {
    let strategies = strategies().into_iter().chain(["auto"]);
    strategies.flat_map(|strategy| {
        let buffer = (strategy != "whole").then_some("-b4096");
        ["-j1", "-j2"].map(|threads| {
            let mut args = vec!["-q", "-l", "--bytes", "-s", strategy, threads];
            args.extend(buffer);
            args
        })
    })
}

#[test]
fn a_call_that_fails_never_ends_in_a_wrong_count() {
    let Some(folder) = folder() else { return };
    // Of each kind of calls, the strategies that the failure of the first one stopped.
    let mut stopped: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for way in ways() {
        let strategy = way[way.iter().position(|arg| *arg == "-s").unwrap() + 1];
        for calls in ["read,pread64", "openat", "fstat,statx,newfstatat", "mmap"] {
            for error in ["EIO", "EINTR", "EAGAIN", "ENOSYS", "ENOMEM"] {
                for when in ["1", "2", "3+"] {
                    // Interrupted for ever, it would try for ever, and should.
                    let when = if error == "EINTR" { "1+2" } else { when };
                    let inject = format!("{calls}:error={error}:when={when}");
                    let what = format!("{inject} {way:?}");
                    let args = [&way[..], &["log"]].concat();
                    let run = with_fault(&folder, &inject, Some("log"), &args);
                    if error == "EINTR" && ["read,pread64", "openat"].contains(&calls) {
                        assert_eq!(run.status, Some(0), "{what}: {run:?}");
                    }
                    // Of two threads, the first call may be one that only looks for a place to cut.
                    if way.contains(&"-j1") && (error, when, run.status) == ("EIO", "1", Some(2)) {
                        stopped.entry(calls).or_default().push(strategy);
                    }
                    expect_all_or_told(&run, "log", &what);
                }
            }
        }
    }
    // Faults that hit nothing would show nothing.
    let all = [strategies(), vec!["auto"]].concat();
    let readers = [reading(), vec!["auto"]].concat();
    assert_eq!(stopped["openat"], all);
    assert_eq!(stopped["read,pread64"], readers);
    assert_eq!(stopped["mmap"], ["mmap"]);
}

#[test]
fn a_call_that_fails_on_a_redirect_never_ends_in_a_wrong_count() {
    let Some(folder) = folder() else { return };
    for way in ways().filter(|way| way.contains(&"-j1")) {
        for calls in ["read,pread64", "fcntl", "fstat,statx,newfstatat", "lseek"] {
            for (error, when) in [
                ("EIO", "1"),
                ("EIO", "2"),
                ("EMFILE", "1"),
                ("EINTR", "1+2"),
            ] {
                if (calls, error) == ("fcntl", "EIO") {
                    continue;
                }
                let inject = format!("{calls}:error={error}:when={when}");
                let run = with_fault(&folder, &inject, Some("log"), &way);
                expect_all_or_told(&run, "'standard input'", &format!("{inject} {way:?}"));
            }
        }
    }
}

#[test]
fn a_read_that_fails_midway_tells_what_was_counted_and_the_others_are_counted() {
    let Some(folder) = folder() else { return };
    for strategy in streaming() {
        let args = [
            "-q",
            "-l",
            "--bytes",
            "-s",
            strategy,
            "-b4000",
            "log",
            "/dev/null",
            "log",
        ];
        let inject = "pread64:error=EIO:when=3";
        let run = with_fault(&folder, inject, Some("log"), &args);
        assert_eq!(run.stderr, "lc: log: Input/output error\n", "{strategy}");
        let rows: Vec<&str> = run.stdout.lines().map(str::trim).collect();
        let expected = [
            "800    8000 log",
            "0       0 /dev/null",
            "3000   30000 log",
            "3800   38000 total",
        ];
        assert_eq!(
            (rows, run.status),
            (expected.to_vec(), Some(2)),
            "{strategy}"
        );
    }
}

#[test]
fn calls_that_a_signal_interrupts_are_made_again_and_counted() {
    let Some(folder) = folder() else { return };
    for way in ways() {
        let args = [&way[..], &["--json", "log"]].concat();
        let calm = json(&with_fault(
            &folder,
            "read:delay_exit=0:when=1",
            Some("log"),
            &args,
        ))
        .1;
        let inject = "pread64:error=EINTR:when=1+2";
        let disturbed = json(&with_fault(&folder, inject, Some("log"), &args)).1;
        assert_eq!(disturbed["counts"], calm["counts"], "{way:?}");
        let calls = |run: &serde_json::Value| run["reads"]["calls"].as_u64().unwrap();
        assert!(calls(&disturbed) >= calls(&calm), "{way:?}");
        if calls(&calm) > 4 {
            assert!(calls(&disturbed) > calls(&calm), "{way:?}");
        }
    }
}

#[test]
fn reads_of_a_pipe_that_a_signal_interrupts_are_made_again() {
    let Some(folder) = folder() else { return };
    for strategy in reading().into_iter().chain(["auto"]) {
        folder.fifo("fifo", "123456789\n".repeat(LINES).as_bytes());
        let args = ["-q", "-l", "--bytes", "-s", strategy, "fifo"];
        let run = with_fault(&folder, "read:error=EINTR:when=1+2", Some("fifo"), &args);
        assert_eq!(run.status, Some(0), "{strategy}: {run:?}");
        expect_all_or_told(&run, "fifo", strategy);
        fs::remove_file(folder.join("fifo")).unwrap();
    }
}

/// Lines of varying length, by which it shows whether the counts are those of the bytes told.
#[test]
fn what_several_threads_counted_before_a_read_failed_is_the_beginning_of_the_file() {
    let Some(folder) = folder() else { return };
    let text: String = (0..3000)
        .map(|i| format!("{i} {}\n", "x".repeat(i * i % 61)))
        .collect();
    folder.file("varied", &text);
    let mut partial = 0;
    for strategy in streaming() {
        for when in 1..24 {
            let inject = format!("pread64:error=EIO:when={when}");
            let args = ["--json", "-j2", "-b4096", "-s", strategy, "varied"];
            let run = with_fault(&folder, &inject, Some("varied"), &args);
            let what = format!("{strategy} {when}: {run:?}");
            let counts = &json(&run).0[0]["counts"];
            let told = &text.as_bytes()[..counts["bytes"].as_u64().unwrap() as usize];
            let lines = told.iter().filter(|&&byte| byte == b'\n').count();
            let is_open = told.last().is_some_and(|&byte| byte != b'\n');
            assert_eq!(counts["lines"], lines, "{what}");
            assert_eq!(counts["unterminated"], is_open, "{what}");
            if run.status == Some(0) {
                assert_eq!(
                    (told.len(), run.stderr.as_str()),
                    (text.len(), ""),
                    "{what}"
                );
                continue;
            }
            assert_eq!(run.status, Some(2), "{what}");
            assert_eq!(run.stderr, "lc: varied: Input/output error\n", "{what}");
            partial += usize::from(!told.is_empty() && told.len() < text.len());
        }
    }
    assert!(partial > 10, "{partial}");
}

#[test]
fn a_file_that_never_has_what_it_says_it_has_is_an_error_and_no_endless_loop() {
    let Some(folder) = folder() else { return };
    let run = with_fault(&folder, "pread64:error=EAGAIN", Some("log"), &["-q", "log"]);
    assert_eq!(run.stderr, "lc: log: Resource temporarily unavailable\n");
    assert_eq!(run.status, Some(2));
}

#[test]
fn threads_that_cannot_be_made_are_done_without() {
    let Some(folder) = folder() else { return };
    for when in ["1+", "2+"] {
        let inject = format!("clone,clone3:error=EAGAIN:when={when}");
        for strategy in strategies() {
            let args = ["-s", strategy, "-j3", "log"];
            let run = with_fault(&folder, &inject, None, &args);
            assert_eq!(
                (run.stdout.as_str(), run.status),
                ("3000 log\n", Some(0)),
                "{run:?}"
            );
            assert!(
                run.stderr.contains(", 1 thread: "),
                "{strategy} {when}: {run:?}"
            );
        }
    }
}

#[test]
fn what_cannot_be_measured_does_not_keep_it_from_counting() {
    let Some(folder) = folder() else { return };
    let inject = "getrusage,setitimer,sched_getaffinity:error=ENOSYS";
    let run = with_fault(&folder, inject, None, &["--json", "log"]);
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)));
    let (_, run) = json(&run);
    assert_eq!(run["counts"]["lines"], LINES);
}

/// A sandbox may forbid what is only advice, and a user have used up the memory for pipes.
#[test]
fn what_only_makes_it_faster_is_done_without_where_it_is_refused() {
    let Some(folder) = folder() else { return };
    let large = "123456789\n".repeat(200_000);
    folder.file("large", &large);
    for inject in ["fadvise64:error=ENOSYS", "fadvise64:error=EPERM"] {
        let run = with_fault(&folder, inject, Some("large"), &["-q", "large"]);
        let got = (run.stdout.as_str(), run.stderr.as_str(), run.status);
        assert_eq!(got, ("200000 large\n", "", Some(0)), "{inject}");
    }
    for inject in ["fcntl:error=EPERM", "fcntl:error=EBUSY"] {
        folder.fifo("fifo", large.as_bytes());
        let run = with_fault(&folder, inject, Some("fifo"), &["-q", "fifo"]);
        let got = (run.stdout.as_str(), run.stderr.as_str(), run.status);
        assert_eq!(got, ("200000 fifo\n", "", Some(0)), "{inject}");
        fs::remove_file(folder.join("fifo")).unwrap();
    }
}

#[test]
fn output_that_fails_is_told_and_what_is_interrupted_is_written() {
    let Some(folder) = folder() else { return };
    let out = folder.join("out");
    let strace = |inject: &str| {
        let mut strace = Command::new("strace");
        strace
            .current_dir(folder.path())
            .args(["-o", "/dev/null", "-P"])
            .arg(&out);
        strace.args(["-e", "trace=write", "-e", &format!("inject=write:{inject}")]);
        strace
            .arg(env!("CARGO_BIN_EXE_lc"))
            .args(["-q", "log", "log"]);
        strace
            .stdout(File::create(&out).unwrap())
            .stderr(Stdio::piped());
        let run: Ran = strace.spawn().unwrap().wait_with_output().unwrap().into();
        (fs::read_to_string(&out).unwrap(), run)
    };
    for inject in ["error=EINTR:when=1", "error=EAGAIN:when=1"] {
        let (written, run) = strace(inject);
        assert_eq!(written, " 3000 log\n 3000 log\n 6000 total\n", "{inject}");
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{inject}");
    }
    for inject in ["error=EIO", "error=EDQUOT", "retval=0"] {
        let (_, run) = strace(inject);
        assert!(run.stderr.starts_with("lc: standard output: "), "{run:?}");
        assert_eq!(
            (run.stderr.lines().count(), run.status),
            (1, Some(2)),
            "{inject}"
        );
    }
}
