//! Handles the `Idempotency-Key` header. Both APIs run a request that has one through `execute`.

mod execute;
mod key;
mod stored_response;

pub use execute::execute;
pub use key::has_key;
