//! GraphQL over HTTP.

mod batch;
mod endpoint;
mod graphiql;
mod idempotent;
mod negotiate;
mod response;

pub use endpoint::router;
pub use response::refused;
