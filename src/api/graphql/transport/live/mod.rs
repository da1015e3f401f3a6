//! WebSockets (graphql-transport-ws) and streamed responses.

mod active;
mod authenticate;
mod connection;
mod handshake;
mod parts;
mod protocol;
mod session;
mod socket;
mod spawned;
mod stream;

pub use session::Session;
pub use socket::open;
pub use stream::{Framing, stream};

pub use crate::api::graphql::settings::Timeouts;
