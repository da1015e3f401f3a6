//! The query parameters of each operation that reads.

use entity::ColumnType;
use std::sync::LazyLock;

use super::{
    filters::filters,
    parameter::{Parameter, ParameterType},
    query::Query,
};
use crate::{
    kinds,
    operations::{audit::Action, records::read::Sort},
    resources::{Read, Resource, snake_case},
};

/// The query parameters of an operation.
pub fn parameters(read: Read) -> &'static [Parameter] {
    static OF_KINDS: LazyLock<Vec<[Vec<Parameter>; 2]>> = LazyLock::new(|| {
        kinds::all().iter().map(|kind| [vec![fields(kind)], of_list(kind)]).collect()
    });
    static TRASH: LazyLock<Vec<Parameter>> = LazyLock::new(of_trash);
    static EVENTS: LazyLock<Vec<Parameter>> = LazyLock::new(of_events);
    static INBOX: LazyLock<Vec<Parameter>> = LazyLock::new(of_inbox);
    static TOKENS: LazyLock<Vec<Parameter>> = LazyLock::new(of_tokens);
    match read {
        Read::Record(kind) => &OF_KINDS[kind.kind_index()][0],
        Read::List(kind) => &OF_KINDS[kind.kind_index()][1],
        Read::Trash => &TRASH,
        Read::RecordEvents => &EVENTS,
        Read::Inbox => &INBOX,
        Read::AccessTokens => &TOKENS,
        Read::Viewer
        | Read::Node
        | Read::Nodes
        | Read::RestorePreview
        | Read::RecordAsOf
        | Read::TrashSummary
        | Read::Operation
        | Read::TranslationBundle
        | Read::PermissionNames
        | Read::Roles
        | Read::Role => &[],
    }
}

fn limit() -> Parameter {
    Parameter::new("limit", ParameterType::Size, "The number of items, at most 100; 20 by default.")
}

fn after() -> Parameter {
    let description = "The cursor of the item before the page: `next` of the page before.";
    Parameter::new("after", ParameterType::Cursor, description)
}

fn pages() -> [Parameter; 3] {
    let description = "The cursor of the item after the page: `previous` of the page after it. Not \
                       together with `after`.";
    [limit(), after(), Parameter::new("before", ParameterType::Cursor, description)]
}

fn total() -> Parameter {
    let description = "Whether `total` is the number of items in the whole list.";
    Parameter::new("total", ParameterType::Bool, description)
}

fn fields(resource: &Resource) -> Parameter {
    let names = resource.whole().into_iter().map(str::to_owned).collect();
    Parameter::list("fields", ParameterType::OneOf(names), "Only these fields; all by default.")
}

fn search(description: &str) -> Parameter {
    Parameter::new("search", ParameterType::Pattern, description)
}

fn kinds_of(items: &str) -> Parameter {
    let names = kinds::all().iter().map(|kind| snake_case(kind.name)).collect();
    let description = format!("Only {items} of these kinds.");
    Parameter::list("kinds", ParameterType::OneOf(names), description)
}

/// The fields to sort by.
fn sorts(resource: &Resource) -> impl Iterator<Item = Sort> {
    let id = Sort {
        field: resource.columns.id,
        column_type: ColumnType::BigInt,
        nullable: false,
        descending: false,
    };
    let listed = resource.fields.iter().filter(|field| field.listed).map(|field| Sort {
        field: field.name,
        column_type: field.column_type,
        nullable: field.nullable,
        descending: false,
    });
    [id].into_iter().chain(listed)
}

fn of_list(resource: &Resource) -> Vec<Parameter> {
    let names = sorts(resource).flat_map(|it| [it.field.to_owned(), format!("-{}", it.field)]);
    let order = Parameter::list(
        "order",
        ParameterType::OneOf(names.collect()),
        "The fields to sort by, the most important first; with `-` the largest value comes first. By \
         default `id`.",
    );
    let states = ["without", "with", "only"].map(str::to_owned).into();
    let trashed = Parameter::new(
        "trashed",
        ParameterType::OneOf(states),
        "Whether deleted records, of those that the caller may restore, are included; `without` by \
         default.",
    );
    let search = search(&format!(
        "Only records whose `{}` contains this text, ignoring case.",
        resource.label
    ));
    let general = [order, trashed, fields(resource), total(), search];
    Vec::from(pages()).into_iter().chain(general).chain(filters(resource)).collect()
}

fn of_trash() -> Vec<Parameter> {
    let orders = ["deleted_at", "purge_at"].map(str::to_owned).into();
    let of_trash = [
        kinds_of("records"),
        Parameter::new(
            "deleted_by",
            ParameterType::BigInt,
            "Only records that the account with this id deleted.",
        ),
        Parameter::new("deleted_after", ParameterType::Time, "Only records deleted after this."),
        Parameter::new("deleted_before", ParameterType::Time, "Only records deleted before this."),
        search("Only records whose label contains this text, ignoring case."),
        Parameter::new(
            "order",
            ParameterType::OneOf(orders),
            "The order: the newest deletion first (`deleted_at`, the default), or the record first \
             that can be purged first (`purge_at`).",
        ),
        total(),
    ];
    pages().into_iter().chain(of_trash).collect()
}

fn of_events() -> Vec<Parameter> {
    let actions = Action::ALL.map(|action| action.name().to_owned()).into();
    vec![
        limit(),
        after(),
        kinds_of("events of records"),
        Parameter::new(
            "record_id",
            ParameterType::Text,
            "Only events of the record with this global id.",
        ),
        Parameter::list(
            "actions",
            ParameterType::OneOf(actions),
            "Only events with these actions.",
        ),
        Parameter::new("actor", ParameterType::BigInt, "Only events by the account with this id."),
        Parameter::new("operation_id", ParameterType::Uuid, "Only events of this operation."),
        Parameter::new("created_after", ParameterType::Time, "Only events after this."),
        Parameter::new("created_before", ParameterType::Time, "Only events before this."),
    ]
}

fn of_tokens() -> Vec<Parameter> {
    let account = "Id of the account; the caller's if absent.";
    vec![limit(), after(), Parameter::new("user_id", ParameterType::BigInt, account)]
}

fn of_inbox() -> Vec<Parameter> {
    let own = [
        Parameter::new("unread", ParameterType::Bool, "Whether to leave out those that are read."),
        Parameter::new(
            "unread_count",
            ParameterType::Bool,
            "Whether `unread_count` is the number of unread notifications.",
        ),
        fields(kinds::notifications()),
        total(),
    ];
    pages().into_iter().chain(own).collect()
}

/// The fields of the records in a response.
pub fn shown_fields(resource: &Resource, query: &Query) -> Vec<&'static str> {
    let whole = resource.whole();
    match query.texts("fields") {
        Some(texts) => whole.into_iter().filter(|name| texts.contains(name)).collect(),
        None => whole,
    }
}

/// The order of a list. The id comes last, in the direction of the first field, so that the order is
/// total.
pub fn order(resource: &Resource, query: &Query) -> Vec<Sort> {
    let mut order: Vec<Sort> = Vec::new();
    for text in query.texts("order").unwrap_or_default() {
        let (name, descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let sort = sorts(resource).find(|sort| sort.field == name);
        // A field that is repeated has no effect.
        let sort = sort.filter(|sort| order.iter().all(|known| known.field != sort.field));
        order.extend(sort.map(|sort| Sort { descending, ..sort }));
    }
    let id = resource.columns.id;
    if order.iter().all(|sort| sort.field != id) {
        let descending = order.first().is_some_and(|sort| sort.descending);
        order.extend(sorts(resource).take(1).map(|sort| Sort { descending, ..sort }));
    }
    order
}
