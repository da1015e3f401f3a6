//! Wake-ups: messages to the other servers on the database after a write.

mod connection;
mod nats;
mod postgres;
mod relay;

pub use nats::Nats;
pub use relay::{Transport, start};
