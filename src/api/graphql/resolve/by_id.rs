//! Mutations of one record of any kind, by its global id.

use async_graphql::registry::{MetaInputValue, MetaType};

use super::{
    arguments::{expected, text, with_reason},
    bulk::{RELATED, with_related, with_related_argument, write_related},
    global_id,
};
use crate::{
    api::graphql::{
        execute::{Context, Object, view},
        schema::{expected_version, input, payload_of, reason},
    },
    error::Error,
    operations::records::{
        restore_related,
        write::{ChangedById, Outcome, change_by_id},
    },
    resources::ById,
};

/// The arguments and the payload type of a mutation.
pub fn describe_by_id(name: &str, act: ById) -> (Vec<MetaInputValue>, MetaType) {
    let with = (act == ById::Restore).then(with_related_argument);
    let id = input("id", "ID!", "Global id of the record.");
    let arguments = [id, expected_version(), reason()];
    (arguments.into_iter().chain(with).collect(), payload_of(name, Payload::fields(act)))
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, act: ById) -> Result<Box<dyn Object>, Error> {
    let (selection, expected) = (global_id::decode(&text(ctx, "id")?), expected(ctx)?);
    let projections = ctx.field.projections();
    let (app, call) = (ctx.app, &with_reason(ctx)?);
    let (changed, related) = if act == ById::Restore && with_related(ctx) {
        restore_related(app, call, selection, expected, projections).await?
    } else {
        (change_by_id(app, call, act, selection, expected, &projections).await?, Vec::new())
    };
    Ok(Box::new(Payload { changed, related }))
}

/// The payload of a mutation.
struct Payload {
    changed: ChangedById,
    /// What came back with it.
    related: Vec<Outcome>,
}

view! { Payload, (act: ById), |it, field, to| {
    "record": "Record", "The record after the operation; null if the caller may not view it."
        => to.optional(field, it.changed.record.as_ref());
    "restored" [act == ById::Restore]: "Boolean!",
        "Whether this operation restored the record; false if it was live."
        => to.value(it.changed.operation.is_some());
    "operationId": if act == ById::Restore { "UUID" } else { "UUID!" }, operation_id(act)
        => to.value(it.changed.operation);
    "related" [act == ById::Restore]: "[BulkOutcome!]!", RELATED
        => write_related(&it.related, field, to);
} }

const fn operation_id(act: ById) -> &'static str {
    match act {
        ById::Delete => {
            "The id of the operation. `undo` takes it to restore the record, unless it is an API key."
        }
        ById::Restore => {
            "The id of the operation. `undo` takes it to delete the record again. Null if the record was \
             live."
        }
    }
}
