//! Content codings: which a client accepts, compressing, and files that are compressed once.

mod coding;
mod file;

pub use coding::{Coding, Effort};
pub use file::PublicFile;
