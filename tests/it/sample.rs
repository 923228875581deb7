//! `--sample` writes a log of exactly the size asked for, the same every time.

use std::process::Stdio;

use crate::support::{json, lc, ran};

#[test]
fn a_sample_has_its_size_and_ends_in_a_line_end() {
    for size in ["0", "1", "2", "100", "1K", "64K", "1M", "1000001"] {
        let sample = lc().args(["--sample", size]).output().unwrap();
        assert!(sample.status.success());
        assert_eq!(
            sample.stdout.len() as u64,
            lc::size::parse(size).unwrap(),
            "{size}"
        );
        assert!(
            sample.stdout.last().is_none_or(|&byte| byte == b'\n'),
            "{size}"
        );
    }
}

#[test]
fn a_sample_is_the_same_every_time_and_piped_into_lc_is_counted() {
    let once = lc().args(["--sample", "300K"]).output().unwrap().stdout;
    let twice = lc().args(["--sample", "300K"]).output().unwrap().stdout;
    assert!(once == twice);
    let mut sample = lc();
    let mut sample = sample
        .args(["--sample", "300K"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (inputs, _) = json(&ran(lc()
        .arg("--json")
        .stdin(sample.stdout.take().unwrap())));
    assert!(sample.wait().unwrap().success());
    assert_eq!(inputs[0]["counts"]["bytes"], 300 * 1024);
    let lines = once.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(inputs[0]["counts"]["lines"], lines);
}

#[test]
fn a_reader_that_has_enough_ends_the_sample_quietly() {
    let script = r#""$0" --sample 1G | head -n 1 > /dev/null; echo "${PIPESTATUS[0]}""#;
    let mut shell = std::process::Command::new("bash");
    let ran = ran(shell.args(["-c", script, env!("CARGO_BIN_EXE_lc")]));
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("0\n", ""));
}
