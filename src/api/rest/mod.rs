//! The REST API: the documented paths, mounted from the kinds.

mod changes;
pub mod openapi;
mod problem;
mod query;
mod reads;
mod responses;
mod routes;
mod views;

pub use openapi::openapi;
pub use problem::{problem, wants_problem};
pub use responses::error_response;
pub use routes::router;
