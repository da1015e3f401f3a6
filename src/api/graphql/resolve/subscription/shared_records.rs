//! What many subscribers are sent of an event. Records and values are read once, and what subscribers with
//! the same operation and permissions see is written once.

use std::{sync::Arc, time::Duration};

use super::{audience::Audience, follower::retry};
use crate::{
    api::graphql::execute::Outcome,
    app::{App, Work},
    auth::Call,
    error::Error,
    operations::{
        audit::{Event, Values, values_of},
        rows::read::SharedRecord,
    },
    resources::{Projection, Resource},
    store::ReadCache,
    telemetry::metrics::Meter,
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

/// What subscribers were last sent.
#[derive(Clone)]
pub struct SharedRecords(Arc<Shared>);

/// An event, whether it is from before the subscription, and for whom its outcome is.
type Shown = (i64, bool, Arc<Audience>);

struct Shared {
    outcomes: ReadCache<Shown, Option<Outcome>>,
    records: ReadCache<Key, SharedRecord>,
    values: ReadCache<i64, Option<Arc<Values>>>,
}

impl Default for SharedRecords {
    fn default() -> Self {
        let bytes = |_: &_, record: Option<&SharedRecord>| record.map_or(0, SharedRecord::bytes);
        let records = ReadCache::of_bytes(BYTES, bytes, LIFETIME, Meter::default());
        let bytes = |_: &_, values: Option<&Option<Arc<Values>>>| {
            values.and_then(Option::as_ref).map_or(0, |values| values.bytes())
        };
        let values = ReadCache::of_bytes(BYTES, bytes, LIFETIME, Meter::default());
        let bytes = |_: &_, outcome: Option<&Option<Outcome>>| {
            size_of::<Audience>() + outcome.and_then(Option::as_ref).map_or(0, Outcome::size)
        };
        let outcomes = ReadCache::of_bytes(BYTES, bytes, LIFETIME, Meter::default());
        Self(Arc::new(Shared { outcomes, records, values }))
    }
}

impl SharedRecords {
    /// The outcome of an event, for everyone in the audience; `None`: they are sent nothing.
    ///
    /// One with errors is its own only: others may have none.
    pub async fn outcome<F>(
        &self,
        shown: Shown,
        write: impl FnOnce() -> F,
    ) -> Result<Option<Outcome>, Error>
    where
        F: Future<Output = Result<Option<Outcome>, Error>>,
    {
        let mut own = None;
        let write = || async {
            let outcome = write().await?;
            if outcome.as_ref().is_some_and(|it| !it.errors.is_empty()) {
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
