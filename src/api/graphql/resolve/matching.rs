//! Mutations of the records that match a filter. They may run in batches, whose progress can be read.

use async_graphql::{
    Value,
    registry::{MetaInputValue, MetaType, Registry},
};

use super::{
    arguments::{REASON, object as fields_of, optional_text, uuid, with_reason},
    lists::filter,
    trash::{self, filter_arguments},
};
use crate::{
    api::graphql::{
        execute::{Context, Object, view},
        schema::{add_types, choice, input, object, payload_of, reason},
    },
    error::{Code, Error},
    operations::{
        bulk::{self, Changed, Matches, Preview, Progress, RunState, change_matching},
        rows::read::Filter,
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
    let arguments = filter.into_iter().chain([confirm, reason()]).collect();
    (arguments, payload_of(name, Changed::fields(true)))
}

/// The argument and payload type of the mutation that ends an operation.
pub fn describe_cancel(name: &str) -> (Vec<MetaInputValue>, MetaType) {
    let id = input("operationId", "UUID!", "The id of the operation.");
    (vec![id], payload_of(name, Changed::fields(false)))
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

view! { Changed, (previews: bool), |it, field, to| {
    "preview" [previews]: "BulkPreview", "What would be done; null with `confirm`."
        => match it {
            Self::Preview(preview) => to.object(field, preview),
            Self::Progress(_) => to.null(),
        };
    "operationId": "UUID",
        "The id of the operation, which `operation` and `undo` take; null if nothing changed."
        => to.value(progress(it).and_then(|it| it.operation));
    "progress": "BulkProgress", progress_of(previews) => to.optional(field, progress(it));
} }

const fn progress(changed: &Changed) -> Option<&Progress> {
    match changed {
        Changed::Preview(_) => None,
        Changed::Progress(progress) => Some(progress),
    }
}

const fn progress_of(previews: bool) -> &'static str {
    if previews {
        "How far the operation is; null without `confirm`."
    } else {
        "How far the operation was."
    }
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let preview = "What an operation on the records that match a filter would do.";
    let states = RunState::ALL.map(|state| (state.name().to_ascii_uppercase(), state.meaning()));
    let types = [
        object("BulkPreview", preview, Preview::fields()),
        object("BulkCount", "The number of records that have one outcome.", Count::fields()),
        choice("BulkState", "The states of an operation on many records.", states),
        object("BulkProgress", "How far an operation on many records is.", Progress::fields()),
    ];
    add_types(registry, types);
}

view! { Preview, (), |it, field, to| {
    "token": "String!",
        "What `confirm` takes to change these records. Those that match later, or that somebody \
         changes meanwhile, are left alone."
        => to.plain(&it.token);
    "counts": "[BulkCount!]!", "The number of records that match, by what would become of them."
        => to.objects(field, it.counts.iter().map(|count| Count(*count)));
    "samples": "[Record!]!", "The first records that would be changed, at most five."
        => to.objects(field, &it.samples);
} }

/// The number of records with an outcome.
struct Count((Option<Code>, i64));

view! { Count, (), |it, field, to| {
    "errorCode": "ErrorCode", "The error that the records would have; null if they would change."
        => to.value(it.0.0.map(|it| it.as_str()));
    "count": "Int!", "The number of records." => to.value(it.0.1);
} }

view! { Progress, (), |it, field, to| {
    "state": "BulkState!", "Whether batches follow, all are done, or it was ended."
        => to.choice(it.state.name());
    "total": "Int!", "How many records it was to change when it started." => to.value(it.total);
    "changed": "Int!", "How many records it has changed." => to.value(it.changed);
    "refused": "Int!",
        "How many it has left alone, because somebody changed them meanwhile, or the caller no longer \
         may."
        => to.value(it.refused);
    "startedAt": "DateTime!", "When the operation started." => to.time(it.started_at);
    "endedAt": "DateTime", "When the operation ended; null while it runs." => to.value(it.ended_at);
    "errorCode": "ErrorCode", "The error that interrupted the operation; null without one."
        => to.value(it.error.map(|it| it.as_str()));
} }
