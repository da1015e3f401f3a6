//! Wake-ups: a server tells the other servers on its database that it has written.

mod error;
mod nats;
mod postgres;
mod relay;

pub use nats::{InvalidBroker, Nats};
pub use relay::{Transport, start};
