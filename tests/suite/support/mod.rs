//! Shared by the tests: the service with its own database, and requests to it.

mod adopted;
mod app;
mod data;
mod engine;
mod errors;
mod events;
mod pages;
mod postgres;
mod request;
mod requests;
mod response;
mod timing;

pub use adopted::REMOVAL;
pub use app::{TestApp, described, escaped, fixture, from_now, global_id, resource, uuid};
pub use engine::Engine;
pub(crate) use engine::{each_engine, each_engine_threaded};
pub use macro_rules_attribute::apply;
pub use request::{error_codes, request};
pub use requests::{each, user, with};
pub use response::{Response, names, sorted};
pub use timing::within;
