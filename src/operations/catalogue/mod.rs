//! Imports catalogues: many texts of one kind at once.

mod entries;
mod import;

pub use import::{Importable, Imported, import};
