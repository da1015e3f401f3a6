//! The REST API: the documented paths, mounted from the kinds.

mod bodies;
mod changes;
pub mod openapi;
mod problem;
mod query;
mod reads;
mod responses;
mod routes;

pub use openapi::openapi;
pub use problem::{problem, wants_problem};
pub use responses::error_response;
pub use routes::router;
