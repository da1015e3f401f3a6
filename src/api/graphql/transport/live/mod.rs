//! WebSockets (graphql-transport-ws).

mod active;
mod authenticate;
mod connection;
mod socket;

pub use socket::open;

pub use crate::api::http::Timeouts;
