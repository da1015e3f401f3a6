//! The GraphQL API: one schema for every caller.

mod gateway;
pub mod guard;
pub mod resolve;
pub mod schema;
mod settings;
pub mod transport;

pub use gateway::sdl;
pub use settings::{Settings, Trusted};
pub use transport::http::{refused, router};
