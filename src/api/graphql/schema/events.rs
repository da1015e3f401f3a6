//! Fields that list events.

use async_graphql::registry::{MetaField, MetaInputValue, MetaType};

use super::{
    directives::requires,
    enums::KIND,
    scalars::{BIG_INT, DATE_TIME, UUID},
    types::{EVENT, field, input, with_arguments},
};
use crate::kinds::AUDIT;

/// The type of events of roles.
pub const ROLE_EVENT: &str = "RoleEvent";

/// Events are not counted, since their number only grows.
pub fn without_total(mut ty: MetaType) -> MetaType {
    if let MetaType::Object { fields, .. } = &mut ty {
        fields.shift_remove("totalCount");
    }
    ty
}

/// The type and the arguments of the query `recordEvents`.
pub fn describe_events(name: &str) -> MetaField {
    let filters = [
        input("kinds", format!("[{KIND}!]"), "Only events of records of these kinds, or of roles."),
        input("recordId", "ID", "Only events of the record or role with this global id."),
        input("actions", "[RecordAction!]", "Only these actions."),
        input("actor", BIG_INT, "Only actions of the account with this id."),
        input("actorId", "ID", "The same as `actor`, by global id; one of the two."),
        input("operationId", UUID, "Only events of this operation."),
        input("createdAfter", DATE_TIME, "Only events later than this."),
        input("createdBefore", DATE_TIME, "Only events earlier than this."),
        as_of(),
    ];
    let described = field(name, format!("{EVENT}Connection"), "");
    with_arguments(described, filters.into_iter().chain(forward_arguments()))
}

/// Describes the field `history` of a record.
pub fn describe_history() -> MetaField {
    let description = "The events of the record, the newest first; null, with an error, for a \
                       caller who may not audit it.";
    let described = field("history", format!("{EVENT}Connection"), description);
    requires(&AUDIT, with_arguments(described, history_arguments()))
}

/// The arguments that select a page of a history.
pub fn history_arguments() -> [MetaInputValue; 3] {
    let [first, after] = forward_arguments();
    [as_of(), first, after]
}

fn as_of() -> MetaInputValue {
    input("asOf", DATE_TIME, "Only events up to this time: those that there were then.")
}

/// The arguments that select a page of a list read forward only.
pub fn forward_arguments() -> [MetaInputValue; 2] {
    [
        input("first", "Int", "The number of items, at most 100; 20 by default."),
        input("after", "String", "The cursor of the item before the page."),
    ]
}
