//! WebSockets (graphql-transport-ws) and server-sent events.

mod active;
mod connection;
mod protocol;
mod session;
mod socket;
mod spawned;
mod sse;

pub use session::Session;
pub use socket::open;
pub use sse::events;

pub use crate::api::graphql::timeouts::Timeouts;
