//! A terminal for tests: a program on it, and what it shows.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// A test that waits for longer than this would wait for ever.
pub const FOR_EVER: Duration = Duration::from_secs(60);

/// A program on a terminal: its standard error, and its standard output unless said otherwise.
pub struct OnTerminal {
    pub child: Child,
    master: File,
    written: Vec<u8>,
}

impl Drop for OnTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl OnTerminal {
    pub fn new(mut command: Command, columns: u16) -> Self {
        let (master, slave) = pair(columns);
        command.stdout(slave.try_clone().expect("a descriptor"));
        Self::started(command, master, slave)
    }

    /// Only standard error is the terminal; standard output is a pipe.
    pub fn only_stderr(mut command: Command, columns: u16) -> Self {
        let (master, slave) = pair(columns);
        command.stdout(Stdio::piped());
        Self::started(command, master, slave)
    }

    fn started(mut command: Command, master: OwnedFd, slave: OwnedFd) -> Self {
        let child = command.stderr(slave).spawn().expect("it starts");
        Self {
            child,
            master: File::from(master),
            written: Vec::new(),
        }
    }

    pub fn send(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("it runs");
    }

    /// Reads what is written until that is so; gives what was written since.
    pub fn until(&mut self, is_so: impl Fn(&str) -> bool) -> String {
        let start = self.written.len();
        loop {
            let since = String::from_utf8_lossy(&self.written[start..]).into_owned();
            if is_so(&since) {
                return since;
            }
            assert!(self.read(), "it ended: {since:?}");
        }
    }

    /// All that the terminal shows when the program has ended.
    pub fn end(mut self) -> Vec<String> {
        while self.read() {}
        self.child.wait().expect("its end");
        screen(&String::from_utf8_lossy(&self.written))
    }

    /// All that is written until the program ends.
    pub fn written(mut self) -> String {
        while self.read() {}
        String::from_utf8_lossy(&self.written).into_owned()
    }

    /// Whether there was something to read before all who write had gone.
    fn read(&mut self) -> bool {
        let wait = Timespec::try_from(FOR_EVER).expect("a time");
        let mut fds = [PollFd::new(&self.master, PollFlags::IN)];
        let ready = poll(&mut fds, Some(&wait)).expect("poll");
        let text = String::from_utf8_lossy(&self.written);
        assert!(ready > 0, "nothing more was written: {text:?}");
        let mut bytes = [0; 4096];
        // A terminal without writers is an error.
        let n = self.master.read(&mut bytes).unwrap_or(0);
        self.written.extend_from_slice(&bytes[..n]);
        n > 0
    }
}

/// The two sides of a terminal: the one that a person would be at, and the one that a program is.
pub fn pair(columns: u16) -> (OwnedFd, OwnedFd) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master)
        .and_then(|()| unlockpt(&master))
        .expect("its other side");
    let name = ptsname(&master, Vec::new()).expect("its name");
    let path = name.to_str().expect("a path");
    let slave = OpenOptions::new().read(true).write(true).open(path);
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(master.as_fd(), size).expect("its size");
    (master, slave.expect("its other side").into())
}

/// The lines that a terminal shows of what was written to it.
pub fn screen(written: &str) -> Vec<String> {
    let mut lines = vec![Vec::new()];
    let mut column = 0;
    let mut rest = written;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let line = lines.last_mut().expect("a line");
        match c {
            '\r' => column = 0,
            '\n' => lines.push(Vec::new()),
            '\u{1b}' => {
                rest = rest.strip_prefix("[K").expect("no other code is used");
                line.truncate(column);
            }
            c => {
                line.resize(line.len().max(column + 1), ' ');
                line[column] = c;
                column += 1;
            }
        }
    }
    assert_eq!(lines.pop(), Some(Vec::new()), "the last line: {written:?}");
    lines.into_iter().map(String::from_iter).collect()
}
