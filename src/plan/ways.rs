//! Ways of reading: the combinations of strategies, buffers and threads that were asked for.

use anyhow::{Context, Result, bail, ensure};

use crate::cli::Args;
use crate::measure::memory;
use crate::size;
use crate::strategy::{Choice, Strategy, Way};

/// More threads than that are refused. On 1.3 MB and two CPUs, 64 take 6 ms, 256 40 ms, 512 394 ms and
/// 1,024 2.4 s: the pool's threads wake each other in vain.
const MAX_THREADS: usize = 256;

/// Buffers up to this need no look at the memory there is.
const SMALL_BUFFERS: u64 = 64 << 20;

/// The one way that counts.
///
/// # Errors
/// Lists, and what [`all`] refuses.
pub fn one(args: &Args) -> Result<Way> {
    for (option, len) in [
        ("--strategy", args.strategy.len()),
        ("--buf", args.buf.len()),
        ("--threads", args.threads.len()),
    ] {
        ensure!(
            len <= 1,
            "{option}: a list is only for --compare; name one, or add --compare"
        );
    }
    match *all(args)? {
        [way, ..] => Ok(way),
        [] => Ok(Way::AUTO),
    }
}

/// All combinations, each once; none where no strategy, buffer or threads were asked for.
///
/// # Errors
/// Buffers and threads that cannot be, or that none of the strategies has.
pub fn all(args: &Args) -> Result<Vec<Way>> {
    let strategies = if args.strategy.is_empty() {
        &[Choice::Auto][..]
    } else {
        &args.strategy
    };
    let all_whole = strategies
        .iter()
        .all(|choice| !choice.strategy().takes_buffer());
    ensure!(
        args.buf.is_empty() || !all_whole,
        "--buf means nothing to --strategy whole, which holds the input in one piece; leave it out"
    );
    let whole = strategies
        .iter()
        .any(|choice| choice.strategy() == Strategy::Whole);
    ensure!(
        args.max_memory.is_none() || whole || args.compare,
        "--max-memory is the budget of whole; use it with --strategy whole"
    );
    let mut ways = Vec::new();
    for &choice in strategies {
        for buffer in options(&args.buf) {
            for threads in options(&args.threads) {
                let buffer = buffer.filter(|_| choice.strategy().takes_buffer());
                let way = Way {
                    choice,
                    buffer,
                    threads,
                };
                check(way)?;
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
    }
    Ok(ways)
}

/// The values of a list; once nothing where it is empty.
fn options<T: Copy>(list: &[T]) -> Vec<Option<T>> {
    if list.is_empty() {
        vec![None]
    } else {
        list.iter().copied().map(Some).collect()
    }
}

fn check(way: Way) -> Result<()> {
    let threads = way.threads.unwrap_or(0);
    ensure!(
        threads <= MAX_THREADS,
        "--threads {threads}: more than {MAX_THREADS} only get into each other's way; use fewer"
    );
    let Some(buffer) = way.buffer else {
        return Ok(());
    };
    ensure!(
        buffer > 0,
        "--buf 0 would never read anything; use 1 or more"
    );
    let all = buffer.saturating_mul(threads.max(1) as u64);
    let maps = way.choice.strategy() == Strategy::Mmap;
    if !maps && all > SMALL_BUFFERS && all > memory::available() {
        let (all, available) = (size::binary(all), size::binary(memory::available()));
        bail!(
            "--buf {buffer}: buffers of {all} in all, {available} are available; use a smaller one"
        );
    }
    addressable(buffer).map(drop)
}

/// A buffer's size as the machine has it.
///
/// # Errors
/// One that is larger than its addresses.
pub fn addressable(buffer: u64) -> Result<usize> {
    usize::try_from(buffer)
        .ok()
        .filter(|&len| isize::try_from(len).is_ok())
        .with_context(|| {
            format!("--buf {buffer}: more than this machine can address; use a smaller one")
        })
}
