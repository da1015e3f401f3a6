//! Resolves `recordAsOf`.

use async_graphql::registry::{MetaField, MetaType};
use serde_json::{Map, Value as Json};

use crate::{
    api::graphql::{
        execute::{Context, Object, view},
        resolve::{
            arguments::{text, timestamp},
            records::global_id,
        },
        schema::{field, input, kind_name, object, with_arguments},
    },
    error::Error,
    operations::records::{AsOf, record_as_of},
    resources::camel_case,
};

/// The type of a record as it was at a time.
const AS_OF: &str = "RecordAsOf";
/// The argument with the time.
const AT: &str = "at";

/// Describes the query.
pub fn describe(name: &str) -> MetaField {
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
pub async fn read(ctx: Context<'_>) -> Result<Option<Box<dyn Object>>, Error> {
    let selection = global_id::decode(&text(ctx, "id")?);
    let at = timestamp(ctx, AT)?.ok_or_else(|| Error::bad_request("at must be a DateTime"))?;
    let found = record_as_of(ctx.app, ctx.call, selection, at).await?;
    Ok(found.map(|it| Box::new(it) as Box<dyn Object>))
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
