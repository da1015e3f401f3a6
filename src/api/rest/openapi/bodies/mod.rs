//! The bodies of responses that are no records.

mod content;
mod selection;

pub use content::content;
pub use selection::{account_change, selection};
