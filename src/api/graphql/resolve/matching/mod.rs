//! Mutations of the records that match a filter, and the progress of what runs in batches.

mod mutation;
mod preview;
mod progress;

pub use mutation::{cancel, describe, describe_cancel, run};
pub use preview::register;
pub use progress::progress_field;
