//! Enums that don't depend on kinds.

use async_graphql::Enum;

use crate::{auth, operations};

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
    /// The record that may be purged first comes first, those that are kept forever last.
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
