//! Resolves `recordChanged`.

use async_graphql::{Value, registry::MetaField};
use entity::Timestamp;
use std::{collections::BTreeSet, sync::Arc};

use super::{
    audience::Audience,
    current_call::CurrentCall,
    follower::{Follower, after},
    shared_records::SharedRecords,
    subscribed::Subscription,
};
use crate::{
    api::graphql::{
        execute::{Context, Object, Outcome},
        resolve::{arguments::named, viewed::Owned},
        schema::{KIND, field, input, read as kind, with_arguments},
    },
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        audit::{Action, Event, viewable},
        rows::{Projections, Record},
    },
    resources::Resource,
    store::feed::Filter,
    views::{RecordChange, View, VisibleEvent},
};

/// Most kinds or ids of one subscription.
const MAX_ITEMS: usize = 500;
/// The name of the field.
pub const NAME: &str = "recordChanged";

/// The fields of an event that show values of its record.
const OF_VALUES: [&str; 6] = ["after", "before", "changedFields", "changes", "label", "reason"];

/// Describes the field.
pub fn describe() -> MetaField {
    with_arguments(
        field(
            NAME,
            format!("{}!", RecordChange::about().type_name),
            "What happens to the records that the caller may view. Takes, for each kind that is \
             named, the permission that the kind's own query takes; for own records, those that \
             were the caller's when it happened. Of events before the subscription `actor` is null and \
             `changedFields` empty for callers who may not audit the record. Errors: FORBIDDEN.",
        ),
        [
            input("kinds", format!("[{KIND}!]"), "Only records of these kinds."),
            input("ids", "[ID!]", "Only these records, by their global ids; at most 500."),
            after(),
        ],
    )
}

/// A running `recordChanged`.
pub struct Changes {
    follower: Follower,
    kinds: Option<Vec<&'static Resource>>,
    ids: Option<BTreeSet<(&'static str, i64)>>,
    shared: SharedRecords,
    /// For whom the outcomes are, as long as the caller stays the same.
    audience: Option<(Arc<Caller>, Arc<Audience>)>,
    /// What to read of the records, if they are selected.
    projections: Option<Projections>,
    /// Whether values of events are selected.
    has_values: bool,
    /// When it began.
    since: Timestamp,
}

impl Changes {
    /// Begins, after the permission check.
    pub async fn begin(
        ctx: Context<'_>,
        current: CurrentCall,
        shared: SharedRecords,
    ) -> Result<Self, Error> {
        let since = ctx.app.clock.now();
        let (kinds, ids) = (kinds_of(ctx)?, ids_of(ctx)?);
        let of_ids = ids.iter().flatten().map(|(resource, _)| *resource);
        let named: Option<Vec<_>> = match &kinds {
            Some(kinds) => Some(kinds.iter().copied().chain(of_ids).collect()),
            None => ids.is_some().then(|| of_ids.collect()),
        };
        permit(ctx.call, named.as_deref())?;
        let ids = ids.map(|ids| ids.iter().map(|(resource, id)| (resource.name, *id)).collect());
        let selection = &ctx.field.selection;
        let projections = selection.has("record").then(|| ctx.projections());
        let has_values = OF_VALUES.iter().any(|name| selection.has_within(name));
        let follower = Follower::begin(ctx, current).await?;
        let (kinds, audience) = (named, None);
        Ok(Self { follower, kinds, ids, shared, audience, projections, has_values, since })
    }

    /// The outcome of the next change of a record that the caller may see.
    ///
    /// It is written once for everyone who is sent the same.
    pub async fn next(&mut self, of: &Subscription) -> Result<Outcome, Error> {
        let (kinds, ids) = (self.kinds.as_deref(), &self.ids);
        let filter = |caller: &Caller| {
            permit(caller, kinds)?;
            let all: Vec<_>;
            let kinds = match kinds {
                Some(kinds) => kinds,
                None => {
                    all = kinds::registered().iter().collect();
                    &all
                }
            };
            Ok(Filter { records: ids.clone(), ..viewable(caller, kinds) })
        };
        loop {
            let (call, event) = self.follower.next(filter).await?;
            let audience = audience(&mut self.audience, of, &call);
            let shown = (event.id, event.created_at < self.since, audience);
            let write = async || {
                Ok(match self.change(&call, event).await? {
                    Some(change) => Some(of.outcome(&call, change).await),
                    None => None,
                })
            };
            if let Some(outcome) = self.shared.outcome(shown, write).await? {
                return Ok(outcome);
            }
        }
    }

    /// What the caller sees of an event, if anything.
    async fn change(
        &self,
        call: &Arc<Call>,
        event: Arc<Event>,
    ) -> Result<Option<Box<dyn Object>>, Error> {
        // Other versions of the program may have written other actions.
        let known = kinds::named(&event.kind).zip(Action::named(&event.action));
        let Some((resource, _)) = known else { return Ok(None) };
        let values = if self.has_values {
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
        Ok(Some(Box::new(Owned(Box::new(RecordChange { position, event, record })))))
    }

    async fn record(
        &self,
        call: &Arc<Call>,
        resource: &'static Resource,
        event: &Event,
    ) -> Result<Option<Arc<Record>>, Error> {
        let Some(projections) = &self.projections else { return Ok(None) };
        let (app, of) = (&self.follower.app, (resource, projections(resource)));
        let shared = self.shared.record(app, call, event, self.follower.queued(), of).await?;
        match shared.find(call) {
            // The record is no longer the caller's.
            Err(Error::Forbidden { .. }) => Ok(None),
            found => found,
        }
    }
}

/// For whom an outcome is; the same as before for the same caller.
fn audience(
    last: &mut Option<(Arc<Caller>, Arc<Audience>)>,
    of: &Subscription,
    call: &Call,
) -> Arc<Audience> {
    match last {
        Some((caller, audience)) if Arc::ptr_eq(caller, &call.caller) => Arc::clone(audience),
        _ => {
            let audience = Arc::new(Audience::new(&of.plan, &of.variables, &call.caller));
            *last = Some((Arc::clone(&call.caller), Arc::clone(&audience)));
            audience
        }
    }
}

/// Checks the permission to view all of these kinds, or any kind.
fn permit(caller: &Caller, named: Option<&[&'static Resource]>) -> Result<(), Error> {
    if let Some(named) = named {
        return named.iter().try_for_each(|resource| caller.require(&resource.view).map(|_| ()));
    }
    caller.refuse_deleted()?;
    if kinds::registered().iter().any(|resource| caller.require(&resource.view).is_ok()) {
        Ok(())
    } else {
        let names = kinds::registered().iter().flat_map(|resource| resource.view.names());
        Err(Error::Forbidden { required: names.collect() })
    }
}

/// The kinds in the arguments; `None` for any.
fn kinds_of(ctx: Context<'_>) -> Result<Option<Vec<&'static Resource>>, Error> {
    let unknown = || Error::bad_request("kinds contains an unknown value");
    let Some(values) = list(ctx, "kinds")? else { return Ok(None) };
    values.iter().map(kind).collect::<Option<_>>().map(Some).ok_or_else(unknown)
}

/// The records in the arguments; `None` for any.
fn ids_of(ctx: Context<'_>) -> Result<Option<Vec<(&'static Resource, i64)>>, Error> {
    let read = |(place, value): (usize, &Value)| {
        named(value)
            .ok_or_else(|| Error::bad_request(format!("ids[{place}] is not the id of a record")))
    };
    let Some(values) = list(ctx, "ids")? else { return Ok(None) };
    values.iter().enumerate().map(read).collect::<Result<_, _>>().map(Some)
}

fn list(ctx: Context<'_>, name: &str) -> Result<Option<Vec<Value>>, Error> {
    let Some(values) = ctx.items(name) else { return Ok(None) };
    match values.len() {
        0 => Err(Error::bad_request(format!("{name} must not be empty"))),
        1..=MAX_ITEMS => Ok(Some(values)),
        _ => Err(Error::bad_request(format!("{name} has at most {MAX_ITEMS} items"))),
    }
}
