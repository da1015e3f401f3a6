//! Resolves `operation`: what an operation changed.

use async_graphql::registry::{MetaField, Registry};

use super::{earlier::of_record, visible_event};
use crate::{
    api::graphql::{
        execute::{Context, view},
        resolve::arguments::uuid,
        schema::{add_types, event_kind_name, field, input, object, with_arguments},
    },
    error::Error,
    operations::bulk::{MAX_EVENTS, OperationFields, OperationSummary, operation},
};

/// The type of an operation.
const OPERATION: &str = "Operation";

/// Describes the query.
pub fn describe(name: &str) -> MetaField {
    let id = input("id", "UUID!", "Id of the operation, as payloads and events have it.");
    with_arguments(field(name, OPERATION, ""), [id])
}

/// Registers the types of events, operations and earlier records.
pub fn register(registry: &mut Registry) {
    visible_event::register(registry);
    let operation = "An operation: a request, or a command of an operator, that changed records.";
    let types = [
        object(OPERATION, operation, OperationSummary::fields()),
        object("KindCount", "The number of events of records of a kind.", KindCount::fields()),
        of_record(),
    ];
    add_types(registry, types);
}

/// Reads an operation.
pub async fn read(ctx: Context<'_>) -> Result<Option<OperationSummary>, Error> {
    let id = uuid(ctx, "id")?;
    let selects = |field| ctx.field.selection.has(field);
    let wanted = OperationFields { undo: selects("canUndo"), progress: selects("progress") };
    operation(ctx.app, ctx.call, id, wanted).await
}

view! { OperationSummary, (), |it, field, to| {
    "id": "UUID!", "Id of the operation." => to.uuid(it.id);
    "actor": "Actor", "The account that acted; null for the system itself."
        => to.account(field, it.actor);
    "createdAt": "DateTime!", "When the operation started." => to.time(it.created_at);
    "counts": "[KindCount!]!",
        &format!("The number of events of each kind that concern the caller. At most {MAX_EVENTS} \
                  events of the operation are counted.")
        => to.objects(field, it.counts.iter().map(|count| KindCount(*count)));
    "canUndo": "Boolean!", "Whether `undo` by the caller would delete or restore a record."
        => to.value(it.can_undo);
    "progress": "BulkProgress",
        "How far it is, if it runs in batches or did, to its caller and to those who may audit all \
         records."
        => to.optional(field, it.progress.as_ref());
} }

/// The number of events of a kind.
struct KindCount((&'static str, i64));

view! { KindCount, (), |it, field, to| {
    "kind": "Kind!", "The kind of the changed records." => to.plain(&event_kind_name(it.0.0));
    "count": "Int!", "The number of events." => to.value(it.0.1);
} }
