//! The query parameters of each operation: those of both APIs, and those of REST.

use std::sync::LazyLock;

use super::filters::{filters, sorts};
use crate::{
    api::http::REASON,
    kinds::{accounts, notifications, registered},
    parameters::{
        Pages, Parameter,
        ParameterType::{Bool, Cursor, OneOf, Pattern, Size, Text},
        of_matching, of_read, trashed_records,
    },
    resources::{Matching, Read, Resource},
};

/// The query parameters of an operation.
pub fn parameters(read: Read) -> &'static [Parameter] {
    static OF_KINDS: LazyLock<Vec<[Vec<Parameter>; 2]>> = LazyLock::new(|| {
        registered().iter().map(|kind| [vec![fields(kind)], of_list(kind)]).collect()
    });
    static OF_OTHERS: LazyLock<Vec<(Read, Vec<Parameter>)>> = LazyLock::new(|| {
        let own = |read| match read {
            Read::Trash => vec![total()],
            Read::RoleMembers => vec![fields(accounts()), total()],
            Read::Inbox => of_inbox().into(),
            _ => Vec::new(),
        };
        let with_pages = [
            Read::Trash,
            Read::RecordEvents,
            Read::RoleEvents,
            Read::AccessTokens,
            Read::Roles,
            Read::RoleMembers,
            Read::Inbox,
        ];
        let all =
            with_pages.map(|read| (read, [pages(read), of_read(read).into(), own(read)].concat()));
        all.into()
    });
    match read {
        Read::Record(kind) => &OF_KINDS[kind.kind_index()][0],
        Read::List(kind) => &OF_KINDS[kind.kind_index()][1],
        read => {
            let known = OF_OTHERS.iter().find(|(known, _)| *known == read);
            known.map_or(of_read(read), |(_, parameters)| parameters)
        }
    }
}

/// The query parameters of an operation by filter. They are the filter of the list, and more.
pub fn parameters_of_matching(matching: Matching) -> &'static [Parameter] {
    static OF_KINDS: LazyLock<Vec<Vec<Parameter>>> = LazyLock::new(|| {
        let of_kind = |kind| {
            let more = because(Matching::Delete(kind));
            [search_of(kind)].into_iter().chain(filters(kind)).chain(more).collect()
        };
        registered().iter().map(of_kind).collect()
    });
    static OF_TRASH: LazyLock<Vec<Parameter>> =
        LazyLock::new(|| because(Matching::Trash).collect());
    match matching {
        Matching::Delete(kind) | Matching::Restore(kind) => &OF_KINDS[kind.kind_index()],
        Matching::Trash => &OF_TRASH,
    }
}

fn because(matching: Matching) -> impl Iterator<Item = Parameter> {
    let reason = "Why the caller does it. Events show it to those who may audit the record.";
    of_matching(matching).iter().cloned().chain([Parameter::new(REASON, Text, reason)])
}

fn pages(read: Read) -> Vec<Parameter> {
    let size = "The number of items, at most 100; 20 by default.";
    let after = "The cursor of the item before the page: `next` of the page before.";
    let before = "The cursor of the item after the page: `previous` of the page after it. Not \
                  together with `after`.";
    let all = [("limit", Size, size), ("after", Cursor, after), ("before", Cursor, before)];
    let count = match Pages::of(read) {
        None => 0,
        Some(Pages::Forward) => 2,
        Some(Pages::Both) => 3,
    };
    let made = all.into_iter().map(|(name, ty, text)| Parameter::new(name, ty, text));
    made.take(count).collect()
}

fn total() -> Parameter {
    let description = "Whether `total` is the number of items in the whole list.";
    Parameter::new("total", Bool, description)
}

fn fields(resource: &Resource) -> Parameter {
    let names = resource.whole().into_iter().map(str::to_owned).collect();
    Parameter::list("fields", OneOf("", names), "Only these fields; all by default.")
}

fn search_of(resource: &Resource) -> Parameter {
    let label = resource.label;
    let description = format!("Only records whose `{label}` contains this text, ignoring case.");
    Parameter::new("search", Pattern, description)
}

fn of_list(resource: &'static Resource) -> Vec<Parameter> {
    let names = sorts(resource).flat_map(|it| [it.field.to_owned(), format!("-{}", it.field)]);
    let order = Parameter::list(
        "order",
        OneOf("", names.collect()),
        "The fields to sort by, the most important first; with `-` the largest value comes first. By \
         default `id`.",
    );
    let general = [order, trashed_records(), fields(resource), total(), search_of(resource)];
    pages(Read::List(resource)).into_iter().chain(general).chain(filters(resource)).collect()
}

fn of_inbox() -> [Parameter; 4] {
    let counted = "Whether `unread_count` is the number of unread notifications.";
    [
        Parameter::new("unread", Bool, "Whether to leave out those that are read."),
        Parameter::new("unread_count", Bool, counted),
        fields(notifications()),
        total(),
    ]
}
