//! The arguments of subscriptions.

use async_graphql::{Value, registry::MetaInputValue};

use crate::{
    api::graphql::{
        execute::Context,
        resolve::arguments::{self, named, optional_text},
        schema::input,
    },
    error::Error,
    operations::audit,
    resources::Resource,
    store::feed::Position,
};

/// Most kinds or ids of one subscription.
const MAX_ITEMS: usize = 500;

/// What the position of an event is.
pub const POSITION: &str = "The position in the order of events, which `after` takes.";

/// Describes `after`.
pub fn after() -> MetaInputValue {
    input(
        "after",
        "String",
        "The `position` of the last event that the account was sent, to resume without loss or \
         duplicates; left out or null: from now on. `0` is the beginning, for callers who may audit \
         all records.",
    )
}

/// The position to start after. Without `after` it is the end of the feed.
pub async fn start(ctx: Context<'_>) -> Result<Position, Error> {
    match optional_text(ctx, "after")? {
        Some(text) => audit::position(ctx.app, ctx.call, &text).await,
        None => audit::now(ctx.app).await,
    }
}

/// The kinds in the arguments; `None` for any.
pub fn kinds(ctx: Context<'_>) -> Result<Option<Vec<&'static Resource>>, Error> {
    list(ctx, "kinds")?;
    arguments::kinds(ctx)
}

/// The records in the arguments; `None` for any.
pub fn ids(ctx: Context<'_>) -> Result<Option<Vec<(&'static Resource, i64)>>, Error> {
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
