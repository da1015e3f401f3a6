//! Mutations of records that match a filter. They may run in batches, whose progress can be read.

mod mutation;
mod preview;

pub use mutation::{cancel, describe, describe_cancel, run};
pub use preview::register;
