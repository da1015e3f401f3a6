//! The types and fields of events.

use async_graphql::{
    InputType, OutputType,
    registry::{MetaField, MetaInputValue, MetaType, Registry},
};

use super::{
    directives::requires,
    enums::{CallVia, CredentialKind, RecordAction},
    kinds::KIND,
    lists::pages,
    scalars::{BIG_INT, DATE_TIME, JSON, JSON_OBJECT, UUID},
    types::{ACTOR, EVENT, NODE, RECORD, add_types, field, input, object, with_arguments},
};
use crate::kinds::AUDIT;

/// The type of the difference of a field.
const FIELD_CHANGE: &str = "FieldChange";
/// The type of events of roles.
pub const ROLE_EVENT: &str = "RoleEvent";

/// Registers the types.
pub fn register_events(registry: &mut Registry) {
    registry.add_implements(EVENT, NODE);
    let fields = fields(registry);
    let of_role = role_event(fields.clone());
    let event = object(EVENT, "An event: an action on a record.", fields);
    let change = object(
        FIELD_CHANGE,
        "The difference that an action made to a field of a record.",
        [
            field("field", "String!", "The name of the field, as records have it."),
            field(
                "before",
                JSON,
                "The value of the field before the action; null if the action created the record.",
            ),
            field("after", JSON, "The value of the field after the action."),
        ],
    );
    let pages = |of| pages(of, of, "events, the newest first");
    let types = [event, of_role, change].into_iter().chain(pages(EVENT)).chain(pages(ROLE_EVENT));
    add_types(registry, types.map(without_total));
}

/// The type of an event of a role, from the events' type.
fn role_event(fields: Vec<MetaField>) -> MetaType {
    let of_records = ["id", "kind", "recordId", "record", "label"];
    let text = "Null for a caller who may not audit the record.";
    let fields = fields.into_iter().filter(|field| !of_records.contains(&field.name.as_str()));
    let fields = fields.map(|field| {
        let description = field
            .description
            .map(|it| it.replace(text, "").replace("the record", "the role").trim_end().to_owned());
        MetaField { description, ..field }
    });
    object(ROLE_EVENT, "An event: an action on a role.", fields)
}

/// Events are not counted, since their number only grows.
pub fn without_total(mut ty: MetaType) -> MetaType {
    if let MetaType::Object { fields, .. } = &mut ty {
        fields.shift_remove("totalCount");
    }
    ty
}

fn fields(registry: &mut Registry) -> Vec<MetaField> {
    let action = <RecordAction as OutputType>::create_type_info(registry);
    let via = <Option<CallVia> as OutputType>::create_type_info(registry);
    let credential_kind = <Option<CredentialKind> as OutputType>::create_type_info(registry);
    let audited = |name: &str, ty: &str, description: &str| {
        field(name, ty, &format!("{description} Null for a caller who may not audit the record."))
    };
    vec![
        field("id", "ID!", "Global, opaque id of the event."),
        field("databaseId", format!("{BIG_INT}!"), "Id of the event."),
        field("kind", format!("{KIND}!"), "The kind of the record; `ROLE` for a role."),
        field("recordId", "ID!", "Global id of the record, or of the role."),
        field(
            "record",
            RECORD,
            "The record as it is now; null if the caller may not view it, if it was purged, and for a \
             role.",
        ),
        field(
            "label",
            "String",
            "What people know the record by: as the event changed it, if the caller may audit the \
             record, otherwise as it is now, if the caller may view it.",
        ),
        field("action", action, "What was done to the record."),
        field("createdAt", format!("{DATE_TIME}!"), "When the action took place."),
        field("actor", ACTOR, "The account that acted; null for the system itself."),
        field("operationId", format!("{UUID}!"), "The operation that the action was part of."),
        field("changedFields", "[String!]!", "The fields that the action changed."),
        audited("reason", "String", "Why, in the words of the caller."),
        audited(
            "before",
            JSON_OBJECT,
            "The changed fields before the action; null for a created record, and after a purge.",
        ),
        audited("after", JSON_OBJECT, "The changed fields after the action."),
        audited(
            "changes",
            &format!("[{FIELD_CHANGE}!]"),
            "The difference of each changed field; empty after a purge.",
        ),
        audited("credentialKind", &credential_kind, "The kind of credential that was used."),
        audited("credentialId", BIG_INT, "Id of the credential."),
        audited("via", &via, "The API that was used."),
        audited("requestId", "String", "Id of the request, as in its response and in the log."),
    ]
}

/// The type and the arguments of the query `recordEvents`.
pub fn describe_events(name: &str) -> MetaField {
    let actions = <Option<Vec<RecordAction>> as InputType>::qualified_type_name();
    let filters = [
        input("kinds", format!("[{KIND}!]"), "Only events of records of these kinds, or of roles."),
        input("recordId", "ID", "Only events of the record or role with this global id."),
        input("actions", actions, "Only these actions."),
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
