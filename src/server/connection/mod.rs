//! Connections: accepting them, their timeouts and limits.

mod accept;
mod error_bodies;
mod header_validation;
mod io;
mod limit;
mod server;
mod state;
mod streams;
mod tracked_body;

pub use accept::{accept, serve};
pub use header_validation::validate_headers;
pub use limit::ConnectionLimit;
pub use server::Server;
