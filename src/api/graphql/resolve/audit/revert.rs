//! Resolves `revert`.

use async_graphql::registry::{MetaInputValue, MetaType};

use crate::{
    api::graphql::{
        execute::{Context, Object, view},
        resolve::{
            arguments::{expected, text, with_reason},
            records::global_id,
        },
        schema::{expected_version, input, payload_of, reason},
    },
    error::Error,
    operations::records::{Reverted, revert},
    resources::camel_case,
};

/// The argument with the event.
const EVENT_ID: &str = "eventId";

/// The arguments and the payload type of the mutation.
pub fn describe(name: &str) -> (Vec<MetaInputValue>, MetaType) {
    let event = input(EVENT_ID, "ID!", "Global id of the event.");
    (vec![event, expected_version(), reason()], payload_of(name, Reverted::fields()))
}

/// Runs the mutation.
pub async fn run(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let (call, expected) = (with_reason(ctx)?, expected(ctx)?);
    let event = global_id::decode_event(&text(ctx, EVENT_ID)?);
    Ok(Box::new(revert(ctx.app, &call, event, expected, &ctx.field.projections()).await?))
}

view! { Reverted, (), |it, field, to| {
    "record": "Record", "The record after the operation; null if the caller may not view it."
        => to.optional(field, it.record.as_ref());
    "changedFields": "[String!]!", "The fields that it changed; none if they had these values already."
        => to.value(it.changed.iter().map(|name| camel_case(name)).collect::<Vec<_>>());
} }
