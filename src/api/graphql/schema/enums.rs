//! The enums: those of the kinds, of error codes, and others.

use async_graphql::{
    Value,
    registry::{MetaType, Registry},
};

use super::types::{add_types, choice};
use crate::{
    error::Code,
    kinds,
    resources::{Resource, snake_case},
};

/// Registers the enums.
pub fn register_enums(registry: &mut Registry) {
    let trashed = [
        ("WITHOUT", "Live records only."),
        ("WITH", "Live and deleted records."),
        ("ONLY", "Deleted records only."),
    ];
    let directions = [("ASC", "The smallest value first."), ("DESC", "The largest value first.")];
    let orders = [
        ("DELETED_AT", "The newest deletion first."),
        ("PURGE_AT", "The record to be purged first comes first, those kept forever last."),
    ];
    let actions = [
        ("CREATED", "The record was created."),
        ("UPDATED", "Fields of the record were changed."),
        ("DELETED", "The record was deleted."),
        ("RESTORED", "The record was restored."),
        ("HELD", "The record was put on hold: nothing purges or erases it."),
        ("RELEASED", "The record was released from its hold."),
        ("PURGED", "The record was removed permanently, and its values from all its events."),
    ];
    let apis = [("GRAPHQL", "The GraphQL API."), ("REST", "The REST API.")];
    let access =
        [("NONE", "No records."), ("OWN", "The caller's own records."), ("ALL", "All records.")];
    let credentials = [
        ("ACCESS_TOKEN", "An access token of an account."),
        ("API_KEY", "An API key."),
        ("IDENTITY_TOKEN", "A token of the identity provider. Its name is the provider."),
    ];
    let types = [
        choice("Trashed", "Which records a list includes, by their deletion.", trashed),
        choice("OrderDirection", "A sort direction. Null is larger than any value.", directions),
        choice("TrashOrder", "An order of the trash.", orders),
        choice("RecordAction", "An action on a record.", actions),
        choice("CallVia", "The API of a call.", apis),
        choice("Access", "The records that the caller may act on.", access),
        choice("CredentialKind", "The kind of a credential.", credentials),
        error_codes(),
        kinds_type(),
    ];
    add_types(registry, types);
}

/// The codes that any root field can fail with.
const COMMON: [Code; 6] = [
    Code::Unauthenticated,
    Code::BadRequest,
    Code::QueryTooExpensive,
    Code::RateLimited,
    Code::Unavailable,
    Code::Internal,
];

/// The enum of error codes.
fn error_codes() -> MetaType {
    let values = Code::ALL.into_iter().filter_map(|code| {
        let any = if COMMON.contains(&code) { " Any field can fail with it." } else { "" };
        Some((code.as_str().to_owned(), format!("{}{any}", code.meaning()?)))
    });
    let description = "The codes of errors, in `extensions.code` and in outcomes. The description of a \
                       root field names those that it answers with.";
    choice("ErrorCode", description, values)
}

/// The sentence about codes of any root field, without full stop.
pub fn common_errors() -> String {
    let [names @ .., last] = COMMON.map(Code::as_str);
    let (names, forbidden) = (names.join(", "), Code::Forbidden.as_str());
    format!(
        "Any field can also fail with {names} or {last}, or with {forbidden} for a deleted caller"
    )
}

/// The enum of the kinds.
pub const KIND: &str = "Kind";

/// The name of a kind in the enum: `API_KEY`.
pub fn kind_name(resource: &Resource) -> String {
    event_kind_name(resource.name)
}

/// The name of a kind of events in the enum.
pub fn event_kind_name(kind: &str) -> String {
    snake_case(kind).to_ascii_uppercase()
}

/// The kind of a value of the enum.
pub fn read(value: &Value) -> Option<&'static Resource> {
    let name = enum_name(value)?;
    kinds::registered().iter().find(|resource| kind_name(resource) == name)
}

/// The name of an enum's value; in variables it is a text.
pub fn enum_name(value: &Value) -> Option<&str> {
    match value {
        Value::Enum(name) => Some(name),
        Value::String(name) => Some(name),
        _ => None,
    }
}

/// The type of the enum of the kinds.
fn kinds_type() -> MetaType {
    let values = kinds::registered()
        .iter()
        .map(|resource| (kind_name(resource), resource.description.to_owned()));
    choice(KIND, "The kinds of record.", values)
}
