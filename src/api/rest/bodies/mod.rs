//! The bodies of responses without records, with their schemas and examples.

mod accounts;
mod audit;
mod bulk;
mod records;
mod shape;

pub use accounts::{
    AccessToken, Credential, GrantChange, Grants, KindAccess, NewAccessToken, Role, SignedOut,
};
pub use audit::{Event, FieldChange, Operation, RecordAsOf, RevertedRecord};
pub use bulk::{
    All, AllMarked, BulkChange, BulkOutcome, BulkProgress, BulkResult, ImportedTexts,
    MarkedNotifications, SentNotifications,
};
pub use records::{RestorePreview, TrashSummary, TrashedRecord};
use shape::body;
pub use shape::{Body, Shape, referred};
