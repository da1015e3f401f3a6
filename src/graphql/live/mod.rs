//! Live connections: sockets that speak graphql-transport-ws, and streams of server-sent events.
//!
//! Both run operations of any kind through the same face as plain HTTP. A connection acts as its
//! credential for as long as that is valid (`session`); an operation makes no outcome that the client
//! has no room for (`driven`), so a slow reader costs little memory.

mod driven;
mod events;
mod pace;
mod protocol;
mod running;
mod session;
mod socket;
mod wire;

pub use events::events;
pub use pace::Pace;
pub use session::{Session, Viewing};
pub use socket::open;
