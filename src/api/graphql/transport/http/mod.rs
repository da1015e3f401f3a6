//! GraphQL over HTTP.

mod batch;
mod endpoint;
mod files;
mod idempotent;

pub use endpoint::router;
pub use files::SDL_PATH;
