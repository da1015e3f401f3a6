//! GraphQL over HTTP.

mod batch;
mod endpoint;
mod files;
mod idempotent;
mod negotiate;
mod response;

pub use endpoint::router;
pub use files::SDL_PATH;
pub use response::refused;
