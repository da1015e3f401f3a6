//! Resolves `nodes`: records and events by their global ids.

use async_graphql::{Context, Value};
use futures_util::future::{join, join_all};
use std::collections::HashMap;

use super::{global_id, look_ahead::projection};
use crate::{
    api::graphql::resolve::{
        arguments::texts,
        audit::{self, VisibleEvent},
        error::refuse,
        select::{Object, resolve},
    },
    app::App,
    auth::Caller,
    error::Error,
    kinds,
    operations::records::read::{self, Found},
    resources::Resource,
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
    /// What each id identifies; `None` for a text that is no global id.
    ids: Vec<Option<Named>>,
    /// The records found, by the name of their kind.
    found: HashMap<&'static str, Result<HashMap<i64, Found>, Error>>,
    /// The events found.
    events: Result<HashMap<i64, VisibleEvent>, Error>,
    /// The result for a text that is no global id.
    unknown: Result<(), Error>,
}

/// Reads the records of the argument, each kind in one statement.
pub async fn read(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Nodes, Error> {
    let ids = texts(ctx, "ids")?;
    if ids.len() > MAX_IDS {
        return Err(Error::bad_request(format!("ids may name at most {MAX_IDS} records")));
    }
    let ids: Vec<_> = ids.iter().map(|id| Named::of(id)).collect();
    let kinds = kinds::all().iter().filter_map(|resource| {
        let of_kind = |named: &Named| match named {
            Named::Record(kind, id) => (kind.name == resource.name).then_some(*id),
            Named::Event(_) => None,
        };
        let ids_of_kind: Vec<i64> = ids.iter().flatten().filter_map(of_kind).collect();
        (!ids_of_kind.is_empty()).then_some((resource, ids_of_kind))
    });
    let reads = kinds.map(async |(resource, ids_of_kind)| {
        let projection = projection(ctx, resource);
        (resource.name, read::find_all(app, caller, resource, &ids_of_kind, projection).await)
    });
    let event = |named: &Named| match named {
        Named::Event(id) => Some(*id),
        Named::Record(..) => None,
    };
    let events: Vec<i64> = ids.iter().flatten().filter_map(event).collect();
    let events = async {
        match events.is_empty() {
            true => Ok(HashMap::new()),
            false => audit::some(app, caller, events).await,
        }
    };
    let (found, events) = join(join_all(reads), events).await;
    let found = found.into_iter().collect();
    Ok(Nodes { ids, found, events, unknown: caller.refuse_deleted() })
}

impl Nodes {
    /// Resolves each in its position. An item that fails is null, with an error at that position.
    pub async fn resolve(&self, ctx: &Context<'_>) -> Value {
        // Concurrently, so that the loaders see all keys.
        let values = (0..self.ids.len()).map(async |index| {
            let ctx = ctx.with_index(index);
            match self.at(index) {
                Ok(Some(record)) => resolve(&ctx, record).await,
                Ok(None) => Value::Null,
                Err(error) => refuse(&ctx, error),
            }
        });
        Value::List(join_all(values).await)
    }

    fn at(&self, index: usize) -> Result<Option<&dyn Object>, &Error> {
        let (resource, id) = match &self.ids[index] {
            None => return self.unknown.as_ref().map(|()| None),
            Some(Named::Event(id)) => {
                let events = self.events.as_ref()?;
                return Ok(events.get(id).map(|event| event as &dyn Object));
            }
            Some(Named::Record(resource, id)) => (resource, id),
        };
        match self.found.get(resource.name) {
            Some(Ok(records)) => match records.get(id) {
                Some(found) => {
                    found.as_ref().map(|found| found.as_ref().map(|it| it as &dyn Object))
                }
                None => Ok(None),
            },
            Some(Err(error)) => Err(error),
            None => Ok(None),
        }
    }
}
