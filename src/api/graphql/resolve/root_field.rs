//! Runs the operations of root fields.

use super::{
    arguments::{body, expected, object, overlap, target, with_reason},
    bulk, by_id, catalogue, matching,
    query::{self, Found},
};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::{accounts, audit, inbox},
    },
    error::Error,
    operations::{
        accounts::enter,
        check_permission,
        records::{
            Fields,
            write::{self, Request},
        },
        work,
    },
    resources::{Act, Action, RecordAct, TargetState},
};

/// Runs an operation. Of a mutation nothing more is run once a field failed in a way that may pass.
pub async fn run(ctx: Context<'_>, action: &'static Action) -> Result<Found, Error> {
    if ctx.app.is_given_up() {
        return Err(Error::Aborted);
    }
    let call = enter(ctx.app, ctx.call, work(&action.act)).await?;
    check_permission(&call, action)?;
    let ctx = ctx.of(&call);
    let payload = match &action.act {
        Act::Read(read) => return query::find(ctx, *read).await,
        Act::Record(act) => record(ctx, act).await,
        Act::ById(act) => by_id::run(ctx, *act).await,
        Act::Revert => audit::revert(ctx).await,
        Act::Bulk(bulk) => bulk::run(ctx, *bulk).await,
        Act::Matching(matching) => matching::run(ctx, *matching).await,
        Act::Cancel => matching::cancel(ctx).await,
        Act::Inbox(act) => inbox::run(ctx, *act).await,
        Act::Import(act) => catalogue::run(ctx, *act).await,
        Act::Account(act) => accounts::run(ctx, act).await,
    };
    if payload.as_ref().is_err_and(Error::is_transient) {
        ctx.app.give_up();
    }
    payload.map(Found::Object)
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
    let shows = ctx.field.selection.of_record(&act.resource.field_name());
    let request = Request { key, fields, expected, overlap, merges: false, shows };
    let projection = ctx.field.projection(act.resource);
    Ok(Box::new(write::run(ctx.app, &with_reason(ctx)?, act, request, projection).await?))
}
