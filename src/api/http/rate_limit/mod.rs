//! Rate limits by presented credential and by client address.

mod allowance;
mod limiter;
mod rate;
mod standing;

pub use allowance::Allowance;
pub use limiter::{Limiter, Rates};
pub use rate::Rate;
pub use standing::Standings;
