//! Shares what is scarce among accounts.

use sea_orm::{ConnAcquireErr, DbErr};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{sync::oneshot, time::timeout};

use crate::{lock::lock, options::ACQUIRE_TIMEOUT};

/// The account of what the program does by itself.
pub const SERVER: i64 = 0;

/// Places that go to the waiting account that holds the fewest.
///
/// Of these they go to the one that had them for the shortest time lately. Of those who had none the one
/// who asks for fewest is first.
///
/// In the order of arrival, an account that asks for a hundred would let all others wait for a hundred.
/// If each had its turn, who asks for little would wait for all those who ask for much.
#[derive(Debug)]
pub struct Turns {
    places: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The account of each place that is taken.
    held: Vec<i64>,
    /// Those who wait, in the order of their arrival.
    waiting: VecDeque<Waiting>,
    /// How long each account had places, which is half as long a second later.
    used: HashMap<i64, (Duration, Instant)>,
}

/// Accounts of which it is known how long they had places.
const ACCOUNTS: usize = 1_000;
/// The least that a turn counts.
const SHORTEST: Duration = Duration::from_millis(1);

#[derive(Debug)]
struct Waiting {
    account: i64,
    answer: oneshot::Sender<Place>,
}

/// A place; dropping it gives it to the next.
#[derive(Debug)]
pub struct Place {
    of: Arc<Turns>,
    account: i64,
    since: Instant,
}

impl Turns {
    /// Creates so many places, which are free.
    pub fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { places: places.max(1), state: Mutex::default() })
    }

    /// Waits for a place.
    pub async fn take(self: &Arc<Self>, account: i64) -> Place {
        loop {
            let answer = {
                let mut state = lock(&self.state);
                if state.held.len() < self.places {
                    return self.give(&mut state, account);
                }
                let (answer, place) = oneshot::channel();
                state.waiting.push_back(Waiting { account, answer });
                place
            };
            if let Ok(place) = answer.await {
                return place;
            }
        }
    }

    /// Waits for a place, for as long as for a connection.
    ///
    /// # Errors
    /// When none becomes free in time.
    pub async fn take_in_time(self: &Arc<Self>, account: i64) -> Result<Place, DbErr> {
        if let Some(place) = self.try_take(account) {
            return Ok(place);
        }
        let taken = timeout(ACQUIRE_TIMEOUT, self.take(account)).await;
        taken.map_err(|_| DbErr::ConnectionAcquire(ConnAcquireErr::Timeout))
    }

    /// Takes a place if one is free.
    pub fn try_take(self: &Arc<Self>, account: i64) -> Option<Place> {
        let mut state = lock(&self.state);
        let is_free = state.held.len() < self.places;
        is_free.then(|| self.give(&mut state, account))
    }

    fn give(self: &Arc<Self>, state: &mut State, account: i64) -> Place {
        state.held.push(account);
        Place { of: Arc::clone(self), account, since: Instant::now() }
    }

    /// How many places are taken.
    pub fn taken(&self) -> usize {
        lock(&self.state).held.len()
    }
}

impl State {
    /// How long an account had places lately.
    fn used(&self, account: i64) -> Duration {
        self.used.get(&account).map_or(Duration::ZERO, |(used, at)| {
            used.mul_f64(0.5_f64.powf(at.elapsed().as_secs_f64()))
        })
    }

    /// Frees a place, and finds the one who gets it.
    fn pass(&mut self, from: i64, held: Duration) -> Option<Waiting> {
        let used = self.used(from) + held.max(SHORTEST);
        if self.used.len() >= ACCOUNTS {
            self.used.clear();
        }
        self.used.insert(from, (used, Instant::now()));
        let place = self.held.iter().position(|account| *account == from)?;
        self.held.swap_remove(place);
        self.waiting.retain(|waiting| !waiting.answer.is_closed());
        let holds = |account| self.held.iter().filter(|held| **held == account).count();
        let mut waits = HashMap::<i64, usize>::new();
        self.waiting.iter().for_each(|it| *waits.entry(it.account).or_default() += 1);
        let order = |account| (holds(account), self.used(account), waits.get(&account));
        let (next, _) =
            self.waiting.iter().enumerate().min_by_key(|(_, waiting)| order(waiting.account))?;
        self.waiting.remove(next)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = lock(&self.of.state);
        let next = state.pass(self.account, self.since.elapsed());
        if let Some(Waiting { account, answer }) = next {
            let place = self.of.give(&mut state, account);
            drop(state);
            // One who stopped waiting drops it, which gives it to the next.
            let _ = answer.send(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, future::join_all};
    use std::{
        sync::{Arc, Mutex},
        thread,
        time::Duration,
    };

    use super::{Place, Turns, lock};

    /// The order in which accounts get places that are given back once all wait.
    async fn order(turns: &Arc<Turns>, held: Vec<Place>, accounts: &[i64]) -> Vec<i64> {
        let order = Mutex::<Vec<i64>>::default();
        let wait = async |account| {
            let _place = turns.take(account).await;
            lock(&order).push(account);
        };
        let mut all = Box::pin(join_all(accounts.iter().copied().map(wait)));
        assert!(all.as_mut().now_or_never().is_none());
        drop(held);
        all.await;
        order.into_inner().unwrap()
    }

    /// One who asks for many places lets others go first.
    #[tokio::test]
    async fn the_account_that_holds_fewest_is_next() {
        let turns = Turns::new(2);
        let held = vec![turns.take(1).await, turns.take(1).await];
        assert_eq!(order(&turns, held, &[1, 1, 1, 2, 3]).await, [2, 3, 1, 1, 1]);
        assert_eq!(turns.taken(), 0);
    }

    /// Who had the place for longer waits for those who had it for less.
    #[tokio::test]
    async fn who_had_it_for_less_is_next() {
        let turns = Turns::new(1);
        let held = vec![turns.take(1).await];
        thread::sleep(Duration::from_millis(20));
        assert_eq!(order(&turns, held, &[1, 2, 2, 2]).await, [2, 2, 2, 1]);
    }

    /// With one place nobody who waits holds any: accounts have it in turn, who asks for less first.
    #[tokio::test]
    async fn one_place_goes_around() {
        let turns = Turns::new(1);
        let held = vec![turns.take(1).await];
        assert_eq!(order(&turns, held, &[1, 1, 2, 2, 3]).await, [3, 2, 1, 2, 1]);
    }

    /// Who stops waiting takes no place.
    #[tokio::test]
    async fn places_of_those_who_left_go_on() {
        let turns = Turns::new(1);
        let held = turns.take(1).await;
        for _ in 0..100 {
            assert!(turns.take(2).now_or_never().is_none());
        }
        let mut waits = Box::pin(turns.take(3));
        assert!(waits.as_mut().now_or_never().is_none());
        drop(held);
        drop(waits.await);
        assert_eq!(turns.taken(), 0);
    }
}
