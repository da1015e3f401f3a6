//! Shows the trash in GraphQL, one list of the deleted records of all kinds, and previews restoring.

use async_graphql::registry::Registry;

use super::arguments::given;
use crate::{
    api::graphql::{
        execute::{Context, Object},
        plan::Selection,
        resolve::lists::{connection, part, total},
        schema::{RESTORABLE, add_types, pages},
    },
    error::Error,
    kinds::registered,
    operations::{
        rows::Record,
        trash::{self, TrashCursor},
    },
    parameters::{of_trash, trash_of, trash_order},
};

/// The name of the trash in the names of its types.
pub const TRASH: &str = "Trash";

/// Registers the types.
pub fn register(registry: &mut Registry) {
    let pages = pages(TRASH, RESTORABLE, "deleted records of any kind");
    add_types(registry, pages);
}

/// Reads a page of the trash.
pub async fn read(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let arguments = given(ctx, of_trash())?;
    let (wanted, order) = (trash_of(&arguments), trash_order(&arguments));
    let page = part(ctx, |text| TrashCursor::decode(text, order))?;
    let projections = shows_more(&ctx.field.selection).then(|| ctx.projections());
    let listed = trash::trash(ctx.app, ctx.call, &wanted, order, page, projections).await?;
    let total = total(ctx, trash::trash_count(ctx.app, ctx.call, &wanted)).await?;
    let cursor = move |record: &Record| {
        TrashCursor::of(record).map(|it| it.encode(order)).unwrap_or_default()
    };
    Ok(Box::new(connection(listed, &page, cursor, total)))
}

/// Whether the selection needs more than the list itself reads.
///
/// A name counts wherever it is selected, so that too much may be read, but never too little.
fn shows_more(selection: &Selection) -> bool {
    let restorable = registered().iter().filter(|resource| resource.restore.is_some());
    restorable.into_iter().any(|resource| {
        let read = trash::read_by_list(resource);
        let fields = resource.fields.iter().map(|it| (it.camel_name.as_str(), it.name));
        let relations = resource.relations.iter().map(|it| (it.name, it.column));
        let mut shown = fields.chain(relations);
        shown.any(|(name, column)| selection.has_within(name) && !read.contains(&column))
    })
}
