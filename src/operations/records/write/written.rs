//! The outcome of an operation on one record.

use uuid::Uuid;

use crate::{auth::Secret, operations::rows::Record};

/// The result of an operation on one record.
pub struct WrittenRecord {
    /// The record after it.
    pub record: Record,
    /// The operation's id, if it wrote the record; `None` where it is created or rotated, too.
    pub operation: Option<Uuid>,
    /// The new secret of a credential. It is shown in this response only, because its hash alone is
    /// stored.
    pub secret: Option<Secret>,
    /// The fields that are shown to a caller who may not view it; `None`: all of the response.
    pub known: Option<Vec<&'static str>>,
}

impl WrittenRecord {
    /// A record, and the operation that wrote it.
    pub(super) const fn of(record: Record, operation: Option<Uuid>) -> Self {
        Self { record, operation, secret: None, known: None }
    }
}
