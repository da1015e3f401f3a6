//! Compresses content with a coding that the client accepts. Public files are compressed once.

mod coding;
mod file;

pub use coding::{Coding, Effort};
pub use file::PublicFile;
