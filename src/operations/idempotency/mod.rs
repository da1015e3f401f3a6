//! Runs an idempotent request once and stores its response under the key.

mod execute;
mod quota;
mod request;
mod responses;
mod shown;

pub use execute::{Attempt, Outcome, execute};
pub use request::{IDEMPOTENCY_KEY, Request};
pub use shown::Shown;
