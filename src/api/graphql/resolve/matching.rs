//! Mutations of the records that match a filter. They may run in batches, whose progress can be read.

use async_graphql::{
    Value,
    registry::{MetaInputValue, MetaType, Registry},
};

use super::{
    arguments::{given, object as fields_of, uuid, with_reason},
    lists::filter,
};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        schema::{REASON, add_types, arguments, choice, input, payload_of, reason, view_fields},
    },
    error::Error,
    operations::{
        bulk::{self, Changed, Matches, RunState, change_matching},
        rows::read::Filter,
    },
    parameters::{CONFIRM, of_matching, trash_of},
    resources::{Matching, Resource},
    views::View,
};

/// The arguments and the payload type of a mutation.
pub fn describe(name: &str, matching: Matching) -> (Vec<MetaInputValue>, MetaType) {
    let filter = match matching {
        Matching::Delete(resource) | Matching::Restore(resource) => vec![input(
            "where",
            format!("{}Filter!", resource.name),
            "The filter that the records match; `{}` for all.",
        )],
        Matching::Trash => Vec::new(),
    };
    let more = of_matching(matching).iter().flat_map(arguments).chain([reason()]);
    (filter.into_iter().chain(more).collect(), payload_of(name, view_fields(Changed::about())))
}

/// The argument and payload type of the mutation that ends an operation.
pub fn describe_cancel(name: &str) -> (Vec<MetaInputValue>, MetaType) {
    let id = input("operationId", "UUID!", "The id of the operation.");
    let fields = view_fields(Changed::about()).filter(|it| it.name != "preview");
    (vec![id], payload_of(name, fields))
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, matching: Matching) -> Result<Box<dyn Object>, Error> {
    check_literal(ctx)?;
    let given = given(ctx, of_matching(matching))?;
    let matches = match matching {
        Matching::Delete(resource) => Matches::live(resource, Some(filter_of(ctx, resource)?)),
        Matching::Restore(resource) => Matches::deleted(resource, Some(filter_of(ctx, resource)?)),
        Matching::Trash => Matches::Trash(trash_of(&given)),
    };
    let (call, projections) = (with_reason(ctx)?, ctx.projections());
    let confirm = given.text(CONFIRM);
    Ok(Box::new(change_matching(ctx.app, &call, matches, confirm, &projections).await?))
}

/// Checks that nothing in the filter is unset: a variable that was forgotten would match all (D35).
fn check_literal(ctx: Context<'_>) -> Result<(), Error> {
    let mut filters = ctx.literals().filter(|(name, _)| ![CONFIRM, REASON].contains(name));
    let unset = filters.find_map(|(name, value)| unset_in(name, &value));
    unset.map_or(Ok(()), |place| Err(Error::unset(&place)))
}

/// The place in a filter that says nothing. An empty `where` is written on purpose.
fn unset_in(place: &str, value: &Value) -> Option<String> {
    let is_empty = match value {
        Value::List(items) => {
            items.is_empty() && (place.ends_with(".and") || place.ends_with(".or"))
        }
        Value::Object(fields) => fields.is_empty() && place != "where",
        value => *value == Value::Null,
    };
    match value {
        _ if is_empty => Some(place.to_owned()),
        Value::List(items) => items.iter().find_map(|item| unset_in(place, item)),
        Value::Object(fields) => {
            fields.iter().find_map(|(name, value)| unset_in(&format!("{place}.{name}"), value))
        }
        _ => None,
    }
}

fn filter_of(ctx: Context<'_>, resource: &'static Resource) -> Result<Filter, Error> {
    filter(resource, &fields_of(ctx, "where")?)
}

/// Ends an operation.
pub async fn cancel(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let operation = uuid(ctx, "operationId")?;
    Ok(Box::new(Changed::Progress(bulk::cancel(ctx.app, ctx.call, operation).await?)))
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let states = RunState::ALL.map(|state| (state.name().to_ascii_uppercase(), state.meaning()));
    let states = choice("BulkState", "The states of an operation on many records.", states);
    add_types(registry, [states]);
}
