//! Mutations of one record of any kind, by its global id.

use async_graphql::registry::{MetaInputValue, MetaType};

use super::{
    arguments::{expected, text, with_reason},
    bulk::{with_related, with_related_argument},
};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        schema::{expected_version, input, payload_of, reason, view_fields},
    },
    error::Error,
    kinds::global_id,
    operations::{bulk::restore_related, records::write::change_by_id},
    resources::ById,
    views::{ById as Changed, View},
};

/// The arguments and the payload type of a mutation.
pub fn describe_by_id(name: &str, act: ById) -> (Vec<MetaInputValue>, MetaType) {
    let with = (act == ById::Restore).then(with_related_argument);
    let id = input("id", "ID!", "Global id of the record.");
    let arguments = [id, expected_version(), reason()];
    let mut fields: Vec<_> = view_fields(Changed::about()).collect();
    if act == ById::Delete {
        fields.retain(|field| !["restored", "related"].contains(&field.name.as_str()));
        // Whoever deletes a deleted record gets an error.
        let operation = fields.iter_mut().filter(|field| field.name == "operationId");
        operation.for_each(|field| field.ty.push('!'));
    }
    (arguments.into_iter().chain(with).collect(), payload_of(name, fields))
}

/// Runs a mutation.
pub async fn run(ctx: Context<'_>, act: ById) -> Result<Box<dyn Object>, Error> {
    let (selection, expected) = (global_id::decode(&text(ctx, "id")?), expected(ctx)?);
    let projections = ctx.projections();
    let (app, call) = (ctx.app, &with_reason(ctx)?);
    let (changed, related) = if act == ById::Restore && with_related(ctx) {
        restore_related(app, call, selection, expected, projections).await?
    } else {
        (change_by_id(app, call, act, selection, expected, &projections).await?, Vec::new())
    };
    Ok(Box::new(Changed(changed, related)))
}
