//! What the tests stand on: a service over a database of its own, and requests to it.

mod engine;
mod postgres;
mod reply;
mod world;

pub use engine::Engine;
pub(crate) use engine::engines;
pub use reply::{Reply, names};
pub use world::{World, described, escaped, fixture, uuid};
