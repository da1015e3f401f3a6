//! Resolves `recordAsOf` and `revert`: the values that records had earlier.

use async_graphql::registry::{MetaInputValue, MetaType};

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::arguments::{expected, text, with_reason},
        schema::{expected_version, input, payload_of, reason, view_fields},
    },
    error::Error,
    kinds::global_id,
    operations::records::{Reverted, revert as operation},
    views::View,
};

/// The argument with the event.
const EVENT_ID: &str = "eventId";

/// The arguments and the payload type of the mutation.
pub fn describe_revert(name: &str) -> (Vec<MetaInputValue>, MetaType) {
    let event = input(EVENT_ID, "ID!", "Global id of the event.");
    (vec![event, expected_version(), reason()], payload_of(name, view_fields(Reverted::about())))
}

/// Runs the mutation.
pub async fn revert(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let (call, expected) = (with_reason(ctx)?, expected(ctx)?);
    let event = global_id::decode_event(&text(ctx, EVENT_ID)?);
    Ok(Box::new(operation(ctx.app, &call, event, expected, &ctx.projections()).await?))
}
