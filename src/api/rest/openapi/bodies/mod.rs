//! The bodies of responses that are no records.

mod content;
mod samples;
mod selection;

pub use content::content;
pub use samples::account_change;
pub use selection::selection;
