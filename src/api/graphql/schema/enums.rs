//! Enums that don't depend on kinds.

use async_graphql::{Enum, registry::MetaType};

use super::types::choice;
use crate::{auth, error::Code, operations};

/// Which records a list includes, by their deletion.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(remote = "operations::records::read::Trashed")]
pub enum Trashed {
    /// Live records only.
    Without,
    /// Live and deleted records.
    With,
    /// Deleted records only.
    Only,
}

/// A sort direction. Null is larger than any value.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub enum OrderDirection {
    /// The smallest value first.
    Asc,
    /// The largest value first.
    Desc,
}

/// An order of the trash.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(remote = "operations::trash::TrashOrder")]
pub enum TrashOrder {
    /// The newest deletion first.
    DeletedAt,
    /// The record to be purged first comes first, those kept forever last.
    PurgeAt,
}

/// An action on a record.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(remote = "operations::audit::Action")]
pub enum RecordAction {
    /// The record was created.
    Created,
    /// Fields of the record were changed.
    Updated,
    /// The record was deleted.
    Deleted,
    /// The record was restored.
    Restored,
    /// The record was removed permanently, and its values from all its events.
    Purged,
}

/// The API of a call.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(remote = "auth::Api")]
pub enum CallVia {
    /// The GraphQL API.
    Graphql,
    /// The REST API.
    Rest,
}

/// The records that the caller may act on.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub enum Access {
    /// No records.
    None,
    /// The caller's own records.
    Own,
    /// All records.
    All,
}

/// The kind of a credential.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(remote = "auth::CredentialKind")]
pub enum CredentialKind {
    /// An access token of an account.
    AccessToken,
    /// An API key.
    ApiKey,
    /// A token of the identity provider. Its name is the provider.
    IdentityToken,
}

/// The enum of error codes.
pub const ERROR_CODE: &str = "ErrorCode";

/// The codes that any root field can fail with.
const COMMON: [Code; 6] = [
    Code::Unauthenticated,
    Code::BadRequest,
    Code::QueryTooExpensive,
    Code::RateLimited,
    Code::Unavailable,
    Code::Internal,
];

/// The type of the enum.
pub fn error_codes() -> MetaType {
    let values = Code::ALL.into_iter().filter_map(|code| {
        let any = if COMMON.contains(&code) { " Any field can fail with it." } else { "" };
        Some((code.as_str().to_owned(), format!("{}{any}", code.meaning()?)))
    });
    let description = "The codes of errors, in `extensions.code` and in outcomes. The description of a \
                       root field names those that it answers with.";
    choice(ERROR_CODE, description, &values.collect::<Vec<_>>())
}

/// The sentence about codes of any root field, without full stop.
pub fn common_errors() -> String {
    let [names @ .., last] = COMMON.map(Code::as_str);
    let (names, forbidden) = (names.join(", "), Code::Forbidden.as_str());
    format!(
        "Any field can also fail with {names} or {last}, or with {forbidden} for a deleted caller"
    )
}
