//! Operations on one record, as data.

use super::{
    change::{Answer, Create, RequestBody, RequestOption, Update},
    resource::Resource,
};
use crate::auth::{CredentialKind, Permission};

/// An operation that changes one record.
#[derive(Debug)]
pub struct RecordAct {
    /// The kind of the record.
    pub resource: &'static Resource,
    /// The change.
    pub change: Change,
    /// The state that the record has before.
    pub target: TargetState,
    /// The fields that the request contains.
    pub body: Option<RequestBody>,
    /// The options that the request may contain.
    pub options: &'static [RequestOption],
    /// What GraphQL returns besides the record.
    pub results: Vec<ResultField>,
    /// The response in REST.
    pub answer: &'static Answer,
    /// How the name of that response's schema begins, `Restored`.
    pub schema: &'static str,
}

/// A change of one record, with its rules.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// Deletes it.
    Delete,
    /// Restores it.
    Restore,
    /// Writes fields.
    Update(&'static Update),
    /// Creates it.
    Create(&'static Create),
    /// Replaces the secret of a credential; takes the permission to update it.
    Rotate(CredentialKind, &'static Permission),
}

/// The state that a record has before an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetState {
    /// It is live.
    Live,
    /// It is deleted.
    Deleted,
    /// It doesn't exist.
    New,
}

/// A field of a payload besides the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultField {
    /// Whether the record was deleted before.
    Restored {
        /// What it is for a live record.
        description: &'static str,
    },
    /// The id of the operation; null if nothing changed.
    OperationId {
        /// Whether it can be null.
        nullable: bool,
        /// What the operation is good for.
        description: &'static str,
    },
    /// The new secret.
    Secret,
}
