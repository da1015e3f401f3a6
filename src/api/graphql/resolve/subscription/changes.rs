//! Resolves `recordChanged`.

use async_graphql::registry::{MetaField, Registry};
use entity::record_event::Model as Event;
use std::{collections::HashSet, sync::Arc};

use super::{
    arguments,
    current_call::CurrentCall,
    follower::{Delivery, Follower},
    shared_records::SharedRecords,
};
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::audit::VisibleEvent,
        schema::{EVENT, KIND, RECORD, add_types, field, input, object, with_arguments},
    },
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        audit::may_view_event,
        records::{Record, write::Projections},
    },
    resources::Resource,
    store::feed::Position,
};

/// The name of the field.
pub const NAME: &str = "recordChanged";
/// The type of an event of the subscription.
const RECORD_CHANGED: &str = "RecordChanged";

/// Describes the field, and registers its type.
pub fn describe(registry: &mut Registry) -> MetaField {
    let changed = object(
        RECORD_CHANGED,
        "A change of a record.",
        [
            field(
                "position",
                "String!",
                "The position in the order of events, which `after` takes.",
            ),
            field("event", format!("{EVENT}!"), "The event."),
            field(
                "record",
                RECORD,
                "The record as it is now; null when the caller does not see it any more.",
            ),
        ],
    );
    add_types(registry, [changed]);
    with_arguments(
        field(
            NAME,
            format!("{RECORD_CHANGED}!"),
            "What happens to the records that the caller may view. Takes, for each kind that is \
             named, the permission that the kind's own query takes; for own records, those that \
             were the caller's when it happened. Errors: FORBIDDEN.",
        ),
        [
            input("kinds", format!("[{KIND}!]"), "Only records of these kinds."),
            input("ids", "[ID!]", "Only these records, by their global ids; at most 500."),
            arguments::after(),
        ],
    )
}

/// A running `recordChanged`.
pub struct Changes {
    follower: Follower,
    kinds: Option<Vec<&'static Resource>>,
    ids: Option<HashSet<(&'static str, i64)>>,
    /// What to read of the records, if they are selected.
    records: Option<(SharedRecords, Projections)>,
}

impl Changes {
    /// Begins, after the permission check.
    pub async fn begin(
        ctx: Context<'_>,
        current: CurrentCall,
        records: SharedRecords,
    ) -> Result<Self, Error> {
        let (kinds, ids) = (arguments::kinds(ctx)?, arguments::ids(ctx)?);
        let of_ids = ids.iter().flatten().map(|(resource, _)| *resource);
        let named: Option<Vec<_>> = match &kinds {
            Some(kinds) => Some(kinds.iter().copied().chain(of_ids).collect()),
            None => ids.is_some().then(|| of_ids.collect()),
        };
        permit(ctx.call, named.as_deref())?;
        let ids = ids.map(|ids| ids.iter().map(|(resource, id)| (resource.name, *id)).collect());
        let records = ctx.field.selection.has("record").then(|| (records, ctx.field.projections()));
        Ok(Self { follower: Follower::begin(ctx, current).await?, kinds: named, ids, records })
    }

    /// The next change of a record that the caller may see.
    pub async fn next(&mut self) -> Result<Delivery, Error> {
        loop {
            let (call, event) = self.follower.next().await?;
            permit(&call, self.kinds.as_deref())?;
            let Some(resource) = self.wanted(&event) else { continue };
            if !may_view_event(&call, resource, &event) {
                continue;
            }
            let record = self.record(&call, resource, &event).await?;
            let event = VisibleEvent::of(&call, event);
            return Ok((call, Box::new(Changed { event, record })));
        }
    }

    /// The kind of the event's record, if the arguments ask for it.
    fn wanted(&self, event: &Event) -> Option<&'static Resource> {
        let is_its = |resource: &&Resource| resource.name == event.kind;
        let resource = match &self.kinds {
            Some(kinds) => kinds.iter().copied().find(is_its)?,
            None => kinds::registered().iter().find(is_its)?,
        };
        let named = |ids: &HashSet<_>| ids.contains(&(resource.name, event.record_id));
        self.ids.as_ref().is_none_or(named).then_some(resource)
    }

    async fn record(
        &self,
        call: &Arc<Call>,
        resource: &'static Resource,
        event: &Event,
    ) -> Result<Option<Arc<Record>>, Error> {
        let Some((records, projections)) = &self.records else { return Ok(None) };
        let (app, record) = (&self.follower.app, (resource, event.record_id));
        let shared = records.get(app, call, event.id, record, projections(resource)).await?;
        match shared.find(call) {
            // The record is no longer the caller's.
            Err(Error::Forbidden { .. }) => Ok(None),
            found => found,
        }
    }
}

/// Checks the permission to view all of these kinds, or any kind.
fn permit(caller: &Caller, named: Option<&[&'static Resource]>) -> Result<(), Error> {
    if let Some(named) = named {
        return named.iter().try_for_each(|resource| caller.require(&resource.view).map(|_| ()));
    }
    caller.refuse_deleted()?;
    match kinds::registered().iter().any(|resource| caller.require(&resource.view).is_ok()) {
        true => Ok(()),
        false => {
            let names = kinds::registered().iter().flat_map(|resource| resource.view.names());
            Err(Error::Forbidden { required: names.collect() })
        }
    }
}

/// An event of `recordChanged`.
struct Changed {
    event: VisibleEvent,
    record: Option<Arc<Record>>,
}

impl Object for Changed {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "position" => to.value(Position::of(self.event.event()).encode()),
            "event" => to.object(field, &self.event),
            "record" => to.optional(field, self.record.as_deref()),
            _ => to.unknown(field),
        }
    }
}
