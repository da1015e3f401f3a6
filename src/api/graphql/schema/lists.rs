//! Makes the types of lists from the fields of each kind. They are connections, filters and orders.

use async_graphql::registry::{MetaField, MetaType, Registry};
use entity::ColumnType;

use super::{
    parameters::{arguments, page_arguments},
    scalars::{BIG_INT, DATE_TIME, UUID},
    types::{
        add_types, choice, defaulted, field, fields, input, input_object, object, with_arguments,
    },
};
use crate::{
    parameters::trashed_records,
    resources::{Condition, Field, Format, Resource, camel_case, noun, nouns},
};

/// The type of a page's position.
pub const PAGE_INFO: &str = "PageInfo";
/// The filter of an account that records refer to.
const ACCOUNT_FILTER: &str = "AccountFilter";
/// Its field with the email address.
pub const ACCOUNT_EMAIL: &str = "email";

/// The type of a page, by the type of its items.
pub fn connection_name(of: &str) -> String {
    format!("{of}Connection")
}

/// The fields by which a list can be filtered and sorted.
pub fn listed(resource: &Resource) -> impl Iterator<Item = &Field> {
    resource.fields.iter().filter(|field| field.listed)
}

/// The name of a field in the enum of sort fields.
pub fn sort_name(field: &str) -> String {
    field.to_ascii_uppercase()
}

/// The type of a field's filter.
pub fn filter_name(field: &Field) -> String {
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

/// The type and the arguments of the query that lists a kind.
pub fn describe(name: &str, resource: &Resource) -> MetaField {
    let narrowing = [
        input("where", format!("{}Filter", resource.name), "Only records that match this filter."),
        input(
            "orderBy",
            format!("[{}Order!]", resource.name),
            "The fields to sort by, the most important first; `databaseId` by default.",
        ),
    ];
    let field = field(name, connection_name(resource.name), "");
    let trashed = arguments(&trashed_records());
    with_arguments(field, page_arguments().into_iter().chain(narrowing).chain(trashed))
}

/// Registers the types of lists.
pub fn register_lists(registry: &mut Registry, resources: &'static [Resource]) {
    let mut types = Vec::from(field_filters());
    types.push(object(
        PAGE_INFO,
        "The position of a page in its list.",
        fields! {
            "hasNextPage": "Boolean!", "Whether there are items after the page.";
            "hasPreviousPage": "Boolean!", "Whether there are items before the page.";
            "startCursor": "String", "The cursor of the first item.";
            "endCursor": "String", "The cursor of the last item.";
        },
    ));
    let accounts = input_object(
        ACCOUNT_FILTER,
        "A filter of the account that a record refers to: all fields must match.",
        [
            input("id", "IDFilter", "Global id of the account."),
            input(ACCOUNT_EMAIL, "TextFilter", "Email address of the account."),
        ],
    );
    types.push(accounts.build());
    for resource in resources {
        types.extend(pages(resource.name, resource.name, &nouns(resource)));
        types.extend([order(resource), sorts(resource)]);
        types.push(filter(resource));
        types.extend(listed(resource).filter_map(|field| match field.format {
            Format::OneOf(choices) => {
                let conditions = Condition::of(field.column_type, &field.format);
                Some(field_filter(&filter_name(field), choices.name, conditions))
            }
            _ => None,
        }));
    }
    add_types(registry, types);
}

/// The connection and edge types of a list. `of` is their common name, `node` the type of an item.
pub fn pages(of: &str, node: &str, items: &str) -> [MetaType; 2] {
    let edge = format!("{of}Edge");
    let page = fields! {
        "edges": format!("[{edge}!]!"), "The items, each with its cursor.";
        "nodes": format!("[{node}!]!"), "The items of this page, without their cursors.";
        "pageInfo": format!("{PAGE_INFO}!"), "The position of the page in the list.";
        "totalCount": "Int!", "The number of items in the whole list.";
    };
    let item = fields! {
        "cursor": "String!", "The position in the list, opaque.";
        "node": format!("{node}!"), "What the list has at this place.";
    };
    [
        object(&connection_name(of), format!("A page of {items}."), page),
        object(&edge, "An item with its cursor.", item),
    ]
}

/// Events are not counted, since their number only grows.
pub fn without_total(mut ty: MetaType) -> MetaType {
    if let MetaType::Object { fields, .. } = &mut ty {
        fields.shift_remove("totalCount");
    }
    ty
}

fn order(resource: &Resource) -> MetaType {
    let direction = input("direction", "OrderDirection!", "The sort direction.");
    let direction = defaulted("ASC", direction);
    let fields = [
        input("field", format!("{}OrderField!", resource.name), "The field to sort by."),
        direction,
    ];
    let description = format!("A sort field of the kind {}, with its direction.", noun(resource));
    input_object(&format!("{}Order", resource.name), &description, fields).build()
}

fn sorts(resource: &Resource) -> MetaType {
    let id = (sort_name("database_id"), "Id of the record.".to_owned());
    let fields =
        listed(resource).map(|field| (sort_name(field.name), field.description.to_owned()));
    let description = format!("The sort fields of the kind {}.", noun(resource));
    choice(&format!("{}OrderField", resource.name), &description, std::iter::once(id).chain(fields))
}

fn filter(resource: &Resource) -> MetaType {
    let name = format!("{}Filter", resource.name);
    let joined = [
        input("and", format!("[{name}!]"), "All of these match."),
        input("or", format!("[{name}!]"), "At least one of these matches."),
        input("not", name.clone(), "This doesn't match."),
        input("id", "IDFilter", "Global id of the record."),
        input("databaseId", "BigIntFilter", "Id of the record."),
    ];
    let accounts = resource.relations.iter().flat_map(|relation| {
        [
            input(&relation.camel_column, "BigIntFilter", relation.description),
            input(relation.name, ACCOUNT_FILTER, relation.description),
        ]
    });
    let fields = listed(resource)
        .map(|field| input(&field.camel_name, filter_name(field), field.description));
    let description = format!("A filter of {}: all fields must match.", nouns(resource));
    input_object(&name, &description, joined.into_iter().chain(accounts).chain(fields)).build()
}

/// The filters of fields, by the type of the field.
fn field_filters() -> [MetaType; 7] {
    let plain = |name: &str, of, column_type| {
        field_filter(name, of, Condition::of(column_type, &Format::Plain))
    };
    [
        plain("TextFilter", "String", ColumnType::Text),
        plain("BooleanFilter", "Boolean", ColumnType::Bool),
        plain("IntFilter", "Int", ColumnType::Int),
        plain("BigIntFilter", BIG_INT, ColumnType::BigInt),
        plain("DateTimeFilter", DATE_TIME, ColumnType::Time),
        plain("UUIDFilter", UUID, ColumnType::Uuid),
        plain("IDFilter", "ID", ColumnType::Uuid),
    ]
}

fn field_filter(name: &str, of: &str, conditions: &[Condition]) -> MetaType {
    let fields = conditions.iter().map(|condition| {
        let ty = if *condition == Condition::In { format!("[{of}!]") } else { of.to_owned() };
        input(camel_case(condition.name()), ty, meaning(*condition))
    });
    input_object(name, "A filter of a field: all conditions must match.", fields).build()
}

const fn meaning(condition: Condition) -> &'static str {
    match condition {
        Condition::Eq => "It equals this; null matches a field without a value.",
        Condition::In => "It is one of these, at most 500.",
        Condition::Lt => "It is smaller than this.",
        Condition::Lte => "It is this or smaller.",
        Condition::Gt => "It is larger than this.",
        Condition::Gte => "It is this or larger.",
        Condition::Contains => "It contains this text, ignoring case.",
        Condition::StartsWith => "It starts with this text, ignoring case.",
    }
}
