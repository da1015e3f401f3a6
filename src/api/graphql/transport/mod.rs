//! Receives GraphQL requests: over HTTP, server-sent events and WebSockets.

mod api;
mod executor;
pub mod http;
pub mod live;
mod parameters;
mod persisted;
mod response;

pub use api::GraphqlApi;
pub use parameters::from_body;
pub use response::refused;
