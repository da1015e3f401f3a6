//! Resolves `nodes`: records and events by their global ids.

use futures_util::future::{join, join_all};
use std::collections::HashMap;

use super::global_id;
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::{arguments::texts, audit},
    },
    error::Error,
    operations::rows::read::{self, FindResult},
    resources::Resource,
    views::VisibleEvent,
};

/// Most ids of one query.
const MAX_IDS: usize = 100;

/// What a global id identifies.
enum Named {
    Record(&'static Resource, i64),
    Event(i64),
}

impl Named {
    fn of(id: &str) -> Option<Self> {
        let record = global_id::decode(id).map(|(resource, id)| Self::Record(resource, id));
        record.or_else(|| global_id::decode_event(id).map(Self::Event))
    }
}

/// The result of `nodes`, in the order of the ids.
pub struct Nodes {
    /// What each id identifies. `None`: a text that is no global id.
    ids: Vec<Option<Named>>,
    /// The records found, by the name of their kind.
    found: HashMap<&'static str, Result<HashMap<i64, FindResult>, Error>>,
    /// The events found.
    events: Result<HashMap<i64, VisibleEvent>, Error>,
    /// The result for a text that is no global id.
    unknown: Result<(), Error>,
}

/// Reads the records of the argument, each kind in one statement.
pub async fn read(ctx: Context<'_>) -> Result<Nodes, Error> {
    let ids = texts(ctx, "ids")?;
    if ids.len() > MAX_IDS {
        return Err(Error::bad_request(format!("ids may name at most {MAX_IDS} records")));
    }
    let ids: Vec<_> = ids.iter().map(|id| Named::of(id)).collect();
    let mut kinds: HashMap<&str, (&'static Resource, Vec<i64>)> = HashMap::new();
    let mut events = Vec::new();
    for named in ids.iter().flatten() {
        match named {
            Named::Record(resource, id) => {
                kinds.entry(resource.name).or_insert((resource, Vec::new())).1.push(*id);
            }
            Named::Event(id) => events.push(*id),
        }
    }
    let reads = kinds.into_values().map(async |(resource, ids)| {
        let projection = ctx.field.projection(resource);
        (resource.name, read::find_all(ctx.app, ctx.call, resource, &ids, projection).await)
    });
    let events = async {
        if events.is_empty() { Ok(HashMap::new()) } else { audit::some(ctx, events).await }
    };
    let (found, events) = join(join_all(reads), events).await;
    let found = found.into_iter().collect();
    Ok(Nodes { ids, found, events, unknown: ctx.call.refuse_deleted() })
}

impl Nodes {
    /// Writes each in its position. An item that fails is null, with an error at that position.
    pub fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        to.list(&self.ids, |to, named| match self.find(named.as_ref()) {
            Ok(object) => to.optional(field, object),
            Err(error) => to.refuse(field, error),
        });
    }

    fn find(&self, named: Option<&Named>) -> Result<Option<&dyn Object>, &Error> {
        let (resource, id) = match named {
            None => return self.unknown.as_ref().map(|()| None),
            Some(Named::Event(id)) => {
                let events = self.events.as_ref()?;
                return Ok(events.get(id).map(|event| event as &dyn Object));
            }
            Some(Named::Record(resource, id)) => (resource, id),
        };
        let records = self.found.get(resource.name).map(Result::as_ref).transpose()?;
        let found = records.and_then(|records| records.get(id)).map(Result::as_ref).transpose()?;
        Ok(found.and_then(Option::as_ref).map(|record| record as &dyn Object))
    }
}
