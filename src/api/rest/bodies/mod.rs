//! The bodies of responses without records, with their schemas and examples.

mod accounts;
mod audit;
mod bulk;
mod inbox;
mod records;
mod shape;

pub use accounts::{
    AccessToken, Credential, GrantChange, Grants, KindAccess, NewAccessToken, Role, SignedOut,
};
pub use audit::{Event, FieldChange, Operation, RecordAsOf, RevertedRecord};
pub use bulk::{All, BulkChange, BulkOutcome, BulkProgress, BulkResult, ImportedTexts};
pub use inbox::{AllMarked, MarkedNotifications, SentNotifications};
pub use records::{RestorePreview, TrashSummary, TrashedRecord};
use shape::body;
pub use shape::{Body, Shape, referred};
