//! Custom scalars and their values.

mod duration;
mod types;

pub use duration::parse;
pub use types::{
    BIG_INT, DATE_TIME, DURATION, DateTime, JSON_OBJECT, UUID, big_int, register_scalars,
};
