//! What tests share: the program, its inputs, and what it printed.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

/// All strategies by name.
pub const STRATEGIES: [&str; 5] = ["byte", "lines", "chunk", "whole", "mmap"];

/// The program under test, in a fixed locale, with nothing on standard input.
pub fn lc() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lc"));
    command.stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
    command
}

/// The arguments for a strategy with a buffer, which `whole` refuses to have.
pub fn how(strategy: &str, buffer: usize) -> Vec<String> {
    let mut args = vec![format!("--strategy={strategy}")];
    if strategy != "whole" {
        args.push(format!("--buf={buffer}"));
    }
    args
}

/// A folder for one test's files.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn join(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.path().join(name.as_ref())
    }

    /// Writes a file.
    pub fn file(&self, name: impl AsRef<OsStr>, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        fs::write(&path, bytes).expect("a file written");
        path
    }

    /// Makes a FIFO, into which a thread of its own writes once.
    pub fn fifo(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.join(name);
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        let (to, bytes) = (path.clone(), bytes.to_owned());
        thread::spawn(move || {
            let _ = fs::OpenOptions::new()
                .write(true)
                .open(to)
                .and_then(|mut f| f.write_all(&bytes));
        });
        path
    }
}

/// What a program printed and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub status: Option<i32>,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            status: output.status.code(),
        }
    }
}

/// Runs a command to its end.
pub fn ran(command: &mut Command) -> Ran {
    command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
        .into()
}

/// Runs a command with `bytes` on a pipe as its standard input.
pub fn ran_on_pipe(command: &mut Command, bytes: &[u8]) -> Ran {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut pipe = child.stdin.take().expect("a pipe");
    let bytes = bytes.to_owned();
    // A command may end without reading it all.
    let writer = thread::spawn(move || {
        let _ = pipe.write_all(&bytes);
    });
    let output = child.wait_with_output().expect("its end");
    writer.join().expect("the writer");
    output.into()
}

/// The JSON lines of a run: those of its inputs, and its own.
pub fn json(ran: &Ran) -> (Vec<Value>, Value) {
    let mut lines: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    let run = lines.pop().unwrap_or_else(|| panic!("no JSON: {ran:?}"));
    assert_eq!(run["type"], "run");
    assert!(lines.iter().all(|line| line["type"] == "input"));
    (lines, run)
}

/// Whether a program is installed; prints that a test is skipped where it is not.
pub fn installed(program: &str, probe: &[&str]) -> bool {
    let found = Command::new(program)
        .args(probe)
        .stdin(Stdio::null())
        .output()
        .is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: {program} is not here or cannot do its work");
    }
    found
}
