//! Resolves `operation`: what an operation changed.

use async_graphql::registry::{MetaField, Registry};

use super::visible_event;
use crate::{
    api::graphql::{
        execute::Context,
        resolve::arguments::uuid,
        schema::{add_views, field, input, with_arguments},
    },
    error::Error,
    operations::{
        bulk::{OperationFields, OperationSummary, operation},
        records::AsOf,
    },
    views::View,
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
    add_views(registry, [OperationSummary::about(), AsOf::about()]);
}

/// Reads an operation.
pub async fn read(ctx: Context<'_>) -> Result<Option<OperationSummary>, Error> {
    let id = uuid(ctx, "id")?;
    let selects = |field| ctx.field.selection.has(field);
    let wanted = OperationFields { undo: selects("canUndo"), progress: selects("progress") };
    operation(ctx.app, ctx.call, id, wanted).await
}
