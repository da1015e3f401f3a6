//! Wakes other servers after a write.

mod nats;
mod postgres;
mod relay;

pub use nats::{BadBroker, Nats};
pub use relay::{Carrier, exchange};
