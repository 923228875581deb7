//! The threads of a run: made when something is first done at once, and kept for all that follows, so
//! that the ranges of one large file and many small files are the same to them.

use std::thread::{self, JoinHandle};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::measure::memory;

/// Bytes of a thread's stack: what the standard library gives, said here because it is counted on.
const STACK: usize = 2 << 20;

/// Bytes that a thread needs besides: its buffer, the stack of its signal handlers, the allocator's own.
/// A thread that begins and then lacks them ends the process.
const BESIDES: usize = 1 << 20;

/// A pool that is made when it is needed.
#[derive(Debug, Default)]
pub struct Pool {
    pool: Option<ThreadPool>,
    handles: Vec<JoinHandle<()>>,
    /// Whether threads could not be had: they are not asked for again.
    refused: bool,
}

impl Pool {
    /// Does `work` to each item, on so many threads or, where they cannot be had, on this one; tells how
    /// many had something to do. Results are in the order of the items.
    pub fn map<T: Sync, R: Send>(
        &mut self,
        threads: usize,
        items: &[T],
        work: impl Fn(&T) -> R + Sync + Send,
    ) -> (Vec<R>, usize) {
        let Some(pool) = self.of(threads) else {
            return (items.iter().map(work).collect(), 1);
        };
        let done = pool.install(|| items.par_iter().with_max_len(1).map(work).collect());
        (done, threads.min(items.len()).max(1))
    }

    /// As [`map`](Self::map), for items that are found one after the other, and taken in that order by whoever
    /// has time.
    pub fn map_found<T: Send, R: Send>(
        &mut self,
        threads: usize,
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(T) -> R + Sync + Send,
    ) -> (Vec<R>, usize) {
        let Some(pool) = self.of(threads) else {
            return (items.map(work).collect(), 1);
        };
        let numbered = items.enumerate().par_bridge();
        let mut done: Vec<_> = pool.install(|| numbered.map(|(i, item)| (i, work(item))).collect());
        done.sort_unstable_by_key(|&(i, _)| i);
        let threads = threads.min(done.len()).max(1);
        (
            done.into_iter().map(|(_, result)| result).collect(),
            threads,
        )
    }

    /// A pool of at least so many threads.
    fn of(&mut self, threads: usize) -> Option<&ThreadPool> {
        let has = self
            .pool
            .as_ref()
            .map_or(1, ThreadPool::current_num_threads);
        if threads > has
            && !self.refused
            && !memory::has_room(threads.saturating_mul(STACK + BESIDES))
        {
            self.refused = true;
        }
        if threads > has && !self.refused {
            self.end();
            let handles = &mut self.handles;
            let made = ThreadPoolBuilder::new()
                .num_threads(threads)
                .spawn_handler(|worker| {
                    let thread = thread::Builder::new().stack_size(STACK);
                    handles.push(thread.spawn(|| worker.run())?);
                    Ok(())
                });
            match made.build() {
                Ok(pool) => self.pool = Some(pool),
                Err(_) => {
                    self.refused = true;
                    // Those that there were hold memory that others now need.
                    self.end();
                }
            }
        }
        self.pool.as_ref().filter(|_| threads > 1)
    }

    /// Waits until all threads are gone: they are part of what a run costs.
    fn end(&mut self) {
        self.pool = None;
        for handle in self.handles.drain(..) {
            // What panicked has been told.
            let _ = handle.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.end();
    }
}
