//! The types of lists, made from the fields by which a kind may be sorted and narrowed.

use async_graphql::registry::{
    EnumBuilder, InputObjectBuilder, MetaEnumValue, MetaField, MetaInputValue, MetaType, Registry,
};
use entity::ColumnType;

use super::{
    directives::permission,
    scalars::{BIG_INT, DATE_TIME, UUID},
    types::{field, input, object, with_arguments},
};
use crate::{
    api::graphql::resolve::lists::query_name,
    resources::{Field, Format, Resource, noun},
};

/// Where a page lies.
pub const PAGE_INFO: &str = "PageInfo";
/// Whether deleted records are among those that are asked for.
pub const TRASHED: &str = "Trashed";
/// Ascending or descending.
const DIRECTION: &str = "OrderDirection";

/// The type of the pages of a list, by what is listed.
pub fn connection_name(of: &str) -> String {
    format!("{of}Connection")
}

/// The type of one of a list and its place.
pub fn edge_name(of: &str) -> String {
    format!("{of}Edge")
}

/// The fields by which a kind may be sorted and narrowed, its number first.
pub fn listed(resource: &Resource) -> impl Iterator<Item = &Field> {
    resource.fields.iter().filter(|field| field.listed)
}

/// The name of a field among those that a list is sorted by.
pub fn sort_name(field: &str) -> String {
    field.to_ascii_uppercase()
}

/// The type of the tests that a field can be put to.
pub fn test_name(field: &Field) -> String {
    match (&field.format, field.column_type) {
        (Format::OneOf(choices), _) => format!("{}Filter", choices.name),
        (_, ColumnType::Bool) => "BooleanFilter".to_owned(),
        (_, ColumnType::Int) => "IntFilter".to_owned(),
        (_, ColumnType::BigInt) => "BigIntFilter".to_owned(),
        (_, ColumnType::Time) => "DateTimeFilter".to_owned(),
        (_, ColumnType::Uuid) => "UUIDFilter".to_owned(),
        (_, ColumnType::Text | ColumnType::Json) => "TextFilter".to_owned(),
    }
}

/// The arguments that say which part of a list is wanted.
pub fn page_arguments() -> [MetaInputValue; 4] {
    [
        input("first", "Int", "How many from the start, at most 100; 20 when left out."),
        input("after", "String", "Start after this place: the cursor of an edge."),
        input("last", "Int", "How many from the end, at most 100."),
        input("before", "String", "End before this place: the cursor of an edge."),
    ]
}

/// Describes the query that lists a kind.
pub fn describe(resource: &Resource) -> MetaField {
    let name = query_name(resource);
    let description = format!(
        "The records of the kind {} that the caller sees: with the own permission, its own. \
         `totalCount` is counted when it is asked for.",
        noun(resource)
    );
    let trashed = MetaInputValue {
        default_value: Some("WITHOUT".to_owned()),
        ..input(
            "trashed",
            TRASHED,
            "Whether deleted ones, those that the caller may restore, count.",
        )
    };
    let narrowing = [
        input("where", format!("{}Filter", resource.name), "Only records for which this holds."),
        input(
            "orderBy",
            format!("[{}Order!]", resource.name),
            "What to sort by, the most important first; by number when left out.",
        ),
        trashed,
    ];
    let mut field = field(name, format!("{}!", connection_name(resource.name)), &description);
    field.directive_invocations = vec![permission(&resource.view)];
    with_arguments(field, page_arguments().into_iter().chain(narrowing))
}

/// Makes the types of lists known.
pub fn register_lists(registry: &mut Registry, resources: &'static [Resource]) {
    let mut types = vec![page_info(), trashed(), direction()];
    types.extend(tests());
    for resource in resources {
        let records = format!("records of the kind {}", noun(resource));
        types.extend(pages(resource.name, resource.name, &records));
        types.extend([order(resource), sorts(resource)]);
        types.push(filter(resource));
        types.extend(listed(resource).filter_map(|field| match field.format {
            Format::OneOf(choices) => Some(test(&test_name(field), choices.name, &["eq", "in"])),
            _ => None,
        }));
    }
    for ty in types {
        registry.types.insert(ty.name().to_owned(), ty);
    }
}

/// The types of a list: its pages and their edges. `of` is the name they have in common, `node` the
/// type of what is listed.
pub fn pages(of: &str, node: &str, described: &str) -> [MetaType; 2] {
    let name = connection_name(of);
    let fields = [
        field("edges", format!("[{}!]!", edge_name(of)), "The nodes, each with its place."),
        field("nodes", format!("[{node}!]!"), "What is listed."),
        field("pageInfo", format!("{PAGE_INFO}!"), "Where the page lies."),
        field("totalCount", "Int!", "How many there are in the whole list."),
    ];
    let connection = object(&name, format!("A page of {described}."), fields);
    let fields = [
        field("cursor", "String!", "Its place in the list; opaque."),
        field("node", format!("{node}!"), "What stands there."),
    ];
    [connection, object(&edge_name(of), "A node and its place in the list.", fields)]
}

fn page_info() -> MetaType {
    let fields = [
        field("hasNextPage", "Boolean!", "Whether there are records after it."),
        field("hasPreviousPage", "Boolean!", "Whether there are records before it."),
        field("startCursor", "String", "The place of its first record."),
        field("endCursor", "String", "The place of its last record."),
    ];
    object(PAGE_INFO, "Where a page lies in its list.", fields)
}

/// An enum of names, each with its description.
pub fn choice(name: &str, description: &str, values: &[(String, String)]) -> MetaType {
    let values = values.iter().map(|(name, description)| {
        let value = MetaEnumValue::new(name.clone());
        (name.clone(), MetaEnumValue { description: Some(description.clone()), ..value })
    });
    EnumBuilder::new(name, values.collect()).description(Some(description.to_owned())).build()
}

fn trashed() -> MetaType {
    let values = [
        ("WITHOUT", "Live records alone."),
        ("WITH", "Live and deleted records."),
        ("ONLY", "Deleted records alone."),
    ];
    let values = values.map(|(name, text)| (name.to_owned(), text.to_owned()));
    choice(TRASHED, "Whether deleted records are among those that are asked for.", &values)
}

fn direction() -> MetaType {
    let values = [("ASC", "The smallest first."), ("DESC", "The largest first.")];
    let values = values.map(|(name, text)| (name.to_owned(), text.to_owned()));
    choice(DIRECTION, "A direction; nothing at all counts as larger than anything.", &values)
}

fn order(resource: &Resource) -> MetaType {
    let direction = MetaInputValue {
        default_value: Some("ASC".to_owned()),
        ..input("direction", format!("{DIRECTION}!"), "In which direction.")
    };
    let fields = [input("field", format!("{}OrderField!", resource.name), "The field."), direction];
    let description = format!("A field to sort by, for the kind {}.", noun(resource));
    inputs(format!("{}Order", resource.name), &description, fields)
}

fn sorts(resource: &Resource) -> MetaType {
    let number = (sort_name("database_id"), "Number of the record.".to_owned());
    let fields =
        listed(resource).map(|field| (sort_name(field.name), field.description.to_owned()));
    let values: Vec<_> = std::iter::once(number).chain(fields).collect();
    let description = format!("The fields to sort by, for the kind {}.", noun(resource));
    choice(&format!("{}OrderField", resource.name), &description, &values)
}

fn filter(resource: &Resource) -> MetaType {
    let name = format!("{}Filter", resource.name);
    let joined = [
        input("and", format!("[{name}!]"), "All of these hold."),
        input("or", format!("[{name}!]"), "At least one of these holds."),
        input("not", name.clone(), "This doesn't hold."),
        input("databaseId", "BigIntFilter", "Number of the record."),
    ];
    let accounts = resource
        .relations
        .iter()
        .map(|relation| input(&relation.camel_column, "BigIntFilter", relation.description));
    let fields =
        listed(resource).map(|field| input(&field.camel_name, test_name(field), field.description));
    let description =
        format!("What is asked of records of the kind {}; all of it has to hold.", noun(resource));
    inputs(name, &description, joined.into_iter().chain(accounts).chain(fields))
}

/// The tests, by what they are put to.
fn tests() -> [MetaType; 6] {
    const COMPARED: [&str; 6] = ["eq", "in", "lt", "lte", "gt", "gte"];
    [
        test(
            "TextFilter",
            "String",
            &["eq", "in", "lt", "lte", "gt", "gte", "contains", "startsWith"],
        ),
        test("BooleanFilter", "Boolean", &["eq"]),
        test("IntFilter", "Int", &COMPARED),
        test("BigIntFilter", BIG_INT, &COMPARED),
        test("DateTimeFilter", DATE_TIME, &COMPARED),
        test("UUIDFilter", UUID, &["eq", "in"]),
    ]
}

fn test(name: &str, of: &str, tests: &[&str]) -> MetaType {
    let fields = tests.iter().map(|test| {
        let (ty, description) = match *test {
            "eq" => (of.to_owned(), "It is this; null: there is none."),
            "in" => (format!("[{of}!]"), "It is one of these, at most 500."),
            "lt" => (of.to_owned(), "It is smaller than this."),
            "lte" => (of.to_owned(), "It is this or smaller."),
            "gt" => (of.to_owned(), "It is larger than this."),
            "gte" => (of.to_owned(), "It is this or larger."),
            "contains" => (of.to_owned(), "It contains this, in any case."),
            _ => (of.to_owned(), "It begins with this, in any case."),
        };
        input(*test, ty, description)
    });
    inputs(name.to_owned(), "What is asked of a field; all of it has to hold.", fields)
}

fn inputs(
    name: String,
    description: &str,
    fields: impl IntoIterator<Item = MetaInputValue>,
) -> MetaType {
    let fields = fields.into_iter().map(|field| (field.name.clone(), field)).collect();
    InputObjectBuilder::new(name, fields).description(Some(description.to_owned())).build()
}
