//! WebSockets (graphql-transport-ws) and streamed responses.

mod active;
mod authenticate;
mod connection;
mod session;
mod socket;
mod stream;

pub use session::Session;
pub use socket::open;
pub use stream::stream;

pub use crate::api::graphql::settings::Timeouts;
