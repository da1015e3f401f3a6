//! The trash in GraphQL: one list of the deleted records of all kinds.

use async_graphql::{
    Context, Value,
    registry::{MetaField, Registry},
};
use std::{borrow::Cow, collections::HashSet};

use super::{
    arguments::{given, kinds, moment, optional_text},
    look_ahead::{names, projections},
    select::{FieldValue, Object},
};
use crate::{
    api::graphql::{
        resolve::lists::{Connection, first, last_place},
        schema::{
            BIG_INT, DATE_TIME, KIND, USER_SUMMARY, VIEWER_CAN, big_int, field, input, interface,
            object, pages, value as kind_value, with_arguments,
        },
    },
    app::App,
    auth::Caller,
    error::Error,
    kinds::all,
    operations::trash::{self, Summary, TrashCursor, TrashPage, TrashedRecord},
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
pub async fn read(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Box<dyn Object>, Error> {
    let wanted = TrashedRecord {
        kinds: kinds(ctx)?,
        deleted_by: given(ctx, "deletedBy")?.as_ref().and_then(big_int),
        deleted_after: moment(ctx, "deletedAfter")?,
        deleted_before: moment(ctx, "deletedBefore")?,
        search: search(ctx)?,
    };
    let page = TrashPage { size: first(ctx)?, after: last_place(ctx, TrashCursor::decode)? };
    let projections = shows_more(&names(ctx)).then(|| projections(ctx));
    let listed = trash::trash(app, caller, &wanted, page, projections).await?;
    let total = match ctx.look_ahead().field("totalCount").exists() {
        true => Some(trash::trash_count(app, caller, &wanted).await?),
        false => None,
    };
    let place = |record| TrashCursor::of(record).map(|place| place.encode()).unwrap_or_default();
    Ok(Box::new(Connection {
        of: TRASH,
        cursors: listed.records.iter().map(place).collect(),
        nodes: listed.records,
        previous: page.after.is_some(),
        next: listed.more,
        total,
    }))
}

/// Whether the selected names show more of some kind than the list itself reads.
///
/// A name counts wherever it is selected, so that too much may be read, but never too little.
fn shows_more(names: &HashSet<&str>) -> bool {
    let restorable = all().iter().filter(|resource| resource.restore.is_some());
    restorable.into_iter().any(|resource| {
        let read = trash::read_by_list(resource);
        let fields = resource.fields.iter().map(|it| (it.camel_name.as_str(), it.name));
        let relations = resource.relations.iter().map(|it| (it.name, it.column));
        let mut shown = fields.chain(relations);
        shown.any(|(name, column)| names.contains(name) && !read.contains(&column))
    })
}

/// Reads the number of deleted records of each kind.
pub async fn read_summary(app: &App, caller: &Caller) -> Result<Vec<Summary>, Error> {
    trash::trash_summary(app, caller).await
}

impl Object for Summary {
    fn type_name(&self) -> Cow<'_, str> {
        SUMMARY.into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        FieldValue::Ready(match name {
            "kind" => kind_value(self.resource),
            "count" => self.count.into(),
            "oldest" => self.oldest.map_or(Value::Null, |oldest| oldest.to_string().into()),
            other => unreachable!("{SUMMARY} has no field {other}"),
        })
    }
}

fn search(ctx: &Context<'_>) -> Result<Option<String>, Error> {
    match optional_text(ctx, "search")? {
        // No engine stores a NUL, and PostgreSQL refuses to be asked for one.
        Some(text) if text.contains('\0') => Err(Error::bad_request("search must not have NUL")),
        text => Ok(text),
    }
}
