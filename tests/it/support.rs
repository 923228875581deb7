//! What tests share: the program, its inputs, and what it printed.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Once;
use std::thread;

use clap::ValueEnum;
use lc::strategy::Strategy;
use serde_json::Value;
use tempfile::TempDir;

/// All strategies by name.
pub fn strategies() -> Vec<&'static str> {
    let names = Strategy::value_variants()
        .iter()
        .map(|strategy| strategy.name());
    names.map(|name| &*name.leak()).collect()
}

/// Those that make read calls, and so can read what has no size and no pages: a pipe, a FIFO.
pub fn reading() -> Vec<&'static str> {
    let mut names = strategies();
    names.retain(|name| *name != "mmap");
    names
}

/// Those that never hold more than a buffer.
pub fn streaming() -> Vec<&'static str> {
    let mut names = reading();
    names.retain(|name| *name != "whole");
    names
}

/// The program under test, in a fixed locale, with nothing on standard input, and not deaf to Ctrl-C.
pub fn lc() -> Command {
    heed_ctrl_c();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lc"));
    command.stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
    command
}

/// What nohup, or a shell's `&`, starts ignores SIGINT, and so does all that it starts: lc, too, as it should, and
/// tests that stop it would wait for ever.
#[expect(unsafe_code, reason = "dispositions have no safe interface")]
fn heed_ctrl_c() {
    static DONE: Once = Once::new();
    // SAFETY: the default disposition runs no code of this process.
    DONE.call_once(|| unsafe {
        libc::signal(libc::SIGINT, libc::SIG_DFL);
    });
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

    /// Makes a FIFO, into which nobody writes.
    pub fn silent_fifo(&self, name: &str) -> PathBuf {
        let path = self.join(name);
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        path
    }

    /// Makes a FIFO, into which a thread of its own writes once.
    pub fn fifo(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.silent_fifo(name);
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

/// The program as a user who may not read everything, and may look into `folder`; none, with a word
/// about it, where there is no such user.
pub fn unprivileged_lc(folder: &Folder) -> Option<Command> {
    let probe = folder.file("probe", "");
    let chmod = |mode: &str, path: &Path| Command::new("chmod").arg(mode).arg(path).status();
    chmod("000", &probe)
        .and_then(|_| chmod("755", folder.path()))
        .expect("chmod");
    if fs::File::open(&probe).is_err() {
        return Some(lc());
    }
    // A copy, since the way to the program itself may be closed to that user.
    let program = folder.join("lc");
    fs::copy(env!("CARGO_BIN_EXE_lc"), &program).expect("a copy");
    let mut command = Command::new("setpriv");
    command
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program);
    command.stdin(Stdio::null()).env("LC_ALL", "C.UTF-8");
    let works = Command::new("setpriv")
        .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
        .arg(&program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("skipped: this user may read everything, and setpriv cannot make another");
    }
    works.then_some(command)
}
