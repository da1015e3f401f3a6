//! Resolves `recordAsOf` and `revert`: the values that records had earlier.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType};
use serde_json::{Map, Value as Json};

use crate::{
    api::graphql::{
        execute::{Context, Object, view},
        resolve::{
            arguments::{expected, text, timestamp, with_reason},
            records::global_id,
        },
        schema::{
            expected_version, field, input, kind_name, object, payload_of, reason, with_arguments,
        },
    },
    error::Error,
    operations::records::{AsOf, Reverted, record_as_of, revert as operation},
    resources::camel_case,
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

/// The type.
pub(super) fn of_record() -> MetaType {
    object(AS_OF, "A record as it was at a time, from its history.", AsOf::fields())
}

/// Reads a record as it was.
pub async fn read_as_of(ctx: Context<'_>) -> Result<Option<AsOf>, Error> {
    let selection = global_id::decode(&text(ctx, "id")?);
    let at = timestamp(ctx, AT)?.ok_or_else(|| Error::bad_request("at must be a DateTime"))?;
    record_as_of(ctx.app, ctx.call, selection, at).await
}

view! { AsOf, (), |it, field, to| {
    "id": "ID!", "Global id of the record." => to.plain(&global_id::encode(it.resource, it.id));
    "kind": "Kind!", "The kind of the record." => to.plain(&kind_name(it.resource));
    "at": "DateTime!", "The time as of which the record was read." => to.time(it.at);
    "label": "String", "The label that the record had: its name, title, address or key."
        => to.value(it.label());
    "isDeleted": "Boolean!", "Whether the record was deleted." => to.value(it.is_deleted());
    "values": "JSONObject!",
        "Its fields, by the names that records have: all but `version` and `updatedAt`."
        => {
            let values = it.values.iter().map(|(name, value)| (camel_case(name), value.clone()));
            to.value(values.collect::<Map<String, Json>>());
        };
} }

/// The argument with the event.
const EVENT_ID: &str = "eventId";

/// The arguments and the payload type of the mutation.
pub fn describe_revert(name: &str) -> (Vec<MetaInputValue>, MetaType) {
    let event = input(EVENT_ID, "ID!", "Global id of the event.");
    (vec![event, expected_version(), reason()], payload_of(name, Reverted::fields()))
}

/// Runs the mutation.
pub async fn revert(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let (call, expected) = (with_reason(ctx)?, expected(ctx)?);
    let event = global_id::decode_event(&text(ctx, EVENT_ID)?);
    Ok(Box::new(operation(ctx.app, &call, event, expected, &ctx.field.projections()).await?))
}

view! { Reverted, (), |it, field, to| {
    "record": "Record", "The record after the operation; null if the caller may not view it."
        => to.optional(field, it.record.as_ref());
    "changedFields": "[String!]!", "The fields that it changed; none if they had these values already."
        => to.value(it.changed.iter().map(|name| camel_case(name)).collect::<Vec<_>>());
} }
