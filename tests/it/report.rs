//! The report on standard error, the same figures as JSON, and standard output that holds counts only.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Folder, Ran, json, lc, ran, ran_on_pipe, strategies};

/// A number, digits grouped by commas, with or without decimals, and the word behind it.
fn figure(text: &str) -> (f64, &str) {
    let (number, unit) = text
        .split_once(' ')
        .unwrap_or_else(|| panic!("no figure: {text:?}"));
    let whole = number.split('.').next().unwrap_or_default();
    let groups: Vec<&str> = whole.split(',').collect();
    assert!(groups[0].len() <= 3, "{text:?}");
    assert!(groups[1..].iter().all(|group| group.len() == 3), "{text:?}");
    let number = number
        .replace(',', "")
        .parse()
        .unwrap_or_else(|_| panic!("no number: {text:?}"));
    (number, unit)
}

/// A report in its parts.
#[derive(Debug)]
struct Report {
    /// Strategy, buffer, threads.
    how: Vec<String>,
    /// Time, throughput, memory, calls, faults.
    cost: Vec<String>,
    /// What else must be known.
    notes: Vec<String>,
}

impl Report {
    fn of(run: &Ran) -> Self {
        let line = run
            .stderr
            .strip_suffix('\n')
            .unwrap_or_else(|| panic!("no report: {run:?}"));
        assert!(!line.contains('\n'), "more than one line: {run:?}");
        let line = line
            .strip_prefix("lc: ")
            .unwrap_or_else(|| panic!("no report: {run:?}"));
        let mut clauses = line.split("; ");
        let (how, cost) = clauses
            .next()
            .and_then(|clause| clause.split_once(": "))
            .unwrap();
        let parts = |text: &str| text.split(", ").map(str::to_owned).collect();
        Self {
            how: parts(how),
            cost: parts(cost),
            notes: clauses.map(str::to_owned).collect(),
        }
    }

    /// The figure whose words end so.
    fn number(&self, noun: &str) -> f64 {
        let part = self
            .cost
            .iter()
            .find(|part| part.trim_end_matches('s').ends_with(noun));
        figure(part.unwrap_or_else(|| panic!("no {noun}: {self:?}"))).0
    }
}

fn report(folder: &Folder, args: &[&str]) -> Report {
    Report::of(&ran(lc().current_dir(folder.path()).args(args)))
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("f", "0123456\n".repeat(1000));
    folder.file("open", "first\nno end");
    folder
}

#[test]
fn the_report_tells_how_it_was_read_and_what_that_cost() {
    let folder = folder();
    let report = report(&folder, &["f"]);
    assert_eq!(report.how, ["chunk", "256 KiB buffer", "1 thread"]);
    assert_eq!(report.cost.len(), 5, "{report:?}");
    let (time, unit) = figure(&report.cost[0]);
    assert!(
        time > 0.0 && ["µs", "ms", "s"].contains(&unit),
        "{report:?}"
    );
    let (speed, unit) = figure(&report.cost[1]);
    assert!(
        speed > 0.0 && ["kB/s", "MB/s", "GB/s"].contains(&unit),
        "{report:?}"
    );
    let memory = report.cost[2]
        .strip_prefix("peak memory ")
        .unwrap_or_else(|| panic!("{report:?}"));
    let (peak, heap) = memory
        .split_once(" (heap ")
        .unwrap_or_else(|| panic!("{report:?}"));
    let (peak, heap) = (figure(peak), figure(heap.strip_suffix(')').unwrap()));
    assert!(
        peak.0 > 0.0 && ["KiB", "MiB"].contains(&peak.1),
        "{report:?}"
    );
    assert!(heap.0 >= 128.0 && heap.1 == "KiB", "{report:?}");
    assert_eq!(report.cost[3], "2 reads");
    assert!(
        report.cost[4].ends_with(" faults") || report.cost[4] == "1 fault",
        "{report:?}"
    );
}

#[test]
fn the_report_names_strategy_and_buffer_as_used() {
    let folder = folder();
    let how = |args: &[&str]| report(&folder, args).how;
    assert_eq!(
        how(&["-s", "byte", "f"]),
        ["byte", "64 KiB buffer", "1 thread"]
    );
    assert_eq!(
        how(&["-s", "byte", "-b1", "f"]),
        ["byte", "1 B buffer", "1 thread"]
    );
    assert_eq!(
        how(&["-s", "lines", "-b", "1000", "f"]),
        ["lines", "1,000 B buffer", "1 thread"]
    );
    assert_eq!(
        how(&["-s", "chunk", "-b", "256K", "f"]),
        ["chunk", "256 KiB buffer", "1 thread"]
    );
    assert_eq!(
        how(&["-s", "chunk", "-b", "1MB", "f"]),
        ["chunk", "977 KiB buffer", "1 thread"]
    );
    assert_eq!(how(&["-s", "whole", "f"]), ["whole", "1 thread"]);
    assert_eq!(how(&["-s", "mmap", "f"]), ["mmap", "1 thread"]);
    assert_eq!(
        how(&["-s", "mmap", "-b", "4096", "f"]),
        ["mmap", "4 KiB windows", "1 thread"]
    );
    assert_eq!(
        how(&["-s", "chunk", "-j", "3", "f"]),
        ["chunk", "256 KiB buffer", "3 threads"]
    );
}

#[test]
fn the_report_counts_the_reads_and_the_mappings() {
    let folder = folder();
    // 8,000 bytes and the read that finds the end; each mapping is one call, and no read.
    let cases: [(&[&str], f64); 6] = [
        (&["-s", "byte", "-b", "1", "f"], 8001.0),
        (&["-s", "byte", "-b", "1000", "f"], 9.0),
        (&["-s", "lines", "-b", "4096", "f"], 3.0),
        (&["-s", "chunk", "-b", "999", "f"], 10.0),
        (&["-s", "chunk", "f", "f", "open"], 6.0),
        (&["-s", "mmap", "-b", "4096", "f"], 0.0),
    ];
    for (args, reads) in cases {
        assert_eq!(report(&folder, args).number("read"), reads, "{args:?}");
    }
    assert!(
        report(&folder, cases[0].0)
            .cost
            .contains(&"8,001 reads".to_owned())
    );
    assert_eq!(
        report(&folder, &["-s", "mmap", "-b", "4096", "f"]).number("mapping"),
        2.0
    );
    assert_eq!(report(&folder, &["-s", "mmap", "f"]).number("mapping"), 1.0);
}

#[test]
fn nothing_read_has_no_throughput() {
    let folder = folder();
    folder.file("empty", "");
    let report = report(&folder, &["empty"]);
    assert!(
        !report.cost.iter().any(|part| part.ends_with("B/s")),
        "{report:?}"
    );
    assert_eq!(report.cost.len(), 4, "{report:?}");
    let run = json_run(&folder, &["empty"]);
    assert_eq!(run["bytes_per_second"], Value::Null);
}

#[test]
fn the_report_is_ascii_where_the_locale_is() {
    let folder = Folder::new();
    folder.file("é", "unterminated");
    let mut command = lc();
    command.current_dir(folder.path()).env("LC_ALL", "C");
    let ran = ran(command.args(["--max-line-len=3", "é"]));
    assert!(ran.stderr.contains(r"line 1 of ''$'\303\251'"), "{ran:?}");
    assert!(ran.stderr.is_ascii(), "{ran:?}");
}

#[test]
fn quiet_drops_the_report_and_nothing_else() {
    let folder = folder();
    for args in [
        &["f"][..],
        &["open"],
        &["--max-line-len=1", "f"],
        &["-s", "mmap", "f", "open"],
    ] {
        let telling = ran(lc().current_dir(folder.path()).args(args));
        let quiet = ran(lc().current_dir(folder.path()).arg("-q").args(args));
        assert_eq!(quiet.stderr, "", "{args:?}");
        assert_eq!(
            (quiet.stdout, quiet.status),
            (telling.stdout, telling.status),
            "{args:?}"
        );
        assert!(telling.stderr.starts_with("lc: "), "{args:?}");
    }
}

#[test]
fn stdout_is_a_number_that_a_shell_can_take() {
    let folder = folder();
    for options in ["", "-q", "-s whole", "-j 3", "--max-line-len=1"] {
        let script = format!("n=$(\"$0\" {options} <f) && echo $((n + 1))");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script, env!("CARGO_BIN_EXE_lc")])
            .current_dir(folder.path());
        assert_eq!(ran(&mut shell).stdout, "1001\n", "{options}");
    }
}

#[test]
fn an_unterminated_last_line_is_told() {
    let folder = folder();
    for strategy in strategies() {
        for threads in ["1", "3"] {
            let notes = |name: &str| report(&folder, &["-s", strategy, "-j", threads, name]).notes;
            assert!(
                notes("open")
                    .iter()
                    .any(|note| note == "unterminated last line, not counted (wc does the same)"),
                "{strategy}"
            );
            assert_eq!(notes("f"), [""; 0], "{strategy} -j{threads}");
        }
    }
    let told = Report::of(&ran_on_pipe(&mut lc(), b"a\nb"));
    assert!(told.notes[0].contains("unterminated last line"), "{told:?}");
    // Whichever of the inputs it is.
    assert_eq!(report(&folder, &["open", "f"]).notes.len(), 1);
    assert_eq!(report(&folder, &["f", "open"]).notes.len(), 1);
}

#[test]
fn what_came_from_the_disk_is_told() {
    let folder = Folder::new();
    folder.file("f", "a line\n".repeat(1 << 20));
    let notes = report(&folder, &["--cache=cold", "f"]).notes;
    if notes[0] == "page cache: cold, verified" {
        let amount = notes[1].split_once(" from the disk").expect("an amount").0;
        let (number, unit) = figure(amount);
        assert!(unit == "MiB" && number >= 7.0, "{notes:?}");
    } else {
        // A file system in memory has no disk.
        assert!(notes[0].starts_with("page cache: not cold"), "{notes:?}");
    }
}

#[test]
fn overlong_lines_are_told_with_the_place_of_the_first() {
    let folder = folder();
    let text = format!(
        "{}{}\nshort\n{}\n",
        "0123456789\n".repeat(1500),
        "x".repeat(101),
        "y".repeat(300)
    );
    folder.file("long", text);
    for strategy in strategies() {
        for threads in ["1", "3"] {
            let args = [
                "-s",
                strategy,
                "-j",
                threads,
                "--max-line-len=100",
                "f",
                "long",
            ];
            let note = report(&folder, &args).notes.join("; ");
            let what = format!("{strategy} -j{threads}: {note}");
            assert!(note.starts_with("2 overlong lines "), "{what}");
            assert!(note.contains("line 1,501 of long"), "{what}");
            assert!(note.contains("at byte 16,500"), "{what}");
            assert!(note.contains("--max-line-len 100 B"), "{what}");
            let longest = "longest line 300 B, use --max-line-len 512";
            assert!(note.contains(longest), "{what}");
        }
    }
    // A line as long as the limit is not over it.
    assert_eq!(
        report(&folder, &["--max-line-len=300", "long"]).notes,
        [""; 0]
    );
    let one = report(&folder, &["--max-line-len=299", "long"])
        .notes
        .join("; ");
    assert!(
        one.starts_with("1 overlong line ") && one.contains("line 1,503 of long"),
        "{one}"
    );
}

#[test]
fn the_report_is_one_line_whatever_the_names_are() {
    let folder = Folder::new();
    folder.file("new\nline", "a long line\n");
    let report = report(&folder, &["--max-line-len=3", "new\nline"]);
    assert!(
        report
            .notes
            .iter()
            .any(|note| note.contains("'new'$'\\n''line'")),
        "{report:?}"
    );
}

/// Runs `args` on a file to which another thread appends meanwhile, until `seen`, at most so often.
fn while_it_grows(args: &[&str], seen: impl Fn(&Ran) -> bool) {
    let folder = Folder::new();
    let done = Arc::new(AtomicBool::new(false));
    let path = folder.file("f", "0123456\n".repeat(20_000));
    folder.file("still", "one\n");
    let mut file = OpenOptions::new().append(true).open(path).unwrap();
    let appending = Arc::clone(&done);
    let appender = thread::spawn(move || {
        while !appending.load(Ordering::Relaxed) {
            file.write_all(b"7654321\n").unwrap();
            thread::sleep(Duration::from_millis(1));
        }
    });
    let found = (0..50).any(|_| seen(&ran(lc().current_dir(folder.path()).args(args))));
    done.store(true, Ordering::Relaxed);
    appender.join().unwrap();
    assert!(found, "{args:?} never told that the file changed");
}

#[test]
fn a_file_that_changed_while_it_was_read_is_told() {
    while_it_grows(&["-s", "byte", "-b", "1", "f"], |run| {
        Report::of(run)
            .notes
            .iter()
            .any(|note| note.contains("changed while it was read"))
    });
    while_it_grows(&["-s", "byte", "-b", "1", "still", "f"], |run| {
        Report::of(run)
            .notes
            .iter()
            .any(|note| note.starts_with("1 file") && note.contains("changed"))
    });
    while_it_grows(&["--json", "-s", "byte", "-b", "1", "still", "f"], |run| {
        let (inputs, run) = json(run);
        inputs[0]["changed"] == false && inputs[1]["changed"] == true && run["changed"] == 1
    });
}

#[test]
fn a_file_that_did_not_change_is_not_said_to_have() {
    let folder = folder();
    for strategy in strategies() {
        assert_eq!(
            report(&folder, &["-s", strategy, "f", "f"]).notes,
            [""; 0],
            "{strategy}"
        );
        assert_eq!(
            json_run(&folder, &["-s", strategy, "f", "f"])["changed"],
            0,
            "{strategy}"
        );
    }
}

fn json_of(folder: &Folder, args: &[&str]) -> (Vec<Value>, Value) {
    let run = ran(lc().current_dir(folder.path()).arg("--json").args(args));
    assert!(run.stdout.ends_with('\n'), "{run:?}");
    json(&run)
}

fn json_run(folder: &Folder, args: &[&str]) -> Value {
    json_of(folder, args).1
}

#[test]
fn json_implies_quiet_and_has_no_rows() {
    let folder = folder();
    for options in [
        &["--json"][..],
        &["--json", "-q"],
        &["-q", "--json"],
        &["--json", "--total=always"],
    ] {
        let run = ran(lc()
            .current_dir(folder.path())
            .args(options)
            .args(["f", "open"]));
        assert_eq!(
            (run.stderr.as_str(), run.status),
            ("", Some(0)),
            "{options:?}"
        );
        let (inputs, _) = json(&run);
        assert_eq!(inputs.len(), 2, "{options:?}");
    }
}

#[test]
fn json_tells_the_counts_of_each_input_and_their_sum() {
    let folder = folder();
    let (inputs, run) = json_of(
        &folder,
        &["-l", "--bytes", "-L", "--max-line-len=6", "f", "open"],
    );
    assert_eq!(inputs[0]["name"], json!({"text": "f"}));
    assert_eq!(inputs[1]["name"], json!({"text": "open"}));
    assert_eq!(
        inputs[0]["counts"],
        json!({
            "lines": 1000, "bytes": 8000, "longest": 7, "unterminated": false, "saturated": false,
            "overlong": {"lines": 1000, "first": {"line": 1, "offset": 0}, "searched_to_limit": 0},
        })
    );
    assert_eq!(
        inputs[1]["counts"],
        json!({
            "lines": 1, "bytes": 12, "longest": 6, "unterminated": true, "saturated": false,
            "overlong": {"lines": 0, "first": null, "searched_to_limit": 0},
        })
    );
    for (field, sum) in [
        ("lines", json!(1001)),
        ("bytes", json!(8012)),
        ("longest", json!(7)),
        ("unterminated", json!(true)),
    ] {
        assert_eq!(run["counts"][field], sum, "{field}");
    }
    assert_eq!(run["counts"]["overlong"]["lines"], 1000);
    assert_eq!((&run["inputs"], &run["failed"]), (&json!(2), &json!(0)));
    assert_eq!(
        json_run(&folder, &["open", "f"])["counts"]["unterminated"],
        true
    );
    assert_eq!(
        json_run(&folder, &["f", "f"])["counts"]["unterminated"],
        false
    );
}

#[test]
fn json_has_only_the_columns_that_were_asked_for() {
    let folder = folder();
    let has = |args: &[&str], field: &str| {
        let (inputs, run) = json_of(&folder, args);
        let (one, sum) = (inputs[0]["counts"].get(field), run["counts"].get(field));
        assert_eq!(one.is_some(), sum.is_some());
        one.is_some()
    };
    assert!(has(&["f"], "lines") && !has(&["f"], "longest"));
    assert!(!has(&["-L", "f"], "lines") && has(&["-L", "f"], "longest"));
    assert!(!has(&["--bytes", "f"], "lines") && has(&["--bytes", "f"], "bytes"));
}

#[test]
fn json_has_a_schema_and_every_measured_figure() {
    let folder = folder();
    for strategy in strategies() {
        let (inputs, run) = json_of(&folder, &["-s", strategy, "f"]);
        for line in [&inputs[0], &run] {
            assert_eq!(line["schema"], 1, "{line}");
        }
        assert_eq!(run["version"], env!("CARGO_PKG_VERSION"));
        let number = |path: &str| {
            run.pointer(path)
                .and_then(Value::as_f64)
                .unwrap_or_else(|| panic!("no number {path}: {run}"))
        };
        let whole = |path: &str| {
            run.pointer(path)
                .and_then(Value::as_u64)
                .unwrap_or_else(|| panic!("no count {path}: {run}"))
        };
        assert!(
            number("/time/wall") > 0.0 && number("/time/wall") < 60.0,
            "seconds: {run}"
        );
        assert!(
            number("/time/user") >= 0.0 && number("/time/system") >= 0.0,
            "{run}"
        );
        let speed = 8000.0 / number("/time/wall");
        assert!(
            (number("/bytes_per_second") / speed - 1.0).abs() < 0.01,
            "{run}"
        );
        assert!(whole("/memory/peak") > 500_000, "bytes: {run}");
        assert!(
            whole("/memory/heap_peak") > 0 && whole("/memory/heap_peak") < 10_000_000,
            "{run}"
        );
        let held = if strategy == "whole" { 8000 } else { 0 };
        assert!(
            whole("/memory/heap_peak") > held && whole("/memory/heap_allocated") > held,
            "{run}"
        );
        whole("/memory/heap_allocations");
        assert!(
            whole("/memory/anonymous") > 0 && whole("/memory/file") > 0,
            "{run}"
        );
        assert_eq!(whole("/reads/bytes"), 8000, "{run}");
        assert_eq!(whole("/reads/maps"), u64::from(strategy == "mmap"), "{run}");
        assert_eq!(whole("/reads/calls") > 0, strategy != "mmap", "{run}");
        for path in [
            "/faults/minor",
            "/faults/major",
            "/context_switches/voluntary",
            "/context_switches/involuntary",
        ] {
            whole(path);
        }
        whole("/disk_bytes");
        assert_eq!(
            run.pointer("/strategy/max_line_len"),
            Some(&json!(1 << 20)),
            "{run}"
        );
    }
}

#[test]
fn json_tells_what_was_asked_and_what_was_used() {
    let folder = folder();
    let strategy = |args: &[&str]| json_run(&folder, args)["strategy"].clone();
    let auto = strategy(&["f"]);
    assert_eq!(
        (&auto["asked"], &auto["used"]),
        (&json!("auto"), &json!("chunk"))
    );
    assert_eq!(
        (&auto["buffer"], &auto["threads"]),
        (&json!(256 << 10), &json!(1))
    );
    for name in strategies() {
        let named = strategy(&["-s", name, "f"]);
        assert_eq!(
            (&named["asked"], &named["used"]),
            (&json!(name), &json!(name))
        );
        assert_eq!(
            named["buffer"].is_null(),
            ["whole", "mmap"].contains(&name),
            "{named}"
        );
    }
    let chosen = strategy(&["-s", "lines", "-b", "1000", "-j", "3", "f"]);
    assert_eq!(
        (&chosen["buffer"], &chosen["threads"]),
        (&json!(1000), &json!(3))
    );
}

#[test]
fn json_tells_how_much_was_in_the_cache_before() {
    let folder = folder();
    let (inputs, run) = json_of(&folder, &["f", "open"]);
    // A file just written is all there.
    assert_eq!(inputs[0]["cached_bytes"], 8000);
    assert_eq!(inputs[1]["cached_bytes"], 12);
    assert_eq!(run["cached_bytes"], 8012);
    let piped = ran_on_pipe(lc().arg("--json"), b"one\n");
    let (inputs, run) = json(&piped);
    assert_eq!(
        (&inputs[0]["cached_bytes"], &run["cached_bytes"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn json_tells_where_counting_began() {
    let folder = folder();
    let offset = |args: &[&str]| json_of(&folder, args).0[0]["offset"].clone();
    assert_eq!(offset(&["f"]), 0);
    assert_eq!(offset(&["--range=16..32", "f"]), 16);
    assert_eq!(offset(&["--range=17..32", "f"]), 24);
    for strategy in strategies() {
        let mut file = File::open(folder.join("f")).unwrap();
        file.seek(SeekFrom::Start(4097)).unwrap();
        let run = ran(lc()
            .args(["--json", "-s", strategy, "--max-line-len=6"])
            .stdin(file));
        let (inputs, _) = json(&run);
        assert_eq!(inputs[0]["offset"], 4097, "{strategy}");
        // Places are absolute; lines are numbered from where counting began.
        let first = &inputs[0]["counts"]["overlong"]["first"];
        assert_eq!(first, &json!({"line": 2, "offset": 4104}), "{strategy}");
    }
}

#[test]
fn json_names_are_those_typed() {
    let folder = folder();
    let stdin = ran_on_pipe(lc().arg("--json"), b"one\n");
    assert_eq!(json(&stdin).0[0]["name"], Value::Null);
    let dash = ran_on_pipe(lc().args(["--json", "-"]), b"one\n");
    assert_eq!(json(&dash).0[0]["name"], json!({"text": "-"}));
    for name in ["with \"quotes\"", "new\nline", "é", "\u{1b}[1m"] {
        folder.file(name, "one\n");
        assert_eq!(
            json_of(&folder, &[name]).0[0]["name"],
            json!({"text": name})
        );
    }
}

#[test]
fn json_names_that_are_not_utf8_are_base64() {
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"\xff\xfe.log");
    folder.file(name, "one\n");
    let run = ran(lc()
        .current_dir(folder.path())
        .arg("--json")
        .arg(name)
        .arg(OsStr::from_bytes(b"gone\xe9")));
    let (inputs, sum) = json(&run);
    assert_eq!(inputs[0]["name"], json!({"bytes": "//4ubG9n"}));
    assert_eq!(inputs[0]["counts"]["lines"], 1);
    assert_eq!(inputs[1]["name"], json!({"bytes": "Z29uZek="}));
    assert_eq!(sum["failed"], 1);
}

#[test]
fn json_tells_what_failed_and_so_does_stderr() {
    let folder = folder();
    fs::create_dir(folder.join("dir")).unwrap();
    let run = ran(lc()
        .current_dir(folder.path())
        .args(["--json", "f", "missing", "f/x"]));
    let (inputs, sum) = json(&run);
    assert_eq!(inputs[0]["error"], Value::Null);
    assert_eq!(inputs[1]["error"], "No such file or directory");
    assert_eq!(inputs[2]["error"], "Not a directory");
    assert_eq!(
        (&inputs[1]["counts"], &inputs[2]["counts"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&sum["inputs"], &sum["failed"], &sum["counts"]["lines"]),
        (&json!(3), &json!(2), &json!(1000))
    );
    assert_eq!(
        run.stderr,
        "lc: missing: No such file or directory\nlc: f/x: Not a directory\n"
    );
    assert_eq!(run.status, Some(2));
}

#[test]
fn json_gives_a_directory_the_reason_that_stderr_gives() {
    let folder = folder();
    fs::create_dir(folder.join("dir")).unwrap();
    let run = ran(lc().current_dir(folder.path()).args(["--json", "dir"]));
    let (inputs, _) = json(&run);
    let error = inputs[0]["error"].as_str().unwrap();
    assert!(
        run.stderr.starts_with(&format!("lc: dir: {error}")),
        "{run:?}"
    );
}
