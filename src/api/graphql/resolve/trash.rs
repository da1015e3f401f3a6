//! Shows the trash in GraphQL, one list of the deleted records of all kinds, and previews restoring.

use async_graphql::registry::{MetaField, MetaInputValue, Registry};

use super::{
    arguments::{account, kinds, limit_pattern, optional_text, texts, timestamp},
    global_id,
};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        plan::Selection,
        resolve::lists::{connection, part},
        schema::{
            BIG_INT, DATE_TIME, KIND, RESTORABLE, add_types, add_views, defaulted, enum_name,
            field, input, page_arguments, pages, with_arguments,
        },
    },
    error::Error,
    kinds::registered,
    operations::{
        bulk::{RestorePreview, restore_preview},
        rows::Record,
        trash::{self, Summary, TrashCursor, TrashOrder, TrashPage, TrashedRecord},
    },
    views::View,
};

/// The name of the trash in the names of its types.
const TRASH: &str = "Trash";
/// The type that counts the deleted records of a kind.
const SUMMARY: &str = "TrashSummary";
/// The type that says what restoring a record would do.
const PREVIEW: &str = "RestorePreview";

/// Registers the types.
pub fn register(registry: &mut Registry) {
    add_views(registry, [Summary::about(), RestorePreview::about()]);
    let pages = pages(TRASH, RESTORABLE, "deleted records of any kind");
    add_types(registry, pages);
}

/// Describes the query that lists the trash.
pub fn describe_trash(name: &str) -> MetaField {
    let described = field(name, format!("{TRASH}Connection"), "");
    let order_by =
        input("orderBy", "TrashOrder", "The order; the newest deletion first by default.");
    let order_by = defaulted("DELETED_AT", order_by);
    with_arguments(
        described,
        filter_arguments().into_iter().chain([order_by]).chain(page_arguments()),
    )
}

/// The arguments that filter the trash.
pub fn filter_arguments() -> [MetaInputValue; 7] {
    [
        input("kinds", format!("[{KIND}!]"), "Only records of these kinds."),
        input("deletedBy", BIG_INT, "Only records that the account with this id deleted."),
        input("deletedById", "ID", "The same as `deletedBy`, by global id; one of the two."),
        input("deletedAfter", DATE_TIME, "Only records deleted after this."),
        input("deletedBefore", DATE_TIME, "Only records deleted before this."),
        input("purgeBefore", DATE_TIME, "Only records whose `purgeAt` is before this."),
        input("search", "String", "Only records whose label contains this text, ignoring case."),
    ]
}

/// Describes the query that counts the trash by kind.
pub fn describe_summary(name: &str) -> MetaField {
    field(name, format!("[{SUMMARY}!]"), "")
}

/// Reads a page of the trash.
pub async fn read(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let wanted = filter(ctx)?;
    let order = match ctx.argument("orderBy").as_ref().and_then(enum_name) {
        Some("PURGE_AT") => TrashOrder::PurgeAt,
        _ => TrashOrder::DeletedAt,
    };
    let (size, from, backward) = part(ctx, |text| TrashCursor::decode(text, order))?;
    let page = TrashPage { size, order, from, backward };
    let projections = shows_more(&ctx.field.selection).then(|| ctx.field.projections());
    let listed = trash::trash(ctx.app, ctx.call, &wanted, page, projections).await?;
    let total = if ctx.field.selection.has("totalCount") {
        Some(trash::trash_count(ctx.app, ctx.call, &wanted).await?)
    } else {
        None
    };
    let cursor = move |record: &Record| {
        TrashCursor::of(record).map(|it| it.encode(order)).unwrap_or_default()
    };
    Ok(Box::new(connection(listed, (from.is_some(), backward), cursor, total)))
}

/// Parses the arguments that filter the trash.
pub fn filter(ctx: Context<'_>) -> Result<TrashedRecord, Error> {
    Ok(TrashedRecord {
        kinds: kinds(ctx)?,
        deleted_by: account(ctx, "deletedBy", "deletedById")?,
        deleted_after: timestamp(ctx, "deletedAfter")?,
        deleted_before: timestamp(ctx, "deletedBefore")?,
        purge_before: timestamp(ctx, "purgeBefore")?,
        search: search(ctx)?,
    })
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
        let key = [("restKey", resource.key_column)];
        let mut shown = fields.chain(relations).chain(key);
        shown.any(|(name, column)| selection.has_within(name) && !read.contains(&column))
    })
}

fn search(ctx: Context<'_>) -> Result<Option<String>, Error> {
    let search = optional_text(ctx, "search")?;
    search.as_deref().map_or(Ok(()), |text| limit_pattern(text, "search"))?;
    match search {
        // No engine stores a NUL, and PostgreSQL refuses to be asked for one.
        Some(text) if text.contains('\0') => Err(Error::bad_request("search must not have NUL")),
        text => Ok(text),
    }
}

/// Describes the query of previews.
pub fn describe_preview(name: &str) -> MetaField {
    let ids = input("ids", "[ID!]!", "Global ids of the records, at most 100.");
    with_arguments(field(name, format!("[{PREVIEW}]"), ""), [ids])
}

/// Reads previews, in the order of the ids.
pub async fn previews(ctx: Context<'_>) -> Result<Vec<Option<RestorePreview>>, Error> {
    let ids = texts(ctx, "ids")?;
    let selections: Vec<_> = ids.iter().map(|id| global_id::decode(id)).collect();
    restore_preview(ctx.app, ctx.call, &selections, &ctx.field.projections()).await
}
