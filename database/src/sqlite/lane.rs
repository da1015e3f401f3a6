//! Statements that each read a row or two: they wait for each other instead of waking threads.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::lock::lock;

/// Statements that may wait for a thread that runs, before another one is woken. Each takes some
/// microseconds, as waking a thread does.
const BACKLOG: usize = 4;
/// How long a thread may run before another one is woken: the disk may have stalled.
const STALL: Duration = Duration::from_millis(1);

/// A queue from which a few threads take what they run.
pub(super) struct Lane<T> {
    state: Mutex<State<T>>,
    woken: Condvar,
}

struct State<T> {
    waiting: VecDeque<T>,
    threads: usize,
    asleep: usize,
    /// When a thread last took something.
    since: Instant,
    is_closed: bool,
}

impl<T> Lane<T> {
    pub fn new() -> Arc<Self> {
        let (waiting, since) = (VecDeque::new(), Instant::now());
        let state = State { waiting, threads: 0, asleep: 0, since, is_closed: false };
        Arc::new(Self { state: Mutex::new(state), woken: Condvar::new() })
    }

    /// Adds what a thread has to run. Says whether one has to be started, of which there are at most
    /// so many; it is counted already.
    pub fn push(&self, job: T, most: usize) -> bool {
        let mut state = lock(&self.state);
        state.waiting.push_back(job);
        let is_late = state.asleep == state.threads
            || state.waiting.len() > BACKLOG
            || state.since.elapsed() > STALL;
        if is_late && state.asleep > 0 {
            drop(state);
            self.woken.notify_one();
            return false;
        }
        let starts = is_late && state.threads < most;
        state.threads += usize::from(starts);
        starts
    }

    /// Notes that a thread could not be started. Takes back what nobody would run otherwise.
    pub fn not_started(&self) -> Option<T> {
        let mut state = lock(&self.state);
        state.threads -= 1;
        if state.threads == 0 { state.waiting.pop_back() } else { None }
    }

    /// What a thread runs next. `None`: nobody can ask any more.
    pub fn next(&self) -> Option<T> {
        let mut state = lock(&self.state);
        loop {
            if let Some(job) = state.waiting.pop_front() {
                state.since = Instant::now();
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state.asleep += 1;
            state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.asleep -= 1;
        }
    }

    /// Lets the threads end.
    pub fn close(&self) {
        lock(&self.state).is_closed = true;
        self.woken.notify_all();
    }
}
