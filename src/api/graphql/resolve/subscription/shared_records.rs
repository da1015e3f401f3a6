//! Records and values that many subscribers are sent. Each is read once for an event.

use std::{sync::Arc, time::Duration};

use super::follower::retry;
use crate::{
    app::{App, Work},
    auth::Call,
    error::Error,
    operations::{
        audit::{Values, values_of},
        rows::read::SharedRecord,
    },
    resources::{Projection, Resource},
    store::ReadCache,
    telemetry::metrics::Meter,
};

/// Bytes of the records that are kept, and of the values.
const BYTES: usize = 4 * 1024 * 1024;
/// How long they are kept. Subscribers that follow the feed read them within milliseconds; one that
/// resumes later reads them anew.
const LIFETIME: Duration = Duration::from_secs(1);

/// The event, and the address of the projection. The projection lives as long as the process.
type Key = (i64, usize);

/// What subscribers were last sent.
#[derive(Clone)]
pub struct SharedRecords(Arc<Shared>);

struct Shared {
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
        Self(Arc::new(Shared { records, values }))
    }
}

impl SharedRecords {
    /// The record of an event as it is now, for every subscriber.
    pub async fn record(
        &self,
        app: &App,
        call: &Arc<Call>,
        event: i64,
        (resource, id): (&'static Resource, i64),
        projection: &'static Projection,
    ) -> Result<SharedRecord, Error> {
        // Before others wait for what this one reads.
        let call = app.enter(call, Work::Other).await;
        let read = || retry(|| SharedRecord::read(app, &call, resource, id, projection));
        let key = (event, std::ptr::from_ref(projection).addr());
        self.0.records.get_or_read(key, read).await
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
