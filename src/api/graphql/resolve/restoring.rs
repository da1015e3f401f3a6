//! Resolves `restorePreview`.

use async_graphql::registry::{MetaField, Registry};

use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        resolve::{
            arguments::texts,
            bulk::{BULK_ERROR, BulkError},
            records::global_id,
        },
        schema::{
            KIND, RECORD, USER_SUMMARY, add_types, field, input, kind_name, object, with_arguments,
        },
    },
    error::Error,
    operations::records::{Dependents, Preview, restore_preview, write::MANY},
};

/// The type of a preview.
const PREVIEW: &str = "RestorePreview";
/// The type of a kind's deleted records that belong to a record.
const DEPENDENTS: &str = "DeletedDependents";

/// Describes the query.
pub fn describe(name: &str) -> MetaField {
    let ids = input("ids", "[ID!]!", "Global ids of the records, at most 100.");
    with_arguments(field(name, format!("[{PREVIEW}]"), ""), [ids])
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let preview = object(
        PREVIEW,
        "What restoring a record would bring back, and what blocks it.",
        [
            field("id", "ID!", "Global id of the record."),
            field("record", format!("{RECORD}!"), "The record."),
            field(
                "owner",
                USER_SUMMARY,
                "The account that the record belongs to; null for kinds that belong to nobody.",
            ),
            field(
                "ownerDeleted",
                "Boolean!",
                "Whether the owner is deleted; false for an account, which is its own owner.",
            ),
            field(
                "canRestore",
                "Boolean!",
                "Whether the caller can restore the record: there are no obstacles.",
            ),
            field(
                "obstacles",
                format!("[{BULK_ERROR}!]!"),
                "What blocks it: a missing permission, or that the record is live.",
            ),
            field(
                "refersTo",
                format!("[{RECORD}!]!"),
                "The deleted records to which it belongs, of those that the caller may view: its \
                 owner, and the locale of a translation. They come back with RELATED.",
            ),
            field(
                "dependents",
                format!("[{DEPENDENTS}!]!"),
                "The deleted records that belong to it, of those that the caller may view, by kind.",
            ),
            field("relatedCount", "Int!", "How many records would come back with it with RELATED."),
            field(
                "tooManyRelated",
                "Boolean!",
                &format!("Whether they are too many for RELATED: at most {MANY} in one operation."),
            ),
        ],
    );
    let dependents = object(
        DEPENDENTS,
        "The deleted records of a kind that belong to a record.",
        [
            field("kind", format!("{KIND}!"), "The kind of the records."),
            field("count", "Int!", "How many deleted records of the kind belong to the record."),
            field(
                "deletedTogether",
                "Int!",
                "The number of those that the operation deleted which deleted the record. They come \
                 back with RELATED; the others were deleted on their own and stay in the trash.",
            ),
            field("records", format!("[{RECORD}!]!"), "The first three of these records, by id."),
        ],
    );
    add_types(registry, [preview, dependents]);
}

/// Reads previews, in the order of the ids.
pub async fn read(ctx: Context<'_>) -> Result<Vec<Option<Preview>>, Error> {
    let ids = texts(ctx, "ids")?;
    let selections: Vec<_> = ids.iter().map(|id| global_id::decode(id)).collect();
    restore_preview(ctx.app, ctx.call, &selections, &ctx.field.projections()).await
}

/// Writes each in its position.
pub fn write<'p>(previews: &[Option<Preview>], field: &'p Field, to: &mut Writer<'p>) {
    to.list(previews, |to, preview| to.optional(field, preview.as_ref()));
}

impl Object for Preview {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let record = &self.record;
        match field.name.as_str() {
            "id" => to.plain(&global_id::encode(record.resource, record.id())),
            "record" => to.object(field, record),
            "owner" => to.account(field, record.owner()),
            "ownerDeleted" => to.value(self.owner_deleted),
            "canRestore" => to.value(self.obstacles.is_empty()),
            "obstacles" => to.objects(field, self.obstacles.iter().map(BulkError)),
            "refersTo" => to.objects(field, &self.refers_to),
            "dependents" => to.objects(field, &self.dependents),
            "relatedCount" => to.value(self.related()),
            "tooManyRelated" => to.value(self.is_too_much()),
            _ => to.unknown(field),
        }
    }
}

impl Object for Dependents {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "kind" => to.plain(&kind_name(self.resource)),
            "count" => to.value(self.count),
            "deletedTogether" => to.value(self.together),
            "records" => to.objects(field, &self.records),
            _ => to.unknown(field),
        }
    }
}
