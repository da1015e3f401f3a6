//! `recordChanged`.

use async_graphql::{
    Context, Value,
    registry::{MetaField, Registry},
};
use entity::record_event::Model as Event;
use std::{borrow::Cow, collections::HashSet, sync::Arc};

use super::{
    arguments,
    follower::{Follower, patiently},
    subscription::{Shown, call},
};
use crate::{
    api::graphql::{
        resolve::{
            audit::{EVENT, Told},
            look_ahead::projection,
            select::{Answer, Object},
        },
        schema::{KIND, NODE, field, input, object, with_arguments},
    },
    app::App,
    auth::Caller,
    error::Error,
    kinds,
    operations::{
        audit::in_sight,
        records::{Record, Target, read},
    },
    resources::{Key, Resource},
    store::feed::Position,
};

/// The name of the field.
pub const NAME: &str = "recordChanged";
/// The type of what it shows.
const RECORD_CHANGED: &str = "RecordChanged";

/// Describes the field, and makes its type known.
pub fn describe(registry: &mut Registry) -> MetaField {
    let changed = object(
        RECORD_CHANGED,
        "A change of a record.",
        [
            field("position", "String!", "Where it stands in the order of events, for `after`."),
            field("event", format!("{EVENT}!"), "What was done."),
            field(
                "record",
                NODE,
                "The record as it is now; null when the caller does not see it any more.",
            ),
        ],
    );
    registry.types.insert(RECORD_CHANGED.to_owned(), changed);
    with_arguments(
        field(
            NAME,
            format!("{RECORD_CHANGED}!"),
            "What happens to the records that the caller may view. Takes, for each kind that is \
             named, the permission that the kind's own query takes; for own records, those that \
             were the caller's when it happened.",
        ),
        [
            input("kinds", format!("[{KIND}!]"), "Only records of these kinds."),
            input("ids", "[ID!]", "Only these records, by their global ids; at most 500."),
            arguments::after(),
        ],
    )
}

/// Follows changes of records.
pub struct Changes {
    app: Arc<App>,
    follower: Follower,
    kinds: Option<Vec<&'static Resource>>,
    ids: Option<HashSet<(&'static str, i64)>>,
}

impl Changes {
    /// Begins, for whoever may view what is wanted.
    pub async fn begin(ctx: &Context<'_>) -> Result<Self, Error> {
        let (kinds, ids) = (arguments::kinds(ctx)?, arguments::ids(ctx)?);
        let of_ids = ids.iter().flatten().map(|(resource, _)| *resource);
        let named: Option<Vec<_>> = match &kinds {
            Some(kinds) => Some(kinds.iter().copied().chain(of_ids).collect()),
            None => ids.is_some().then(|| of_ids.collect()),
        };
        permit(&*call(ctx)?, named.as_deref())?;
        let ids = ids.map(|ids| ids.iter().map(|(resource, id)| (resource.name, *id)).collect());
        let app = Arc::clone(ctx.data_unchecked::<Arc<App>>());
        Ok(Self { app, follower: Follower::begin(ctx).await?, kinds: named, ids })
    }

    /// The next change that the caller may see.
    pub async fn next(&mut self, ctx: &Context<'_>) -> Result<Shown, Error> {
        loop {
            let event = self.follower.next().await?;
            let call = call(ctx)?;
            permit(&call, self.kinds.as_deref())?;
            let Some(resource) = self.wanted(&event) else { continue };
            if !in_sight(&call, resource, &event) {
                continue;
            }
            let record = match ctx.look_ahead().field("record").exists() {
                true => self.record(ctx, &call, resource, &event).await?,
                false => None,
            };
            let told = Told::to(&call, event);
            return Ok((call, Box::new(Changed { told, record })));
        }
    }

    /// The kind of the event's record, if it is one of those that are wanted.
    fn wanted(&self, event: &Event) -> Option<&'static Resource> {
        let is_its = |resource: &&Resource| resource.name == event.kind;
        let resource = match &self.kinds {
            Some(kinds) => kinds.iter().copied().find(is_its)?,
            None => kinds::all().iter().find(is_its)?,
        };
        let named = |ids: &HashSet<_>| ids.contains(&(resource.name, event.record_id));
        self.ids.as_ref().is_none_or(named).then_some(resource)
    }

    async fn record(
        &self,
        ctx: &Context<'_>,
        caller: &Caller,
        resource: &'static Resource,
        event: &Event,
    ) -> Result<Option<Record>, Error> {
        let find = || {
            let target = Target { resource, key: Some(Key::Id(event.record_id)) };
            read::find(&self.app, caller, target, projection(ctx, resource))
        };
        match patiently(find).await {
            // It is no longer the caller's.
            Err(Error::Forbidden { .. }) => Ok(None),
            found => found,
        }
    }
}

/// Lets through whoever may view records of all the kinds that are named, or else of any.
fn permit(caller: &Caller, named: Option<&[&'static Resource]>) -> Result<(), Error> {
    if let Some(named) = named {
        return named.iter().try_for_each(|resource| caller.require(&resource.view).map(|_| ()));
    }
    caller.refuse_deleted()?;
    match kinds::all().iter().any(|resource| caller.require(&resource.view).is_ok()) {
        true => Ok(()),
        false => {
            let names = kinds::all().iter().flat_map(|resource| resource.view.names());
            Err(Error::Forbidden { required: names.collect() })
        }
    }
}

/// A change of a record.
struct Changed {
    told: Told,
    record: Option<Record>,
}

impl Object for Changed {
    fn type_name(&self) -> Cow<'_, str> {
        RECORD_CHANGED.into()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        match (name, &self.record) {
            ("position", _) => Answer::Ready(Position::of(self.told.event()).encode().into()),
            ("event", _) => Answer::Object(Box::new(&self.told)),
            (_, Some(record)) => Answer::Object(Box::new(record)),
            (_, None) => Answer::Ready(Value::Null),
        }
    }
}
