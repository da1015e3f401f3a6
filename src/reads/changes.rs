//! The changes of records that a caller follows.

use entity::Timestamp;
use std::{hash::Hash, sync::Arc};

use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        audit::{Action, Audience, Event, Followed, Follower, Sent, SharedChanges},
        callers::CurrentCall,
        rows::{Projections, Record},
    },
    resources::Resource,
    views::{RecordChange, VisibleEvent},
};

/// What a subscriber asks of the changes of records.
pub struct AskedChanges<A> {
    /// Which changes.
    pub of: Followed,
    /// The position that they come after, with the name of its parameter; `None`: from now on.
    pub after: Option<(&'static str, String)>,
    /// What is shown of the records; `None`: nothing.
    pub projections: Option<Projections>,
    /// Whether values of events are shown.
    pub has_values: bool,
    /// What else those have in common who are sent the same.
    pub asked: A,
}

/// A subscription to changes of records, each of which is sent as an `S`.
pub struct Changes<A, S> {
    follower: Follower,
    asked: AskedChanges<A>,
    shared: SharedChanges<A, S>,
    /// For whom the outcomes are, as long as the caller stays the same.
    audience: Option<(Arc<Caller>, Arc<Audience<A>>)>,
    /// When it began.
    since: Timestamp,
}

impl<A: Clone + PartialEq + Hash, S: Sent> Changes<A, S> {
    /// Begins, after the permission check.
    ///
    /// # Errors
    /// `Forbidden`, `BadRequest` for what is no position, and `TooExpensive`.
    pub async fn begin(
        app: &Arc<App>,
        current: CurrentCall,
        asked: AskedChanges<A>,
        shared: SharedChanges<A, S>,
    ) -> Result<Self, Error> {
        let since = app.clock.now();
        asked.of.filter(&*current.get()?)?;
        let follower = Follower::begin(app, current, asked.after.as_ref()).await?;
        Ok(Self { follower, asked, shared, audience: None, since })
    }

    /// What is sent of the next change of a record that the caller may see.
    ///
    /// It is written once for everyone who is sent the same.
    ///
    /// # Errors
    /// `Forbidden` and `Unauthenticated` once the caller has lost its rights.
    pub async fn next<F>(
        &mut self,
        write: impl Fn(Arc<Call>, RecordChange) -> F,
    ) -> Result<S, Error>
    where
        F: Future<Output = Result<S, Error>>,
    {
        loop {
            let of = &self.asked.of;
            let (call, event) = self.follower.next(|caller| of.filter(caller)).await?;
            let shown = (event.id, event.created_at < self.since, self.audience(&call));
            let write = async || {
                Ok(match self.change(&call, event).await? {
                    Some(change) => Some(write(call, change).await?),
                    None => None,
                })
            };
            if let Some(outcome) = self.shared.outcome(shown, write).await? {
                return Ok(outcome);
            }
        }
    }

    /// For whom an outcome is; the same as before for the same caller.
    fn audience(&mut self, call: &Call) -> Arc<Audience<A>> {
        match &self.audience {
            Some((caller, audience)) if Arc::ptr_eq(caller, &call.caller) => Arc::clone(audience),
            _ => {
                let audience = Arc::new(Audience::new(self.asked.asked.clone(), &call.caller));
                self.audience = Some((Arc::clone(&call.caller), Arc::clone(&audience)));
                audience
            }
        }
    }

    /// What the caller sees of an event, if anything.
    async fn change(
        &self,
        call: &Arc<Call>,
        event: Arc<Event>,
    ) -> Result<Option<RecordChange>, Error> {
        // Other versions of the program may have written other actions.
        let known = kinds::named(&event.kind).zip(Action::named(&event.action));
        let Some((resource, _)) = known else { return Ok(None) };
        let values = if self.asked.has_values {
            match self.shared.values(&self.follower.app, call, event.id).await? {
                // They can't be read (D40).
                None => return Ok(None),
                values => values,
            }
        } else {
            None
        };
        let record = self.record(call, resource, &event).await?;
        let position = self.follower.sign(call, &event);
        let event = VisibleEvent::of(call, event, values, self.since);
        Ok(Some(RecordChange { position, event, record }))
    }

    async fn record(
        &self,
        call: &Arc<Call>,
        resource: &'static Resource,
        event: &Event,
    ) -> Result<Option<Arc<Record>>, Error> {
        let Some(projections) = &self.asked.projections else { return Ok(None) };
        let (app, of) = (&self.follower.app, (resource, projections(resource)));
        let shared = self.shared.record(app, call, event, self.follower.queued(), of).await?;
        match shared.find(call) {
            // The record is no longer the caller's.
            Err(Error::Forbidden { .. }) => Ok(None),
            found => found,
        }
    }
}
