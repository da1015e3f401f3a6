//! Bodies of responses of operations other than changes of one record.

use serde_json::{Value as Json, json};
use utoipa::openapi::{
    ArrayBuilder, Components, ObjectBuilder, Ref, RefOr, Schema, Type,
    content::{Content, ContentBuilder},
};

use super::{
    examples::Sample,
    parts::json_content,
    schemas::{described, exactly, types, whole},
    views,
};
use crate::{
    actions::{Act, Read},
    kinds,
    reads::Finds,
    resources::{Resource, nouns},
    views::{About, Deleted, Described, Viewer},
};

/// The body of a successful response. Adds its schemas to the components.
pub fn content(act: &Act, components: &mut Components) -> Content {
    match act {
        Act::Read(read) => of_read(*read, components),
        Act::Plain(change) => {
            let shows = &change.shows;
            let about = shows.about.bare().map_or(shows.about, |it| it.1);
            match shows.example {
                Some(example) => json_content(views::add(about, components), example()),
                None => of_view(about, components),
            }
        }
        Act::Record(_) => ContentBuilder::new().build(),
    }
}

fn of_read(read: Read, components: &mut Components) -> Content {
    match read {
        Read::Record(resource) => {
            let name = whole(resource, components);
            json_content(&name, Sample::live(resource).whole())
        }
        Read::List(resource) => page_of(resource, resource.name, None, components),
        Read::Inbox => {
            let unread =
                described(Type::Integer, "The number of unread notifications, if requested.");
            let name = format!("Own{}", kinds::notifications().name);
            page_of(kinds::notifications(), &name, Some(unread), components)
        }
        Read::Trash => page_of_views(Deleted::about(), "deleted records", components),
        Read::RoleMembers => page_of(kinds::accounts(), kinds::accounts().name, None, components),
        Read::Viewer => me(components),
        Read::TranslationBundle => {
            let texts = described(Type::Object, "The texts by key.")
                .additional_properties(Some(Schema::from(described(Type::String, "The text."))));
            insert("TranslationBundle", texts, components);
            json_content("TranslationBundle", json!({ "save": "Save" }))
        }
        Read::Views(finds, _) => match finds {
            Finds::One(about) => of_view(about, components),
            Finds::All(about) | Finds::Each(about) => data_of(about, components),
            Finds::Page(about, items) | Finds::Part(about, items) => {
                page_of_views(about, items, components)
            }
            Finds::Names => names_of_permissions(components),
        },
        // They have no path.
        Read::Node | Read::Nodes => ContentBuilder::new().build(),
    }
}

fn names_of_permissions(components: &mut Components) -> Content {
    let names = ArrayBuilder::new().items(described(Type::String, "A permission."));
    let names = names.description(Some("The names of the permissions."));
    let schema = exactly([("data", names.into())]);
    insert("Permissions", schema.description(Some("All permissions.")), components);
    json_content("Permissions", json!({ "data": [kinds::accounts().view.all] }))
}

fn insert(name: &str, schema: ObjectBuilder, components: &mut Components) {
    components.schemas.insert(name.to_owned(), schema.into());
}

fn of_view(about: &'static About, components: &mut Components) -> Content {
    json_content(views::add(about, components), about.example())
}

/// A list of views, without pages.
fn data_of(about: &'static About, components: &mut Components) -> Content {
    let (name, example) = (views::add(about, components), about.example());
    let items = ArrayBuilder::new().items(Ref::from_schema_name(name));
    let items = items.description(Some("The items, all of them."));
    let list = format!("{name}List");
    let schema = exactly([("data", items.into())]);
    insert(&list, schema.description(Some("A list without pages.")), components);
    json_content(&list, json!({ "data": [example] }))
}

/// A page of views.
fn page_of_views(about: &'static About, items: &str, components: &mut Components) -> Content {
    let (name, example) = (views::add(about, components), about.example());
    let page = format!("{name}Page");
    insert(&page, page_schema(name, items), components);
    json_content(&page, json!({ "data": [example], "next": null, "previous": null }))
}

/// A page of records of a kind. The example has the live records of the demo data, or one record if
/// the page counts unread ones.
fn page_of(
    resource: &'static Resource,
    name: &str,
    unread: Option<ObjectBuilder>,
    components: &mut Components,
) -> Content {
    let schema = page_schema(&whole(resource, components), &nouns(resource));
    let is_own = unread.is_some();
    let schema = match unread {
        Some(unread) => schema.property("unread_count", unread),
        None => schema.property("counts", counts()),
    };
    let page = format!("{name}Page");
    insert(&page, schema, components);
    let records: Vec<Json> = if is_own {
        vec![Sample::live(resource).whole()]
    } else {
        Sample::all_live(resource).iter().map(Sample::whole).collect()
    };
    json_content(&page, json!({ "data": records, "next": null, "previous": null }))
}

fn counts() -> ObjectBuilder {
    let trashed = "The number of deleted records that match.";
    let counts = exactly([("trashed", described(Type::Integer, trashed).into())]);
    counts.description(Some("Numbers of other records, if requested."))
}

fn page_schema(item: &str, items: &str) -> ObjectBuilder {
    let cursor = |description: &str| -> RefOr<Schema> {
        described(Type::String, description).schema_type(types(Type::String, true)).into()
    };
    let description = format!("A page of {items}.");
    let items = ArrayBuilder::new()
        .items(Ref::from_schema_name(item))
        .description(Some(format!("The {items} of this page.")));
    let next = "`after` of the next page; null on the last page.";
    let previous = "`before` of the previous page; null on the first page.";
    exactly([("data", items.into()), ("next", cursor(next)), ("previous", cursor(previous))])
        .property("total", described(Type::Integer, "The number of items in all, if requested."))
        .description(Some(description))
}

/// The caller: its account is a record.
fn me(components: &mut Components) -> Content {
    let mut example = Viewer::about().example();
    let account = Sample::all_live(kinds::accounts()).first().map(Sample::whole);
    example["user"] = account.unwrap_or_default();
    json_content(views::add(Viewer::about(), components), example)
}
