//! Connections: accepting them, their timeouts and limits.

mod accept;
mod error_bodies;
mod io;
mod limit;
mod server;
mod state;
mod tracked_body;

pub use accept::{accept, serve};
pub use limit::ConnectionLimit;
pub use server::Server;
