//! Shares what is scarce among accounts.

use sea_orm::{ConnAcquireErr, DbErr};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};
use tokio::{sync::oneshot, time::timeout};

use super::super::options::ACQUIRE_TIMEOUT;
use crate::store::lock;

/// The account of what the server does by itself.
pub const SERVER: i64 = 0;

/// Places that go to the waiting account that holds the fewest, and of these to the one whose last turn
/// is longest ago.
///
/// In the order of arrival, an account that asks for a hundred would let all others wait for a hundred.
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
    /// When each account had its last turn, in turns. Where there is one place, nobody who waits holds any.
    last: HashMap<i64, u64>,
    turn: u64,
}

/// Accounts whose last turn is known.
const ACCOUNTS: usize = 1_000;

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
                    state.hold(account);
                    return Place { of: Arc::clone(self), account };
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
        is_free.then(|| {
            state.hold(account);
            Place { of: Arc::clone(self), account }
        })
    }

    /// How many places are taken.
    pub fn taken(&self) -> usize {
        lock(&self.state).held.len()
    }
}

impl State {
    fn hold(&mut self, account: i64) {
        self.turn += 1;
        if self.last.len() >= ACCOUNTS {
            self.last.clear();
        }
        self.last.insert(account, self.turn);
        self.held.push(account);
    }

    /// Frees a place, and gives it to the one whose turn it is.
    fn pass(&mut self, from: i64) -> Option<Waiting> {
        let place = self.held.iter().position(|account| *account == from)?;
        self.held.swap_remove(place);
        self.waiting.retain(|waiting| !waiting.answer.is_closed());
        let holds = |account| self.held.iter().filter(|held| **held == account).count();
        let last = |account| self.last.get(&account).copied().unwrap_or_default();
        let order = |account| (holds(account), last(account));
        let (next, _) =
            self.waiting.iter().enumerate().min_by_key(|(_, waiting)| order(waiting.account))?;
        let next = self.waiting.remove(next)?;
        self.hold(next.account);
        Some(next)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let next = lock(&self.of.state).pass(self.account);
        if let Some(Waiting { account, answer }) = next {
            // One who stopped waiting drops it, which gives it to the next.
            let _ = answer.send(Self { of: Arc::clone(&self.of), account });
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, future::join_all};
    use std::sync::Arc;

    use super::Turns;

    /// One who asks for many places lets others go first.
    #[tokio::test]
    async fn the_account_that_holds_fewest_is_next() {
        let turns = Turns::new(2);
        let held = [turns.take(1).await, turns.take(1).await];
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let wait = |account| {
            let (turns, order) = (Arc::clone(&turns), Arc::clone(&order));
            async move {
                let place = turns.take(account).await;
                order.lock().unwrap().push(account);
                drop(place);
            }
        };
        let mut all = Box::pin(join_all([1, 1, 1, 2, 3].map(wait)));
        assert!(all.as_mut().now_or_never().is_none());
        drop(held);
        all.await;
        assert_eq!(*order.lock().unwrap(), [2, 3, 1, 1, 1]);
        assert_eq!(turns.taken(), 0);
    }

    /// With one place nobody who waits holds any: accounts have it in turn.
    #[tokio::test]
    async fn one_place_goes_around() {
        let turns = Turns::new(1);
        let held = turns.take(1).await;
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let wait = |account| {
            let (turns, order) = (Arc::clone(&turns), Arc::clone(&order));
            async move {
                let _place = turns.take(account).await;
                order.lock().unwrap().push(account);
            }
        };
        let mut all = Box::pin(join_all([1, 1, 2, 2, 3].map(wait)));
        assert!(all.as_mut().now_or_never().is_none());
        drop(held);
        all.await;
        assert_eq!(*order.lock().unwrap(), [2, 3, 1, 2, 1]);
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
