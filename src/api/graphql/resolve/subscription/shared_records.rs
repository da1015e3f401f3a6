//! Records that many subscribers are sent. Each is read once for an event.

use std::{sync::Arc, time::Duration};

use super::follower::retry;
use crate::{
    app::{App, Work},
    auth::Call,
    error::Error,
    operations::records::read::SharedRecord,
    resources::{Projection, Resource},
    store::ReadCache,
    telemetry::metrics::Meter,
};

/// Most records that are kept.
const CAPACITY: usize = 1_024;
/// How long a record is kept. Subscribers that follow the feed read it within milliseconds; one that
/// resumes later reads it anew.
const LIFETIME: Duration = Duration::from_secs(1);

/// The event, and the address of the projection. The projection lives as long as the process.
type Key = (i64, usize);

/// The records that subscribers were last sent.
#[derive(Clone)]
pub struct SharedRecords(Arc<ReadCache<Key, SharedRecord>>);

impl Default for SharedRecords {
    fn default() -> Self {
        Self(Arc::new(ReadCache::new(CAPACITY, LIFETIME, Meter::default())))
    }
}

impl SharedRecords {
    /// The record of an event as it is now, for every subscriber.
    pub async fn get(
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
        self.0.get_or_read(key, read).await
    }
}
