//! Restores records together with those they belong to or own.

mod deleted;
mod preview;
mod restore;

pub use preview::{Dependents, MAX_PREVIEWS, RestorePreview, restore_preview};
pub use restore::{restore_many_related, restore_related};
