//! The bodies of responses that are no records.

mod content;
mod samples;

pub use content::content;
pub use samples::record_id;
