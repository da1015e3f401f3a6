//! Receives GraphQL requests: over HTTP, server-sent events and WebSockets.

mod api;
mod executor;
pub mod http;
pub mod live;
mod response;

pub use api::GraphqlApi;
pub use response::{is_strict, refused, set_strict};
