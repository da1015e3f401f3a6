//! Restores records together with those that they belong to and that belong to them.

mod deleted;
mod preview;
mod related;
mod restore;

pub use preview::{Dependents, MAX_PREVIEWS, Preview, restore_preview};
pub use restore::{restore_many_related, restore_related};
