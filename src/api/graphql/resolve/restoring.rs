//! Resolves `restorePreview`.

use async_graphql::registry::{MetaField, Registry};

use crate::{
    api::graphql::{
        execute::{Context, view},
        resolve::{arguments::texts, bulk::BulkError, records::global_id},
        schema::{add_types, field, input, kind_name, object, with_arguments},
    },
    error::Error,
    operations::records::{Dependents, Preview, restore_preview, write::MANY},
};

/// The type of a preview.
const PREVIEW: &str = "RestorePreview";

/// Describes the query.
pub fn describe(name: &str) -> MetaField {
    let ids = input("ids", "[ID!]!", "Global ids of the records, at most 100.");
    with_arguments(field(name, format!("[{PREVIEW}]"), ""), [ids])
}

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let preview = "What restoring a record would bring back, and what blocks it.";
    let dependents = "The deleted records of a kind that belong to a record.";
    let types = [
        object(PREVIEW, preview, Preview::fields()),
        object("DeletedDependents", dependents, Dependents::fields()),
    ];
    add_types(registry, types);
}

/// Reads previews, in the order of the ids.
pub async fn read(ctx: Context<'_>) -> Result<Vec<Option<Preview>>, Error> {
    let ids = texts(ctx, "ids")?;
    let selections: Vec<_> = ids.iter().map(|id| global_id::decode(id)).collect();
    restore_preview(ctx.app, ctx.call, &selections, &ctx.field.projections()).await
}

view! { Preview, (), |it, field, to| {
    "id": "ID!", "Global id of the record."
        => to.plain(&global_id::encode(it.record.resource, it.record.id()));
    "record": "Record!", "The record." => to.object(field, &it.record);
    "owner": "UserSummary",
        "The account that the record belongs to; null for kinds that belong to nobody."
        => to.account(field, it.record.owner());
    "ownerDeleted": "Boolean!",
        "Whether the owner is deleted; false for an account, which is its own owner."
        => to.value(it.owner_deleted);
    "canRestore": "Boolean!", "Whether the caller can restore the record: there are no obstacles."
        => to.value(it.obstacles.is_empty());
    "obstacles": "[BulkError!]!", "What blocks it: a missing permission, or that the record is live."
        => to.objects(field, it.obstacles.iter().map(BulkError));
    "refersTo": "[Record!]!",
        "The deleted records to which it belongs, of those that the caller may view: its owner, and \
         the locale of a translation. They come back with RELATED."
        => to.objects(field, &it.refers_to);
    "dependents": "[DeletedDependents!]!",
        "The deleted records that belong to it, of those that the caller may view, by kind."
        => to.objects(field, &it.dependents);
    "relatedCount": "Int!", "How many records would come back with it with RELATED."
        => to.value(it.related());
    "tooManyRelated": "Boolean!",
        &format!("Whether they are too many for RELATED: at most {MANY} in one operation.")
        => to.value(it.is_too_much());
} }

view! { Dependents, (), |it, field, to| {
    "kind": "Kind!", "The kind of the records." => to.plain(&kind_name(it.resource));
    "count": "Int!", "How many deleted records of the kind belong to the record."
        => to.value(it.count);
    "deletedTogether": "Int!",
        "The number of those that the operation deleted which deleted the record. They come back with \
         RELATED; the others were deleted on their own and stay in the trash."
        => to.value(it.together);
    "records": "[Record!]!", "The first three of these records, by id."
        => to.objects(field, &it.records);
} }
