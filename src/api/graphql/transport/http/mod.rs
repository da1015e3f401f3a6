//! GraphQL over HTTP.

mod batch;
mod endpoint;
mod graphiql;
mod idempotent;
mod negotiate;
mod response;
mod sdl;

pub use endpoint::router;
pub use response::refused;
pub use sdl::SDL_PATH;
