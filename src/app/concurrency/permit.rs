//! Permission to run statements, and the places that it has.

use std::{ops::Deref, sync::Arc};
use tokio::{
    runtime::Handle,
    sync::OwnedSemaphorePermit,
    time::{Instant, sleep},
};

use super::super::shares::Shares;
use crate::{
    auth::Budget,
    store::database::{Connection, Place, Reading},
};

/// Places of a statement that reads many rows.
pub(in crate::app) type Places = (Option<OwnedSemaphorePermit>, [Option<Place>; 2]);

/// Permission to run statements; dropping it lets the next ones run.
pub struct StatementPermit {
    /// Where they run.
    pub(super) reader: Connection,
    /// That of the call's operation, if the call has none.
    pub(super) _operation: Option<OwnedSemaphorePermit>,
    /// The places of a statement that reads many rows, until it is dropped.
    pub(in crate::app) places: Option<Places>,
    /// The time that a unit of work reads on the only writer.
    pub(in crate::app) reading: Option<Reading>,
    /// The budget from which the time of a slow statement is taken.
    pub(super) budget: Option<(Arc<Budget>, Instant)>,
    /// Those of the account if it is among its first.
    pub(super) first: Option<Arc<Shares>>,
}

impl StatementPermit {
    pub(in crate::app) fn of(reader: Connection, _operation: Option<OwnedSemaphorePermit>) -> Self {
        Self { reader, _operation, places: None, reading: None, budget: None, first: None }
    }
}

impl Deref for StatementPermit {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.reader
    }
}

impl Drop for StatementPermit {
    fn drop(&mut self) {
        // Who leaves and comes again runs no more than others.
        if let (Some(time), Some(places)) = (self.reader.goes_on(), self.places.take())
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(async move {
                sleep(time).await;
                drop(places);
            });
        }
        if let Some((budget, since)) = &self.budget {
            budget.add_time(since.elapsed());
        }
        if let Some(shares) = &self.first {
            shares.end_first();
        }
    }
}
