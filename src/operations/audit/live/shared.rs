//! What many subscribers are sent of an event. Records and values are read once, and what subscribers see
//! who asked the same with the same permissions is written once.

use std::{hash::Hash, sync::Arc, time::Duration};

use super::{audience::Audience, follower::retry};
use crate::operations::{
    audit::read::{Values, values_of},
    rows::read::SharedRecord,
};
use crate::{
    app::{App, Work},
    auth::Call,
    error::Error,
    resources::{Projection, Resource},
    store::{ReadCache, feed::Event},
};

/// Bytes of the records that are kept, of the values and of the outcomes.
const BYTES: usize = 4 * 1024 * 1024;
/// Most records that are read by one statement. Each can be as large as a request.
const TOGETHER: usize = 8;
/// How long they are kept. Subscribers that follow the feed read them within milliseconds; one that
/// resumes later reads them anew.
const LIFETIME: Duration = Duration::from_secs(1);

/// The event, and the address of the projection. The projection lives as long as the process.
type Key = (i64, usize);

/// What a subscriber is sent of an event, as its API writes it. Clones share it.
pub trait Sent: Clone {
    /// How many bytes it has.
    fn bytes(&self) -> usize;

    /// Whether it is for one subscriber only: others may be sent something else.
    fn is_own(&self) -> bool {
        false
    }
}

/// What subscribers were last sent.
#[derive(Clone)]
pub struct SharedChanges<A, S>(Arc<Shared<A, S>>);

/// An event, whether it is from before the subscription, and for whom its outcome is.
type Shown<A> = (i64, bool, Arc<Audience<A>>);

struct Shared<A, S> {
    outcomes: ReadCache<Shown<A>, Option<S>>,
    records: ReadCache<Key, SharedRecord>,
    values: ReadCache<i64, Option<Arc<Values>>>,
}

impl<A: PartialEq + Hash, S: Sent> Default for SharedChanges<A, S> {
    fn default() -> Self {
        let bytes = |_: &_, record: Option<&SharedRecord>| record.map_or(0, SharedRecord::bytes);
        let records = ReadCache::of_bytes(BYTES, bytes, LIFETIME, |_| ());
        let bytes = |_: &_, values: Option<&Option<Arc<Values>>>| {
            values.and_then(Option::as_ref).map_or(0, |values| values.bytes())
        };
        let values = ReadCache::of_bytes(BYTES, bytes, LIFETIME, |_| ());
        let bytes = |_: &_, outcome: Option<&Option<S>>| {
            size_of::<Audience<A>>() + outcome.and_then(Option::as_ref).map_or(0, S::bytes)
        };
        let outcomes = ReadCache::of_bytes(BYTES, bytes, LIFETIME, |_| ());
        Self(Arc::new(Shared { outcomes, records, values }))
    }
}

impl<A: PartialEq + Hash, S: Sent> SharedChanges<A, S> {
    /// The outcome of an event, for everyone in the audience; `None`: they are sent nothing.
    ///
    /// # Errors
    /// Those of writing it, which are not kept.
    pub async fn outcome<F>(
        &self,
        shown: Shown<A>,
        write: impl FnOnce() -> F,
    ) -> Result<Option<S>, Error>
    where
        F: Future<Output = Result<Option<S>, Error>>,
    {
        let mut own = None;
        let write = || async {
            let outcome = write().await?;
            if outcome.as_ref().is_some_and(S::is_own) {
                own = outcome;
                return Err(Error::Internal);
            }
            Ok(outcome)
        };
        let shared = self.0.outcomes.get_or_read(shown, write).await;
        if own.is_some() { Ok(own) } else { shared }
    }

    /// The record of an event as it is now, for every subscriber.
    ///
    /// Those of the next events of its kind are read with it.
    pub async fn record<'e>(
        &self,
        app: &App,
        call: &Arc<Call>,
        event: &Event,
        next: impl Iterator<Item = &'e Arc<Event>>,
        (resource, projection): (&'static Resource, &'static Projection),
    ) -> Result<SharedRecord, Error> {
        // Before others wait for what this one reads.
        let call = app.enter(call, Work::Other).await;
        let key = |event: i64| (event, std::ptr::from_ref(projection).addr());
        let read = || async {
            let is_missing =
                |next: &&Arc<Event>| next.kind == event.kind && !self.0.records.has(&key(next.id));
            let next = next.filter(is_missing).take(TOGETHER - 1);
            let next: Vec<_> = next.map(|next| (next.id, next.record_id)).collect();
            let ids =
                [&[event.record_id][..], &Vec::from_iter(next.iter().map(|it| it.1))].concat();
            let read = || SharedRecord::read(app, &call, resource, &ids, projection);
            let mut records = retry(read).await?.into_iter();
            let record = records.next().ok_or(Error::Internal)?;
            for ((event, _), record) in next.iter().zip(records) {
                self.0.records.offer(key(*event), record);
            }
            Ok(record)
        };
        self.0.records.get_or_read(key(event.id), read).await
    }

    /// The values of an event, for every subscriber; `None`: they can't be read.
    pub async fn values(
        &self,
        app: &App,
        call: &Call,
        event: i64,
    ) -> Result<Option<Arc<Values>>, Error> {
        let read = || retry(|| values_of(app, call, event));
        self.0.values.get_or_read(event, read).await
    }
}
