//! The query parameters of each operation that reads.

use std::sync::LazyLock;

use super::{
    filters::{filters, sorts},
    parameter::{
        Parameter,
        ParameterType::{BigInt, Bool, Cursor, GlobalId, OneOf, Pattern, Size, Text, Time, Uuid},
    },
};
use crate::{
    api::http::REASON,
    kinds,
    operations::{
        audit::{Action, event_kinds},
        bulk::MAX_PREVIEWS,
    },
    resources::{Matching, Read, Resource, snake_case},
};

/// Parameters that are made once.
macro_rules! kept {
    ($parameters:expr) => {{
        static KEPT: LazyLock<Vec<Parameter>> = LazyLock::new(|| $parameters);
        &KEPT
    }};
}

/// The query parameters of an operation.
pub fn parameters(read: Read) -> &'static [Parameter] {
    static OF_KINDS: LazyLock<Vec<[Vec<Parameter>; 2]>> = LazyLock::new(|| {
        kinds::registered().iter().map(|kind| [vec![fields(kind)], of_list(kind)]).collect()
    });
    match read {
        Read::Record(kind) => &OF_KINDS[kind.kind_index()][0],
        Read::List(kind) => &OF_KINDS[kind.kind_index()][1],
        Read::Trash => kept!(of_trash()),
        Read::RecordEvents => kept!(of_events()),
        Read::Inbox => kept!(of_inbox()),
        Read::AccessTokens => kept!(vec![limit(), after(), account()]),
        Read::RestorePreview => kept!(of_preview()),
        Read::RecordAsOf => kept!(of_record_as_of()),
        Read::Roles => kept!(of_roles()),
        Read::RoleMembers => kept!(of_members()),
        Read::RoleEvents => kept!(vec![limit(), after(), as_of()]),
        Read::Grants => kept!(vec![account()]),
        _ => &[],
    }
}

/// The parameter with the token of a preview.
pub const CONFIRM: &str = "confirm";

/// The query parameters of an operation by filter. They are the filter of the list, and more.
pub fn parameters_of_matching(matching: Matching) -> &'static [Parameter] {
    static OF_KINDS: LazyLock<Vec<Vec<Parameter>>> = LazyLock::new(|| {
        let of_kind = |kind| [search_of(kind)].into_iter().chain(filters(kind)).chain(confirmed());
        kinds::registered().iter().map(|kind| of_kind(kind).collect()).collect()
    });
    match matching {
        Matching::Delete(kind) | Matching::Restore(kind) => &OF_KINDS[kind.kind_index()],
        Matching::Trash => kept!(filters_of_trash().into_iter().chain(confirmed()).collect()),
    }
}

fn confirmed() -> [Parameter; 2] {
    let confirm = "The token of a preview of the same request; a preview if absent.";
    let reason = "Why the caller does it. Events show it to those who may audit the record.";
    [Parameter::new(CONFIRM, Cursor, confirm), Parameter::new(REASON, Text, reason)]
}

fn limit() -> Parameter {
    Parameter::new("limit", Size, "The number of items, at most 100; 20 by default.")
}

fn after() -> Parameter {
    let description = "The cursor of the item before the page: `next` of the page before.";
    Parameter::new("after", Cursor, description)
}

fn pages() -> [Parameter; 3] {
    let description = "The cursor of the item after the page: `previous` of the page after it. Not \
                       together with `after`.";
    [limit(), after(), Parameter::new("before", Cursor, description)]
}

fn total() -> Parameter {
    let description = "Whether `total` is the number of items in the whole list.";
    Parameter::new("total", Bool, description)
}

fn fields(resource: &Resource) -> Parameter {
    let names = resource.whole().into_iter().map(str::to_owned).collect();
    Parameter::list("fields", OneOf(names), "Only these fields; all by default.")
}

fn search(description: &str) -> Parameter {
    Parameter::new("search", Pattern, description)
}

fn search_of(resource: &Resource) -> Parameter {
    let label = resource.label;
    search(&format!("Only records whose `{label}` contains this text, ignoring case."))
}

fn kinds_of<'a>(kinds: impl Iterator<Item = &'a str>, description: &str) -> Parameter {
    Parameter::list("kinds", OneOf(kinds.map(snake_case).collect()), description)
}

fn of_list(resource: &Resource) -> Vec<Parameter> {
    let names = sorts(resource).flat_map(|it| [it.field.to_owned(), format!("-{}", it.field)]);
    let order = Parameter::list(
        "order",
        OneOf(names.collect()),
        "The fields to sort by, the most important first; with `-` the largest value comes first. By \
         default `id`.",
    );
    let trashed = trashed(
        "Whether deleted records, of those that the caller may restore, are included; `without` by \
         default.",
    );
    let general = [order, trashed, fields(resource), total(), search_of(resource)];
    Vec::from(pages()).into_iter().chain(general).chain(filters(resource)).collect()
}

fn trashed(description: &str) -> Parameter {
    let states = ["without", "with", "only"].map(str::to_owned).into();
    Parameter::new("trashed", OneOf(states), description)
}

fn of_members() -> Vec<Parameter> {
    pages().into_iter().chain([fields(kinds::accounts()), total()]).collect()
}

fn of_roles() -> Vec<Parameter> {
    vec![trashed(
        "Whether deleted roles are included, for a caller that may view and restore roles; `without` \
         by default.",
    )]
}

fn of_trash() -> Vec<Parameter> {
    let orders = ["deleted_at", "purge_at"].map(str::to_owned).into();
    let shown = [
        Parameter::new(
            "order",
            OneOf(orders),
            "The order: the newest deletion first (`deleted_at`, the default), or the record first \
             that can be purged first (`purge_at`).",
        ),
        total(),
    ];
    pages().into_iter().chain(filters_of_trash()).chain(shown).collect()
}

fn filters_of_trash() -> [Parameter; 6] {
    [
        kinds_of(kinds::registered().iter().map(|kind| kind.name), "Only records of these kinds."),
        Parameter::new("deleted_by", BigInt, "Only records that the account with this id deleted."),
        Parameter::new("deleted_after", Time, "Only records deleted after this."),
        Parameter::new("deleted_before", Time, "Only records deleted before this."),
        Parameter::new("purge_before", Time, "Only records whose `purge_at` is before this."),
        search("Only records whose label contains this text, ignoring case."),
    ]
}

fn of_events() -> Vec<Parameter> {
    let actions = Action::ALL.map(|action| action.name().to_owned()).into();
    vec![
        limit(),
        after(),
        kinds_of(event_kinds(), "Only events of records of these kinds, or of roles."),
        Parameter::new(
            "record_id",
            GlobalId,
            "Only events of the record or role with this global id.",
        ),
        Parameter::list("actions", OneOf(actions), "Only events with these actions."),
        Parameter::new("actor", BigInt, "Only events by the account with this id."),
        Parameter::new("operation_id", Uuid, "Only events of this operation."),
        Parameter::new("created_after", Time, "Only events after this."),
        Parameter::new("created_before", Time, "Only events before this."),
        as_of(),
    ]
}

fn as_of() -> Parameter {
    Parameter::new("as_of", Time, "Only events up to this time.")
}

fn account() -> Parameter {
    let description = "Id of the account; the caller's if absent.";
    Parameter::new("user_id", BigInt, description)
}

fn of_preview() -> Vec<Parameter> {
    let ids = format!("The global ids of the records, at most {MAX_PREVIEWS}.");
    let ids = Parameter::list("ids", GlobalId, ids);
    vec![Parameter { max_values: MAX_PREVIEWS, required: true, ..ids }]
}

fn of_record_as_of() -> Vec<Parameter> {
    let description = "The time as of which the record is read, such as 2026-03-01T12:00:00Z.";
    vec![Parameter { required: true, ..Parameter::new("at", Time, description) }]
}

fn of_inbox() -> Vec<Parameter> {
    let own = [
        Parameter::new("unread", Bool, "Whether to leave out those that are read."),
        Parameter::new(
            "unread_count",
            Bool,
            "Whether `unread_count` is the number of unread notifications.",
        ),
        fields(kinds::notifications()),
        total(),
    ];
    pages().into_iter().chain(own).collect()
}
