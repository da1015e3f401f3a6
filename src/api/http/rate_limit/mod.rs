//! Rate limits by presented credential and by client address.

mod allowance;
mod limiter;
mod state;

pub use allowance::Allowance;
pub use limiter::{Limiter, Rates};
pub use state::{Rate, RateLimitStates};
