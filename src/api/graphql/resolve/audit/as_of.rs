//! Resolves `recordAsOf`.

use async_graphql::registry::{MetaField, Registry};
use serde_json::{Map, Value as Json};

use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::{
            arguments::{text, timestamp},
            records::global_id,
        },
        schema::{
            DATE_TIME, JSON_OBJECT, KIND, add_types, field, input, kind_name, object,
            with_arguments,
        },
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
            format!("{DATE_TIME}!"),
            "The time as of which the record is read, such as `2026-03-01T12:00:00Z`.",
        ),
    ];
    with_arguments(field(name, AS_OF, ""), arguments)
}

/// Registers the type.
pub fn register(registry: &mut Registry) {
    let fields = [
        field("id", "ID!", "Global id of the record."),
        field("kind", format!("{KIND}!"), "The kind of the record."),
        field("at", format!("{DATE_TIME}!"), "The time as of which the record was read."),
        field("label", "String", "The label that the record had: its name, title, address or key."),
        field("isDeleted", "Boolean!", "Whether the record was deleted."),
        field(
            "values",
            format!("{JSON_OBJECT}!"),
            "Its fields, by the names that records have: all but `version` and `updatedAt`.",
        ),
    ];
    let as_of = object(AS_OF, "A record as it was at a time, from its history.", fields);
    add_types(registry, [as_of]);
}

/// Reads a record as it was.
pub async fn read(ctx: Context<'_>) -> Result<Option<Box<dyn Object>>, Error> {
    let selection = global_id::decode(&text(ctx, "id")?);
    let at = timestamp(ctx, AT)?.ok_or_else(|| Error::bad_request("at must be a DateTime"))?;
    let found = record_as_of(ctx.app, ctx.call, selection, at).await?;
    Ok(found.map(|it| Box::new(it) as Box<dyn Object>))
}

impl Object for AsOf {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "id" => to.plain(&global_id::encode(self.resource, self.id)),
            "kind" => to.plain(&kind_name(self.resource)),
            "at" => to.time(self.at),
            "label" => to.value(self.label()),
            "isDeleted" => to.value(self.is_deleted()),
            "values" => {
                let values =
                    self.values.iter().map(|(name, value)| (camel_case(name), value.clone()));
                to.value(values.collect::<Map<String, Json>>());
            }
            _ => to.unknown(field),
        }
    }
}
