//! Connections: accepting them, their timeouts and limits.

mod accept;
mod connection;
mod error_bodies;
mod header_validation;
mod io;
mod limit;
mod state;

pub use accept::{accept, serve};
pub use connection::Server;
pub use header_validation::validate_headers;
pub use limit::ConnectionLimit;
