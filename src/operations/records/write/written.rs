//! The outcome of an operation on one record.

use uuid::Uuid;

use crate::{auth::Secret, operations::records::Record};

/// The result of an operation on one record.
pub struct Written {
    /// The record after it.
    pub record: Record,
    /// The operation's id, if it changed the record and can be undone.
    pub operation: Option<Uuid>,
    /// The new secret of a credential. It is shown in this response only, because its hash alone is
    /// stored.
    pub secret: Option<Secret>,
}
