//! Resolves mutations.

use super::{
    arguments::{body, expected, object, overlap, target, with_reason},
    bulk, by_id, catalogue, matching,
};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::{accounts, inbox},
    },
    app::Work,
    error::Error,
    kinds::root_field,
    operations::{
        accounts::enter,
        records::{
            Fields,
            write::{self, Request},
        },
    },
    resources::{Act, RecordAct, TargetState},
};

/// Runs the operation of a root field, and returns its payload.
pub async fn run(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    if ctx.app.is_given_up() {
        return Err(Error::Aborted);
    }
    let Some(action) = root_field(&ctx.field.name) else { return Err(Error::Internal) };
    let work = match &action.act {
        Act::Record(_) => Work::OneChange,
        _ => Work::Other,
    };
    let (call, _permit) = enter(ctx.app, ctx.call, work).await?;
    let ctx = ctx.of(&call);
    let payload = match &action.act {
        Act::Read(_) => Err(Error::Internal),
        Act::Record(act) => record(ctx, act).await,
        Act::ById(act) => by_id::run(ctx, *act).await,
        Act::Bulk(bulk) => bulk::run(ctx, *bulk).await,
        Act::Matching(matching) => matching::run(ctx, *matching).await,
        Act::Cancel => matching::cancel(ctx).await,
        Act::Inbox(act) => inbox::run(ctx, *act).await,
        Act::Import(resource, of) => catalogue::run(ctx, resource, of).await,
        Act::Account(act) => accounts::run(ctx, act).await,
    };
    if payload.as_ref().is_err_and(Error::is_transient) {
        ctx.app.give_up();
    }
    payload
}

/// Runs an operation on one record.
async fn record(ctx: Context<'_>, act: &'static RecordAct) -> Result<Box<dyn Object>, Error> {
    let fields = match &act.body {
        Some(of) => body(object(ctx, of.argument)?, of.inputs)?,
        None => Fields::new(),
    };
    let key = match act.target {
        TargetState::New => None,
        TargetState::Live | TargetState::Deleted => target(ctx, act.resource)?.key,
    };
    let (expected, overlap) = (expected(ctx)?, overlap(ctx)?);
    let request = Request { key, fields, expected, overlap, merges: false };
    let projection = ctx.field.projection(act.resource);
    Ok(Box::new(write::run(ctx.app, &with_reason(ctx)?, act, request, projection).await?))
}
