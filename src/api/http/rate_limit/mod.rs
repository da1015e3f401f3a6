//! Rate limits by presented credential and by client address.

mod allowance;
mod limiter;
mod rate;
mod state;

pub use allowance::Allowance;
pub use limiter::{Limiter, Rates};
pub use rate::Rate;
pub use state::RateLimitStates;
