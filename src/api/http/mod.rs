//! HTTP parts that both APIs share.

mod allowance;
mod body;
mod error;
pub mod idempotency;
mod nesting;
mod rate_limit;
mod request;
mod shutdown;
mod upgrade;

pub use allowance::Allowance;
pub use body::{BODY_BYTES, Overloaded, Sent, Stalled, no_object, parsed};
pub use error::HttpError;
pub use idempotency::has_key;
pub use rate_limit::{Limiter, Rate, Rates};
pub use request::{REQUEST_ID, after_body, bearer, call, credential, expected, tag, who};
pub use shutdown::Stopping;
pub use upgrade::Upgrade;
