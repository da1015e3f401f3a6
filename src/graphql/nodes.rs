//! Several records at once, by their global ids.

use std::collections::HashMap;

use async_graphql::{Context, Value};
use futures_util::future::join_all;

use super::{arguments::texts, look_ahead::reading, node_id, refusal::refuse, select::show};
use crate::{
    access::Caller,
    app::App,
    failure::Failure,
    operations::{self, Found, Record},
    resources::{self, Resource},
};

/// Most ids at once.
const MOST: usize = 100;

/// What was found, in the order of the ids.
pub struct Nodes {
    /// What each id stands for; `None` for a text that is no global id.
    ids: Vec<Option<(&'static Resource, i64)>>,
    /// What was found of each kind, by the kind's name.
    found: HashMap<&'static str, Result<HashMap<i64, Found>, Failure>>,
    /// What is told of a text that is no global id.
    unknown: Result<(), Failure>,
}

/// Reads the records that the argument names, each kind in one statement.
pub async fn read(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Nodes, Failure> {
    let ids = texts(ctx, "ids")?;
    if ids.len() > MOST {
        return Err(Failure::bad_request(format!("ids may name at most {MOST} records")));
    }
    let ids: Vec<_> = ids.iter().map(|id| node_id::decode(id)).collect();
    let kinds = resources::all().iter().filter_map(|resource| {
        let of_kind = ids.iter().flatten().filter(|(kind, _)| kind.name == resource.name);
        let numbers: Vec<i64> = of_kind.map(|(_, id)| *id).collect();
        (!numbers.is_empty()).then_some((resource, numbers))
    });
    let reads = kinds.map(async |(resource, numbers)| {
        let reading = reading(ctx, resource);
        (resource.name, operations::find_all(app, caller, resource, &numbers, reading).await)
    });
    let found = join_all(reads).await.into_iter().collect();
    Ok(Nodes { ids, found, unknown: caller.refuse_deleted() })
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
                Err(failure) => refuse(&ctx, failure),
            }
        });
        Value::List(join_all(shown).await)
    }

    fn at(&self, place: usize) -> Result<Option<&Record>, &Failure> {
        let Some((resource, id)) = self.ids[place] else {
            return self.unknown.as_ref().map(|()| None);
        };
        match self.found.get(resource.name) {
            Some(Ok(records)) => match records.get(&id) {
                Some(found) => found.as_ref().map(Option::as_ref),
                None => Ok(None),
            },
            Some(Err(failure)) => Err(failure),
            None => Ok(None),
        }
    }
}
