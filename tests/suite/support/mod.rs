//! What the tests stand on: a service over a database of its own, and requests to it.

mod app;
mod engine;
mod postgres;
mod reply;

pub use app::{TestApp, described, escaped, fixture, uuid};
pub use engine::Engine;
pub(crate) use engine::{each_engine, each_engine_threaded};
pub use macro_rules_attribute::apply;
pub use reply::{Reply, names};
