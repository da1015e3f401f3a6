//! Pages for people: the console, and the documentation of the APIs.

mod files;
mod router;

pub use files::console;
pub use router::router;
