//! Resolves `operation`: what an operation changed.

use crate::{
    api::graphql::{execute::Context, resolve::arguments::uuid},
    error::Error,
    operations::bulk::{OperationFields, OperationSummary, operation},
};

/// Reads an operation.
pub async fn read(ctx: Context<'_>) -> Result<Option<OperationSummary>, Error> {
    let id = uuid(ctx, "id")?;
    let selects = |field| ctx.field.selection.has(field);
    let wanted = OperationFields { undo: selects("canUndo"), progress: selects("progress") };
    operation(ctx.app, ctx.call, id, wanted).await
}
