//! Descriptors that do not wait, as a program that shares them may have set them, and bytes that come by and by.

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::signals::Started;
use crate::support::{lc, reading};

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
