//! Resolves `recordChanged`.

use async_graphql::{Value, registry::MetaField};

use super::{
    asked::{Asked, after, after_of},
    subscribed::Subscription,
};
use crate::{
    api::graphql::{
        execute::{Context, Outcome},
        resolve::{arguments::named, viewed::Owned},
        schema::{KIND, field, input, read as kind, with_arguments},
    },
    error::Error,
    operations::audit::Followed,
    reads::{self, AskedChanges},
    resources::Resource,
    views::{Described, RecordChange},
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
pub type Changes = reads::Changes<Asked, Outcome>;

/// Begins, after the permission check.
pub async fn begin(ctx: Context<'_>, of: &Subscription) -> Result<Changes, Error> {
    let selection = &ctx.field.selection;
    let asked = AskedChanges {
        of: Followed::new(kinds_of(ctx)?, ids_of(ctx)?),
        after: after_of(ctx)?,
        projections: selection.has("record").then(|| ctx.projections()),
        has_values: OF_VALUES.iter().any(|name| selection.has_within(name)),
        asked: Asked::of(&of.plan, &of.variables),
    };
    Changes::begin(ctx.app, of.current.clone(), asked, of.shared.clone()).await
}

/// The outcome of the next change of a record that the caller may see.
pub async fn next(changes: &mut Changes, of: &Subscription) -> Result<Outcome, Error> {
    let write = |call, change| async move {
        Ok(of.outcome(&call, Box::new(Owned(Box::new(change)))).await)
    };
    changes.next(write).await
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
