//! Resolves the records of other kinds that belong to a record.

use async_graphql::registry::MetaField;
use std::collections::HashMap;

use super::{arguments, objects::Connection, pages::connection};
use crate::{
    api::graphql::{
        execute::{Context, Load},
        schema::{describe_list, requires},
    },
    error::Error,
    kinds::{self, Related},
    operations::records::{Record, count_related, list_related, read::Listed},
    resources::{Resource, noun, nouns},
};

/// The fields of a kind that list records of other kinds. These belong to its records.
pub fn related_fields(parent: &'static Resource) -> impl Iterator<Item = MetaField> {
    kinds::related(parent).map(move |it| {
        let name = it.resource.plural();
        let description = format!(
            "The {} that belong to this {}, of those that the caller may view. \
             Null, with the error FORBIDDEN, if it may view none of the kind.",
            nouns(it.resource),
            noun(parent)
        );
        let list = describe_list(&name, it.resource);
        requires(&it.resource.view, MetaField { description: Some(description), ..list })
    })
}

/// The records that belong to a record, loaded together with others'.
pub fn related(ctx: Context<'_>, related: Related) -> Result<Load<'_>, Error> {
    ctx.call.require(&related.resource.view)?;
    Ok(Load::Related(related, ctx.field))
}

/// Reads the page in the arguments for each of these records.
pub async fn read_related(
    ctx: Context<'_>,
    related: Related,
    ids: &[i64],
) -> Result<HashMap<i64, Connection<Record>>, Error> {
    let wanted = arguments::wanted(ctx, related.resource)?;
    let page = arguments::page(ctx, &wanted.order)?;
    let projection = ctx.field.projection(related.resource);
    let mut listed =
        list_related(ctx.app, ctx.call, related, ids, &wanted, &page, projection).await?;
    let counts = match ctx.field.selection.has("totalCount") {
        true => Some(count_related(ctx.app, ctx.call, related, ids, &wanted).await?),
        false => None,
    };
    let of_record = |id: &i64| {
        let total = counts.as_ref().map(|it| it.get(id).copied().unwrap_or_default());
        let nothing = || Listed { records: Vec::new(), more: false };
        let listed = listed.remove(id).unwrap_or_else(nothing);
        (*id, connection(wanted.clone(), &page, listed, total))
    };
    Ok(ids.iter().map(of_record).collect())
}
