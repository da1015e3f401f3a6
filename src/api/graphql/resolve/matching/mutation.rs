//! Mutations of the records that match a filter.

use async_graphql::{
    Value,
    registry::{MetaField, MetaInputValue, MetaType},
};

use super::{preview::PREVIEW, progress::progress_field};
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::{
            arguments::{REASON, object as fields_of, optional_text, uuid, with_reason},
            lists::filter,
            trash::{self, filter_arguments},
        },
        schema::{UUID, field, input, payload_of, reason},
    },
    error::Error,
    operations::{
        bulk::{self, Changed, Matches, change_matching},
        records::read::Filter,
    },
    resources::{Matching, Resource},
};

/// The argument with the token of a preview.
const CONFIRM: &str = "confirm";

/// The arguments and the payload type of a mutation.
pub fn describe(name: &str, matching: Matching) -> (Vec<MetaInputValue>, MetaType) {
    let filter = match matching {
        Matching::Delete(resource) | Matching::Restore(resource) => vec![input(
            "where",
            format!("{}Filter!", resource.name),
            "The filter that the records match; `{}` for all.",
        )],
        Matching::Trash => filter_arguments().into(),
    };
    let confirm = "The token of a preview of the same request; a preview if absent.";
    let confirm = input(CONFIRM, "String", confirm);
    let fields = [
        field("preview", PREVIEW, "What would be done; null with `confirm`."),
        operation_id(),
        progress_field("How far the operation is; null without `confirm`."),
    ];
    let arguments = filter.into_iter().chain([confirm, reason()]).collect();
    (arguments, payload_of(name, fields))
}

/// The argument and payload type of the mutation that ends an operation.
pub fn describe_cancel(name: &str) -> (Vec<MetaInputValue>, MetaType) {
    let id = input("operationId", format!("{UUID}!"), "The id of the operation.");
    let progress = progress_field("How far the operation was.");
    let fields = [operation_id(), progress];
    (vec![id], payload_of(name, fields))
}

fn operation_id() -> MetaField {
    let description = "The id of the operation, which `operation` and `undo` take; null if nothing \
                       changed.";
    field("operationId", UUID, description)
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, matching: Matching) -> Result<Box<dyn Object>, Error> {
    check_literal(ctx)?;
    let matches = match matching {
        Matching::Delete(resource) => Matches::live(resource, Some(filter_of(ctx, resource)?)),
        Matching::Restore(resource) => Matches::deleted(resource, Some(filter_of(ctx, resource)?)),
        Matching::Trash => Matches::Trash(trash::filter(ctx)?),
    };
    let confirm = optional_text(ctx, CONFIRM)?;
    let (call, projections) = (with_reason(ctx)?, ctx.field.projections());
    let confirm = confirm.as_deref();
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

impl Object for Changed {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let (preview, progress) = match self {
            Self::Preview(preview) => (Some(preview), None),
            Self::Progress(progress) => (None, Some(progress)),
        };
        match field.name.as_str() {
            "preview" => to.optional(field, preview),
            "operationId" => to.value(progress.and_then(|it| it.operation)),
            "progress" => to.optional(field, progress),
            _ => to.unknown(field),
        }
    }
}
