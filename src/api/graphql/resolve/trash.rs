//! The trash in GraphQL: one list of the deleted records of all kinds.

use async_graphql::registry::{MetaField, Registry};
use std::borrow::Cow;

use super::arguments::{kinds, limit_pattern, moment, optional_text};
use crate::{
    api::graphql::{
        execute::{Context, Object, Writer},
        plan::{Field, Selection},
        resolve::lists::{Connection, first, last_place},
        schema::{
            BIG_INT, DATE_TIME, KIND, USER_SUMMARY, VIEWER_CAN, big_int, field, input, interface,
            kind_name, object, pages, with_arguments,
        },
    },
    error::Error,
    kinds::all,
    operations::{
        records::Record,
        trash::{self, Summary, TrashCursor, TrashPage, TrashedRecord},
    },
    resources::Resource,
};

/// The interface of records that can be restored.
pub const RESTORABLE: &str = "Restorable";
/// The name of the trash in the names of its types.
const TRASH: &str = "Trash";
/// The type that counts the deleted records of a kind.
const SUMMARY: &str = "TrashSummary";
/// Registers the types.
pub fn register(registry: &mut Registry) {
    let fields = [
        field("id", "ID!", "Global, opaque id of the record."),
        field("databaseId", format!("{BIG_INT}!"), "Number of the record; REST's `id`."),
        field("isActive", "Boolean!", "Whether it is in use; independent of deletion."),
        field("deletedAt", DATE_TIME, "When it was deleted; null when it is live."),
        field("viewerCan", format!("{VIEWER_CAN}!"), "What the caller may do with it."),
    ];
    let fields = fields.into_iter().chain(beside());
    let restorable: Vec<_> = all().iter().filter(|it| it.restore.is_some()).collect();
    let description = "A record that can be deleted and brought back.";
    let types = restorable.iter().map(|resource| resource.name);
    let ty = interface(RESTORABLE, description, fields, types);
    registry.types.insert(RESTORABLE.to_owned(), ty);
    for resource in restorable {
        registry.add_implements(resource.name, RESTORABLE);
    }
    registry.add_implements(RESTORABLE, crate::api::graphql::schema::NODE);
    for ty in pages(TRASH, RESTORABLE, "deleted records of any kind") {
        registry.types.insert(ty.name().to_owned(), ty);
    }
    let fields = [
        field("kind", format!("{KIND}!"), "The kind that is counted."),
        field("count", "Int!", "How many deleted records there are."),
        field("oldest", DATE_TIME, "When the oldest was deleted; null where there is none."),
    ];
    let summary = object(SUMMARY, "The deleted records of one kind.", fields);
    registry.types.insert(SUMMARY.to_owned(), summary);
}

/// The fields that a restorable record has besides those of every record.
pub fn restorable_fields(resource: &Resource) -> impl Iterator<Item = MetaField> {
    resource.restore.iter().flat_map(|_| beside())
}

fn beside() -> [MetaField; 5] {
    [
        field("kind", format!("{KIND}!"), "The kind of the record."),
        field("label", "String!", "What people know it by: its name, title, address or key."),
        field("deletedBy", USER_SUMMARY, "Who deleted it; null while it is live."),
        field("restoredBy", USER_SUMMARY, "Who last brought it back; null while it is deleted."),
        field(
            "purgeAt",
            DATE_TIME,
            "From when on the server may remove it for good; null while it is live, and where \
             deleted records of its kind are kept for ever.",
        ),
    ]
}

/// Describes the query that lists the trash.
pub fn describe_trash(name: &str) -> MetaField {
    let described = field(name, format!("{TRASH}Connection!"), "");
    with_arguments(
        described,
        [
            input("kinds", format!("[{KIND}!]"), "Only records of these kinds."),
            input("deletedBy", BIG_INT, "Deleted by the account of this number."),
            input("deletedAfter", DATE_TIME, "Only records deleted after this."),
            input("deletedBefore", DATE_TIME, "Only records deleted before this."),
            input("search", "String", "With a label that contains this, in any case."),
            input("first", "Int", "How many, at most 100; 20 when left out."),
            input("after", "String", "Start after this place: the cursor of an edge."),
        ],
    )
}

/// Describes the query that counts the trash by kind.
pub fn describe_summary(name: &str) -> MetaField {
    field(name, format!("[{SUMMARY}!]!"), "")
}

/// Reads a page of the trash.
pub async fn read(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let wanted = TrashedRecord {
        kinds: kinds(ctx)?,
        deleted_by: ctx.argument("deletedBy").as_ref().and_then(big_int),
        deleted_after: moment(ctx, "deletedAfter")?,
        deleted_before: moment(ctx, "deletedBefore")?,
        search: search(ctx)?,
    };
    let page = TrashPage { size: first(ctx)?, after: last_place(ctx, TrashCursor::decode)? };
    let projections = shows_more(&ctx.field.selection).then(|| ctx.field.projections());
    let listed = trash::trash(ctx.app, ctx.call, &wanted, page, projections).await?;
    let total = match ctx.field.selection.has("totalCount") {
        true => Some(trash::trash_count(ctx.app, ctx.call, &wanted).await?),
        false => None,
    };
    let place = |record: &Record| TrashCursor::of(record).map(|it| it.encode()).unwrap_or_default();
    Ok(Box::new(Connection {
        of: TRASH,
        nodes: listed.records,
        cursor: Box::new(place),
        previous: page.after.is_some(),
        next: listed.more,
        total,
    }))
}

/// Whether the selection shows more of some kind than the list itself reads.
///
/// A name counts wherever it is selected, so that too much may be read, but never too little.
fn shows_more(selection: &Selection) -> bool {
    let restorable = all().iter().filter(|resource| resource.restore.is_some());
    restorable.into_iter().any(|resource| {
        let read = trash::read_by_list(resource);
        let fields = resource.fields.iter().map(|it| (it.camel_name.as_str(), it.name));
        let relations = resource.relations.iter().map(|it| (it.name, it.column));
        let mut shown = fields.chain(relations);
        shown.any(|(name, column)| selection.has_within(name) && !read.contains(&column))
    })
}

/// Reads the number of deleted records of each kind.
pub async fn read_summary(ctx: Context<'_>) -> Result<Vec<Summary>, Error> {
    trash::trash_summary(ctx.app, ctx.call).await
}

impl Object for Summary {
    fn type_name(&self) -> Cow<'_, str> {
        SUMMARY.into()
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "kind" => to.plain(&kind_name(self.resource)),
            "count" => to.value(self.count),
            "oldest" => to.value(self.oldest),
            _ => to.unknown(field),
        }
    }
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
