//! Updates by a JSON merge patch.

mod merge;
mod patch;

pub use patch::patch;
