//! What one account does at once, and the bytes that it sends and gets in a second (D30).

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{sync::Semaphore, time::Instant};

use super::rate::Rate;
use crate::{auth::Call, lock::lock, store::database::Place};

/// Documents that run at once. Each holds what it has found, and few run statements.
const DOCUMENTS: usize = 16;
/// Who keeps a core for longer than this takes turns.
const SHORT_TIME: Duration = Duration::from_millis(5);
/// Shorter times than this don't count.
const BRIEF_TIME: Duration = Duration::from_micros(200);
/// Who keeps one for so many microseconds of a second takes turns, too.
const TIME: usize = 100_000;
/// How long after it did so, and who has got a long answer.
const LATELY: Duration = Duration::from_secs(3);
/// Bytes of a body that doesn't count.
const SHORT_BODY: usize = 8 * 1024;
/// Bytes of other bodies in a second.
const BODIES: usize = 4 * 1024 * 1024;
/// Bytes that are read or written for a request, and don't count.
const SHORT_ANSWER: usize = 256 * 1024;
/// Bytes that are read or written for other requests in a second.
const ANSWERS: usize = 4 * 1024 * 1024;

/// The statements of one account, when it kept a core for long and when it got a long answer, and its
/// bytes in a second.
pub struct Shares {
    pub(super) documents: Arc<Semaphore>,
    pub(super) all: Arc<Semaphore>,
    pub(super) medium: Arc<Semaphore>,
    pub(super) slow: Arc<Semaphore>,
    busy: Mutex<Option<Instant>>,
    long: Mutex<Option<Instant>>,
    has_read: AtomicBool,
    microseconds: Rate,
    bodies: Rate,
    answers: Rate,
}

impl Shares {
    /// Bytes of one on the heap.
    pub(super) const BYTES: usize = size_of::<Self>() + 4 * size_of::<Semaphore>();

    /// So many operations at once, and statements of each length that takes turns.
    pub(super) fn new(operations: usize, slow: usize) -> Self {
        let places = |number| Arc::new(Semaphore::new(number));
        Self {
            documents: places(DOCUMENTS),
            all: places(operations),
            medium: places(slow),
            slow: places(slow),
            busy: Mutex::default(),
            long: Mutex::default(),
            has_read: AtomicBool::default(),
            microseconds: Rate::new(TIME),
            bodies: Rate::new(BODIES),
            answers: Rate::new(ANSWERS),
        }
    }

    /// Whether so many bytes of a body count.
    pub const fn is_long_body(bytes: usize) -> bool {
        bytes > SHORT_BODY
    }

    /// Waits until a long body may be read. What waits is with the client, and costs nothing. `None`: it
    /// is not known how long it is, so that it is counted once it has come.
    pub async fn body(&self, bytes: Option<usize>) {
        self.bodies.wait(bytes.unwrap_or_default()).await;
    }

    /// Counts a long body that has come.
    pub fn count_body(&self, bytes: usize) {
        self.bodies.count(bytes);
    }

    /// Counts bytes that were read or written for a request, if they are many.
    pub fn count_answer(&self, bytes: usize) {
        *lock(&self.long) = Some(Instant::now());
        self.answers.count(bytes);
    }

    /// Whether so many bytes of an answer count.
    pub const fn is_long(bytes: usize) -> bool {
        bytes > SHORT_ANSWER
    }

    /// Waits until a request may get a long answer. One that has read much goes on.
    pub(super) async fn wait(&self, call: &Call) {
        if !Self::is_long(call.budget.read()) {
            self.answers.wait(0).await;
        }
    }

    /// Whether a request may get a long answer now.
    pub(super) fn may_get_more(&self, call: &Call) -> bool {
        Self::is_long(call.budget.read()) || !self.answers.is_used_up()
    }

    /// Whether the account kept a core for long lately.
    pub(super) fn is_busy(&self) -> bool {
        is_recent(&self.busy) || self.microseconds.is_used_up()
    }

    /// Whether the account got a long answer lately, or has not had any.
    pub(super) fn may_get_long_answers(&self) -> bool {
        self.is_new() || is_recent(&self.long)
    }

    /// Whether none of the account's statements has ended.
    pub(super) fn is_new(&self) -> bool {
        !self.has_read.load(Relaxed)
    }

    /// Notes that a statement of the account has ended.
    pub(super) fn end_first(&self) {
        self.has_read.store(true, Relaxed);
    }
}

fn is_recent(at: &Mutex<Option<Instant>>) -> bool {
    lock(at).is_some_and(|at| at.elapsed() < LATELY)
}

/// Work on a core; dropping it lets the next one begin.
pub struct Busy {
    shares: Arc<Shares>,
    since: Instant,
    /// Shorter times don't count.
    brief: Duration,
    place: Option<Place>,
}

impl Busy {
    pub(super) fn new(shares: Arc<Shares>, place: Option<Place>) -> Self {
        Self { shares, since: Instant::now(), brief: BRIEF_TIME, place }
    }

    /// The same, of which short times count too: many make a long one.
    pub fn exact(mut self) -> Self {
        self.brief = Duration::ZERO;
        self
    }

    /// Whether it has become long, so that the rest takes a turn. Who has one goes on, since what waits takes memory.
    pub fn is_over(&self) -> bool {
        self.place.is_none() && self.since.elapsed() > SHORT_TIME
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let time = self.since.elapsed();
        if time > SHORT_TIME {
            *lock(&self.shares.busy) = Some(Instant::now());
        }
        if time > self.brief {
            self.shares.microseconds.count(time.as_micros() as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::time::Instant;

    use super::{Busy, SHORT_TIME, Shares};
    use crate::store::database::Turns;

    /// What has become long waits for its turn with the rest, and then ends what it has begun.
    #[tokio::test]
    async fn long_work_is_over_until_it_has_its_turn() {
        let (shares, turns) = (Arc::new(Shares::new(1, 1)), Arc::new(Turns::new(1)));
        let place = turns.take(1).await;
        for (place, is_over) in [(None, true), (Some(place), false)] {
            let mut busy = Busy::new(Arc::clone(&shares), place);
            assert!(!busy.is_over());
            busy.since = Instant::now() - 2 * SHORT_TIME;
            assert_eq!(busy.is_over(), is_over);
        }
        assert!(shares.is_busy(), "the next one takes a turn");
    }
}
