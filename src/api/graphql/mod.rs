//! The GraphQL API: one schema for every caller.

mod error;
mod execute;
mod gateway;
pub mod guard;
mod plan;
pub mod resolve;
mod roots;
pub mod schema;
mod settings;
pub mod transport;

pub use engine::transport::{Manifests, PersistedDocuments};
pub use gateway::{sdl, subgraph_sdl};
pub use settings::Settings;
pub use transport::http::{SDL_PATH, router};
pub use transport::{is_strict, refused, set_strict};
