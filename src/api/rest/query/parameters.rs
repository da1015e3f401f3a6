//! The query parameters of each operation: those of both APIs, and those of REST.

use std::{collections::HashMap, sync::LazyLock};

use super::filters::{filters, sorts};
use crate::{
    actions::{Act, Action, Read, Selects, actions},
    api::http::REASON,
    kinds::{accounts, notifications},
    parameters::{
        Pages, Parameter,
        ParameterType::{Bool, Cursor, OneOf, Pattern, Size, Text},
        trashed_records,
    },
    resources::Resource,
};

/// The query parameters of an operation.
pub fn parameters(action: &Action) -> &'static [Parameter] {
    static KEPT: LazyLock<HashMap<&str, Vec<Parameter>>> =
        LazyLock::new(|| actions().iter().map(|it| (it.name.as_str(), made(it))).collect());
    KEPT.get(action.name.as_str()).map_or(&[], |it| it)
}

fn made(action: &Action) -> Vec<Parameter> {
    let shared = action.parameters.to_vec();
    let own = match (&action.act, action.selects) {
        (Act::Read(Read::Record(kind)), _) => vec![fields(kind)],
        (Act::Read(Read::List(kind)), _) => of_list(kind),
        (Act::Read(Read::Trash), _) => vec![total()],
        (Act::Read(Read::RoleMembers), _) => vec![fields(accounts()), total()],
        (Act::Read(Read::Inbox), _) => of_inbox().into(),
        (Act::Read(_), _) => Vec::new(),
        // A filter is that of the list, and more.
        (_, Selects::Matching(kind)) => {
            let filter = [search_of(kind)].into_iter().chain(filters(kind));
            return filter.chain(shared).chain([reason()]).collect();
        }
        _ if action.takes_query() => vec![reason()],
        _ => return Vec::new(),
    };
    [pages(action.pages), shared, own].concat()
}

fn reason() -> Parameter {
    let reason = "Why the caller does it. Events show it to those who may audit the record.";
    Parameter::new(REASON, Text, reason)
}

fn pages(of: Option<Pages>) -> Vec<Parameter> {
    let size = "The number of items, at most 100; 20 by default.";
    let after = "The cursor of the item before the page: `next` of the page before.";
    let before = "The cursor of the item after the page: `previous` of the page after it. Not \
                  together with `after`.";
    let all = [("limit", Size, size), ("after", Cursor, after), ("before", Cursor, before)];
    let count = match of {
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
    let counted = "`trashed`: whether `counts` has the number of deleted records that match, of those \
                   that the caller may restore.";
    let counts = Parameter::list("counts", OneOf("", vec!["trashed".to_owned()]), counted);
    let search = search_of(resource);
    let general = [order, trashed_records(), fields(resource), total(), counts, search];
    general.into_iter().chain(filters(resource)).collect()
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
