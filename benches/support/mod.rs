//! What is counted in benches.

use lc::sample;

/// Larger than any cache, as a log is.
pub const LEN: usize = 64 << 20;

/// A line for which a tool whose work grows with the square of its length takes minutes.
const LONG_LINE: usize = 120_000;

/// Logs, very short and very long lines, only LFs, no LF at all.
pub fn haystacks() -> [(&'static str, Vec<u8>); 5] {
    let mut log = Vec::with_capacity(LEN);
    sample::write_sample(LEN as u64, &mut log).expect("memory takes all that is written");
    // Where each LF costs something, lines of no byte to three show it.
    let short = b"\n1\n23\n456\n".repeat(LEN / 10);
    let long: Vec<u8> = log.chunks(LONG_LINE).flat_map(one_line).collect();
    [
        ("log", log),
        ("short lines", short),
        ("long lines", long),
        ("only LFs", vec![b'\n'; LEN]),
        ("no LF", vec![b'x'; LEN]),
    ]
}

/// The bytes of some lines as those of one.
fn one_line(lines: &[u8]) -> Vec<u8> {
    let mut line = lines.to_vec();
    let lfs = line.iter_mut().filter(|byte| **byte == b'\n');
    lfs.for_each(|byte| *byte = b' ');
    if let Some(last) = line.last_mut() {
        *last = b'\n';
    }
    line
}
