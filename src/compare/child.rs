//! One run in a process of its own: the figures of a strategy are only comparable there.

use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::result::Measurement;
use super::subject::Ends;
use crate::measure::cache::State;
use crate::strategy::{Strategy, Way};

/// What every child of a comparison is told.
#[derive(Debug)]
pub struct Child {
    program: OsString,
    counting: Vec<OsString>,
    max_memory: Option<u64>,
    cache: State,
}

/// What came of a run, and how it was made.
#[derive(Debug)]
pub struct Ran {
    /// The figures.
    pub measurement: Measurement,
    /// The strategy that was used.
    pub used: String,
    /// Bytes of its buffer.
    pub buffer: Option<u64>,
    /// Ranges counted at once.
    pub threads: usize,
    /// Whether it stopped at an overlong line, as it was told, and so read no more however much there was.
    pub stopped: bool,
    /// What is to be said of the page cache.
    pub cache: Option<String>,
}

impl Child {
    /// # Errors
    /// This program's own file is not to be found.
    pub fn new(counting: Vec<OsString>, max_memory: Option<u64>, cache: State) -> io::Result<Self> {
        let program = env::current_exe()?.into_os_string();
        Ok(Self {
            program,
            counting,
            max_memory,
            cache,
        })
    }

    /// The options that choose a way of reading.
    pub fn options(&self, way: Way) -> Vec<OsString> {
        let mut options = vec![format!("--strategy={}", way.choice.name()).into()];
        if let Some(buffer) = way.buffer {
            options.push(format!("--buf={buffer}").into());
        }
        if let Some(threads) = way.threads {
            options.push(format!("--threads={threads}").into());
        }
        if let (Some(limit), Strategy::Whole) = (self.max_memory, way.choice.strategy()) {
            options.push(format!("--max-memory={limit}").into());
        }
        options
    }

    /// Runs once.
    ///
    /// # Errors
    /// Why there are no figures, in words.
    pub fn run(&self, way: Way, inputs: &Ends) -> Result<Ran, String> {
        let ends: Vec<String> = inputs.iter().map(|(_, end)| end.to_string()).collect();
        let mut command = Command::new(&self.program);
        command
            .args(["--json", "--progress=never"])
            .args(self.options(way))
            .args(&self.counting)
            .arg(format!("--cache={}", self.cache.name()))
            .arg(format!("--ends={}", ends.join(",")))
            .arg("--")
            .args(inputs.iter().map(|(path, _)| path))
            .stdin(Stdio::null());
        let output = command
            .output()
            .map_err(|error| format!("cannot be started: {error}"))?;
        let ran = parse(&output)?;
        let expected: u64 = inputs.iter().map(|(_, end)| end).sum();
        if ran.measurement.bytes < expected && !ran.stopped {
            return Err(format!(
                "{} bytes were there, {expected} when the comparison began: a file became shorter",
                ran.measurement.bytes
            ));
        }
        Ok(ran)
    }
}

/// The figures that a child printed. A child that stopped at an overlong line, as it was told, has
/// some; one that failed otherwise has none that count.
fn parse(output: &Output) -> Result<Ran, String> {
    let lines: Vec<Value> = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    let Some((run, inputs)) = lines.split_last().filter(|(run, _)| run["type"] == "run") else {
        return Err(how_it_ended(output));
    };
    let stopped = run["strategy"]["overlong"] == "error" && run["counts"]["overlong"]["lines"] != 0;
    let failed = inputs.iter().find(|input| !input["error"].is_null());
    if let Some(failed) = failed
        && !stopped
    {
        return Err(failed["error"].as_str().unwrap_or("failed").to_owned());
    }
    let strategy = &run["strategy"];
    Ok(Ran {
        measurement: measurement(run),
        used: strategy["used"].as_str().unwrap_or_default().to_owned(),
        buffer: strategy["buffer"].as_u64(),
        threads: strategy["threads"].as_u64().unwrap_or(1) as usize,
        stopped,
        cache: run["cache"]["note"].as_str().map(str::to_owned),
    })
}

fn how_it_ended(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr);
    let told = told
        .lines()
        .next()
        .unwrap_or_default()
        .trim_start_matches("lc: ");
    match (output.status.signal(), told) {
        (Some(9), _) => "killed by SIGKILL, as the kernel does when memory runs out".to_owned(),
        (Some(signal), _) => format!("killed by signal {signal}"),
        (None, "") => format!("ended without figures ({})", output.status),
        (None, told) => told.to_owned(),
    }
}

fn measurement(run: &Value) -> Measurement {
    let count = |value: &Value| value.as_u64().unwrap_or(0);
    let seconds = |value: &Value| value.as_f64().unwrap_or(0.0);
    let (time, memory) = (&run["time"], &run["memory"]);
    let (reads, faults, switches) = (&run["reads"], &run["faults"], &run["context_switches"]);
    Measurement {
        wall: seconds(&time["wall"]),
        user: seconds(&time["user"]),
        system: seconds(&time["system"]),
        bytes: count(&run["counts"]["bytes"]),
        peak: memory["peak"].as_u64(),
        heap_peak: count(&memory["heap_peak"]),
        heap_allocations: count(&memory["heap_allocations"]),
        anonymous: memory["anonymous"].as_u64(),
        file: memory["file"].as_u64(),
        read_calls: count(&reads["calls"]),
        read_bytes: count(&reads["bytes"]),
        maps: count(&reads["maps"]),
        minor_faults: count(&faults["minor"]),
        major_faults: count(&faults["major"]),
        voluntary_switches: count(&switches["voluntary"]),
        involuntary_switches: count(&switches["involuntary"]),
        disk_bytes: count(&run["disk_bytes"]),
        cached_bytes: run["cached_bytes"].as_u64(),
        counts: run["counts"].clone(),
    }
}
