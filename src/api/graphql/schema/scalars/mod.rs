//! Custom scalars and their values.

mod types;

pub use types::{
    BIG_INT, DATE_TIME, DURATION, JSON, JSON_OBJECT, UUID, accepts, big_int, register_scalars,
};
