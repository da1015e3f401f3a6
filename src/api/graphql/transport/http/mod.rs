//! GraphQL over HTTP.

mod answer;
mod batch;
mod endpoint;
mod graphiql;
mod idempotent;
mod negotiate;

pub use answer::{Body, refused};
pub use endpoint::router;
