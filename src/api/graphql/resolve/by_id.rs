//! Mutations of one record of any kind, by its global id.

use async_graphql::registry::{MetaInputValue, MetaType};

use super::{
    arguments::{expected, text, with_reason},
    bulk::{RELATED, related_field, with_related, with_related_argument, write_related},
    global_id,
};
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::Field,
        schema::{RECORD, UUID, expected_version, field, input, payload_of, reason},
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
    let record = field(
        "record",
        RECORD,
        "The record after the operation; null if the caller may not view it.",
    );
    let results = match act {
        ById::Delete => vec![field(
            "operationId",
            format!("{UUID}!"),
            "The id of the operation. `undo` takes it to restore the record, unless it is an API key.",
        )],
        ById::Restore => vec![
            field(
                "restored",
                "Boolean!",
                "Whether this operation restored the record; false if it was live.",
            ),
            field(
                "operationId",
                UUID,
                "The id of the operation. `undo` takes it to delete the record again. Null if the \
                 record was live.",
            ),
            related_field(),
        ],
    };
    let with = (act == ById::Restore).then(with_related_argument);
    let id = input("id", "ID!", "Global id of the record.");
    let arguments = [id, expected_version(), reason()];
    let fields = [record].into_iter().chain(results);
    let payload = payload_of(name, fields);
    (arguments.into_iter().chain(with).collect(), payload)
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, act: ById) -> Result<Box<dyn Object>, Error> {
    let (selection, expected) = (global_id::decode(&text(ctx, "id")?), expected(ctx)?);
    let projections = ctx.field.projections();
    let (app, call) = (ctx.app, &with_reason(ctx)?);
    let (changed, related) = match act == ById::Restore && with_related(ctx) {
        true => restore_related(app, call, selection, expected, projections).await?,
        false => {
            (change_by_id(app, call, act, selection, expected, &projections).await?, Vec::new())
        }
    };
    Ok(Box::new(Payload { changed, related }))
}

/// The payload of a mutation.
struct Payload {
    changed: ChangedById,
    /// What came back with it.
    related: Vec<Outcome>,
}

impl Object for Payload {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let ChangedById { record, operation } = &self.changed;
        match field.name.as_str() {
            "record" => to.optional(field, record.as_ref()),
            "restored" => to.value(operation.is_some()),
            "operationId" => to.value(operation),
            RELATED => write_related(&self.related, field, to),
            _ => to.unknown(field),
        }
    }
}
