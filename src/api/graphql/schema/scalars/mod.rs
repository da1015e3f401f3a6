//! Custom scalars and their values.

mod duration;
mod scalars;

pub use duration::parse;
pub use scalars::{
    BIG_INT, DATE_TIME, DURATION, DateTime, JSON_OBJECT, UUID, big_int, register_scalars,
};
