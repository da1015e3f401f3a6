//! Resolves `recordAsOf` and `revert`: the values that records had earlier.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType};

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::{
            arguments::{expected, text, timestamp, with_reason},
            records::global_id,
        },
        schema::{expected_version, field, input, payload_of, reason, view_fields, with_arguments},
    },
    error::Error,
    operations::records::{AsOf, Reverted, record_as_of, revert as operation},
    views::View,
};

/// The type of a record as it was at a time.
const AS_OF: &str = "RecordAsOf";
/// The argument with the time.
const AT: &str = "at";

/// Describes the query.
pub fn describe_as_of(name: &str) -> MetaField {
    let arguments = [
        input("id", "ID!", "Global id of the record."),
        input(
            AT,
            "DateTime!",
            "The time as of which the record is read, such as `2026-03-01T12:00:00Z`.",
        ),
    ];
    with_arguments(field(name, AS_OF, ""), arguments)
}

/// Reads a record as it was.
pub async fn read_as_of(ctx: Context<'_>) -> Result<Option<AsOf>, Error> {
    let selection = global_id::decode(&text(ctx, "id")?);
    let at = timestamp(ctx, AT)?.ok_or_else(|| Error::bad_request("at must be a DateTime"))?;
    record_as_of(ctx.app, ctx.call, selection, at).await
}

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
    Ok(Box::new(operation(ctx.app, &call, event, expected, &ctx.field.projections()).await?))
}
