//! Stores responses by idempotency key.

mod once;
mod stored;

pub use once::{IDEMPOTENCY_KEY, IdempotentRequest, Once, StoredResponse, once};
