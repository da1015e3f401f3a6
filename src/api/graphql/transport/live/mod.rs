//! WebSocket (graphql-transport-ws) and server-sent events.

mod driven;
mod io;
mod protocol;
mod running;
mod session;
mod socket;
mod sse;
mod timeouts;

pub use session::{Session, Viewing};
pub use socket::open;
pub use sse::events;
pub use timeouts::Pace;
