//! Descriptors that do not wait, as a program that shares them may have set them, and bytes that come by and by.

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::signals::Started;
use crate::support::{Folder, lc, reading};

/// A pipe whose reads do not wait, as a program that shares it may have set it.
#[test]
fn a_pipe_that_does_not_wait_is_waited_for() {
    for strategy in reading().into_iter().chain(["auto"]) {
        let (ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        let mut command = lc();
        command.args(["-q", "-s", strategy]);
        let child = Started::new(command.stdin(std::os::fd::OwnedFd::from(ours)));
        let mut theirs = theirs;
        for i in 0..5 {
            thread::sleep(Duration::from_millis(5));
            write!(theirs, "{i} and\nmore").unwrap();
        }
        child.sleeps();
        drop(theirs);
        let ended = child.end();
        assert_eq!(
            (ended.stdout.as_str(), ended.status),
            ("5\n", Some(0)),
            "{strategy} {ended:?}"
        );
    }
    // Names come the same way.
    let (ours, mut theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    ours.set_nonblocking(true).unwrap();
    let mut command = lc();
    command.args(["-q", "--files0-from=-"]);
    let child = Started::new(command.stdin(std::os::fd::OwnedFd::from(ours)));
    child.sleeps();
    theirs.write_all(b"/dev/null\0").unwrap();
    drop(theirs);
    assert_eq!(child.end().stdout, "0 /dev/null\n");
}

/// A socket that takes a part of what is written, and then none until somebody reads.
#[test]
fn an_output_that_does_not_wait_is_waited_for() {
    let names = vec!["/dev/null"; 30_000];
    for args in [&["--sample=2M"][..], &[&["-q"], &names[..]].concat()] {
        let expected = lc().args(args).output().unwrap().stdout;
        let (mut ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
        theirs.set_nonblocking(true).unwrap();
        let mut command = lc();
        command
            .args(args)
            .stdout(std::os::fd::OwnedFd::from(theirs));
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        drop(command);
        let mut written = Vec::new();
        ours.read_to_end(&mut written).unwrap();
        let mut told = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut told).unwrap();
        assert_eq!((told.as_str(), child.wait().unwrap().code()), ("", Some(0)));
        assert!(written == expected, "{:?}", &args[..1]);
    }
}

#[test]
fn bytes_that_dribble_in_are_counted_as_any() {
    for strategy in reading() {
        let mut command = lc();
        command.args(["-q", "-l", "--bytes", "-L", "-s", strategy]);
        let mut child = Started::new(command.stdin(Stdio::piped()));
        let mut pipe = child.stdin();
        let text = "a line\n\nand another, longer one\nopen".repeat(20);
        for piece in text.as_bytes().chunks(3) {
            pipe.write_all(piece).unwrap();
        }
        drop(pipe);
        let ended = child.end();
        let row = format!("{:7} {:7} {:7}\n", 60, text.len(), 23);
        assert_eq!(ended.stdout, row, "{strategy}");
    }
}

/// Clock ticks that all threads of a process have had, of user and system time: fields 14 and 15 of proc_pid_stat(5).
fn ticks(pid: u32) -> u64 {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).expect("it runs");
    let stats =
        tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("stat")).unwrap());
    stats
        .map(|stat| {
            let after_name = stat.rsplit(')').next().unwrap().split(' ');
            after_name
                .skip(12)
                .take(2)
                .map(|ticks| ticks.parse::<u64>().unwrap())
                .sum::<u64>()
        })
        .sum()
}

#[test]
fn threads_do_not_spin_while_a_fifo_is_silent() {
    let folder = Folder::new();
    let fifo = folder.silent_fifo("fifo");
    for strategy in reading().into_iter().chain(["auto"]) {
        let mut command = lc();
        command.args(["-q", "-j4", "-s", strategy]).arg(&fifo);
        let child = Started::new(&mut command);
        // Opened to write when it has been opened to read, and nothing is written.
        let mut silent = std::fs::File::options().write(true).open(&fifo).unwrap();
        child.sleeps();
        let before = ticks(child.id());
        thread::sleep(Duration::from_millis(200));
        // Twenty ticks have gone by, of which a thread that asks again and again has nearly all.
        assert!(ticks(child.id()) - before <= 2, "{strategy}");
        writeln!(silent, "a line").unwrap();
        drop(silent);
        assert!(child.end().stdout.starts_with("1 "), "{strategy}");
    }
}
