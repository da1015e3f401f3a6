//! The rows of adopted tables that are there, and how they are written.

mod place;
mod read;
mod write;

pub use place::Place;
pub(crate) use read::Shown;
pub use read::{Having, NO_COLUMN, PresentRow, present_row, present_rows};
pub use write::{Writing, Written, write_row};
