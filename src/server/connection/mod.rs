//! One TCP connection, with its limits.

mod accept;
mod connection;
mod error_bodies;
mod header_validation;
mod io;
mod limit;
mod state;

pub use accept::{accept, serve};
pub use connection::Serving;
pub use header_validation::sane;
pub use limit::Open;
