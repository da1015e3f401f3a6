//! Pages for people: the console, and the documentation of the APIs.

mod files;
mod router;

pub use router::router;
