//! Handles the `Idempotency-Key` header. Both APIs run a request that has one through `execute`.

mod execute;
mod key;

pub use execute::execute;
pub use key::has_key;
