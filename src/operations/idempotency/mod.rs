//! Runs an idempotent request once and stores its response under the key.

mod execute;
mod request;
mod responses;

pub use execute::{Attempt, Outcome, execute};
pub use request::{Disclosure, IDEMPOTENCY_KEY, Request};
