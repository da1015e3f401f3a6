//! Resolves `revert`.

use async_graphql::registry::{MetaInputValue, MetaType};
use std::borrow::Cow;

use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::{
            arguments::{expected, text, with_reason},
            records::global_id,
        },
        schema::{RECORD, expected_version, field, input, object, payload_type, reason},
    },
    error::Error,
    operations::records::{Reverted, revert},
    resources::camel_case,
};

/// The argument with the event.
const EVENT_ID: &str = "eventId";

/// The arguments and the payload type of the mutation.
pub fn describe(name: &str) -> (Vec<MetaInputValue>, MetaType) {
    let fields = [
        field(
            "record",
            RECORD,
            "The record after the operation; null if the caller may not view it.",
        ),
        field(
            "changedFields",
            "[String!]!",
            "The fields that it changed; none if they had these values already.",
        ),
    ];
    let payload = object(&payload_type(name), format!("The result of `{name}`."), fields);
    let event = input(EVENT_ID, "ID!", "Global id of the event.");
    (vec![event, expected_version(), reason()], payload)
}

/// Runs the mutation.
pub async fn run(ctx: Context<'_>, name: &str) -> Result<Box<dyn Object>, Error> {
    let (call, expected) = (with_reason(ctx)?, expected(ctx)?);
    let event = global_id::decode_event(&text(ctx, EVENT_ID)?);
    let reverted = revert(ctx.app, &call, event, expected, &ctx.field.projections()).await?;
    Ok(Box::new(Payload { type_name: payload_type(name), reverted }))
}

/// The payload of the mutation.
struct Payload {
    type_name: String,
    reverted: Reverted,
}

impl Object for Payload {
    fn type_name(&self) -> Cow<'_, str> {
        self.type_name.as_str().into()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let Reverted { record, changed } = &self.reverted;
        match field.name.as_str() {
            "record" => to.optional(field, record.as_ref()),
            "changedFields" => {
                to.value(changed.iter().map(|name| camel_case(name)).collect::<Vec<_>>());
            }
            _ => to.unknown(field),
        }
    }
}
