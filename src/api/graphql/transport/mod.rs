//! Receives GraphQL requests: over HTTP, server-sent events and WebSockets.

mod api;
mod executor;
pub mod http;
pub mod live;
mod parameters;
mod persisted;

pub use api::GraphqlApi;
