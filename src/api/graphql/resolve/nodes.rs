//! Several records at once, by their global ids.

use async_graphql::{Context, Value};
use futures_util::future::{join, join_all};
use std::collections::HashMap;

use super::{
    arguments::texts,
    error::refuse,
    global_id,
    look_ahead::projection,
    select::{Object, show},
};
use crate::{
    api::graphql::resolve::audit::{self, Told},
    app::App,
    auth::Caller,
    error::Error,
    kinds,
    operations::records::read::{self, Found},
    resources::Resource,
};

/// Most ids at once.
const MOST: usize = 100;

/// What a global id stands for.
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

/// What was found, in the order of the ids.
pub struct Nodes {
    /// What each id stands for; `None` for a text that is no global id.
    ids: Vec<Option<Named>>,
    /// What was found of each kind, by the kind's name.
    found: HashMap<&'static str, Result<HashMap<i64, Found>, Error>>,
    /// The events that were found.
    events: Result<HashMap<i64, Told>, Error>,
    /// What is told of a text that is no global id.
    unknown: Result<(), Error>,
}

/// Reads the records that the argument names, each kind in one statement.
pub async fn read(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Nodes, Error> {
    let ids = texts(ctx, "ids")?;
    if ids.len() > MOST {
        return Err(Error::bad_request(format!("ids may name at most {MOST} records")));
    }
    let ids: Vec<_> = ids.iter().map(|id| Named::of(id)).collect();
    let kinds = kinds::all().iter().filter_map(|resource| {
        let of_kind = |named: &Named| match named {
            Named::Record(kind, id) => (kind.name == resource.name).then_some(*id),
            Named::Event(_) => None,
        };
        let numbers: Vec<i64> = ids.iter().flatten().filter_map(of_kind).collect();
        (!numbers.is_empty()).then_some((resource, numbers))
    });
    let reads = kinds.map(async |(resource, numbers)| {
        let projection = projection(ctx, resource);
        (resource.name, read::find_all(app, caller, resource, &numbers, projection).await)
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
    /// Shows each in its place: what is refused is null, with an error of that place.
    pub async fn show(&self, ctx: &Context<'_>) -> Value {
        // All at once, so that a loader sees everything that they ask for.
        let shown = (0..self.ids.len()).map(async |place| {
            let ctx = ctx.with_index(place);
            match self.at(place) {
                Ok(Some(record)) => show(&ctx, record).await,
                Ok(None) => Value::Null,
                Err(error) => refuse(&ctx, error),
            }
        });
        Value::List(join_all(shown).await)
    }

    fn at(&self, place: usize) -> Result<Option<&dyn Object>, &Error> {
        let (resource, id) = match &self.ids[place] {
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
