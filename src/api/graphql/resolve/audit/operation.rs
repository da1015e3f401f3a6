//! Resolves `operation`: what an operation changed.

use async_graphql::registry::{MetaField, Registry};

use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::{arguments::uuid, matching::progress_field},
        schema::{
            ACTOR, DATE_TIME, KIND, UUID, add_types, event_kind_name, field, input, object,
            with_arguments,
        },
    },
    error::Error,
    operations::records::{MAX_EVENTS, OperationFields, OperationSummary, operation},
};

/// The type of an operation.
const OPERATION: &str = "Operation";
/// The type of the number of events of a kind.
const KIND_COUNT: &str = "KindCount";

/// Describes the query.
pub fn describe(name: &str) -> MetaField {
    let id =
        input("id", format!("{UUID}!"), "Id of the operation, as payloads and events have it.");
    with_arguments(field(name, OPERATION, ""), [id])
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let counts = format!(
        "The number of events of each kind that concern the caller. At most {MAX_EVENTS} events of \
         the operation are counted."
    );
    let operation = object(
        OPERATION,
        "An operation: a request, or a command of an operator, that changed records.",
        [
            field("id", format!("{UUID}!"), "Id of the operation."),
            field("actor", ACTOR, "The account that acted; null for the system itself."),
            field("createdAt", format!("{DATE_TIME}!"), "When the operation started."),
            field("counts", format!("[{KIND_COUNT}!]!"), &counts),
            field(
                "canUndo",
                "Boolean!",
                "Whether `undo` by the caller would delete or restore a record.",
            ),
            progress_field(
                "How far it is, if it runs in batches or did, to its caller and to those who may \
                 audit all records.",
            ),
        ],
    );
    let count = object(
        KIND_COUNT,
        "The number of events of records of a kind.",
        [
            field("kind", format!("{KIND}!"), "The kind of the changed records."),
            field("count", "Int!", "The number of events."),
        ],
    );
    add_types(registry, [operation, count]);
}

/// Reads an operation.
pub async fn read(ctx: Context<'_>) -> Result<Option<Box<dyn Object>>, Error> {
    let id = uuid(ctx, "id")?;
    let selects = |field| ctx.field.selection.has(field);
    let wanted = OperationFields { undo: selects("canUndo"), progress: selects("progress") };
    let found = operation(ctx.app, ctx.call, id, wanted).await?;
    Ok(found.map(|operation| Box::new(operation) as Box<dyn Object>))
}

impl Object for OperationSummary {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "id" => to.uuid(self.id),
            "actor" => to.account(field, self.actor),
            "createdAt" => to.time(self.created_at),
            "counts" => to.objects(field, self.counts.iter().map(|count| KindCount(*count))),
            "canUndo" => to.value(self.can_undo),
            "progress" => to.optional(field, self.progress.as_ref()),
            _ => to.unknown(field),
        }
    }
}

/// The number of events of a kind.
struct KindCount((&'static str, i64));

impl Object for KindCount {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let Self((kind, count)) = self;
        match field.name.as_str() {
            "kind" => to.plain(&event_kind_name(kind)),
            "count" => to.value(count),
            _ => to.unknown(field),
        }
    }
}
