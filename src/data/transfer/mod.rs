//! Export and import as JSON Lines.

mod batch;
mod change;
mod chunk;
mod create;
mod export;
mod import;
mod line;
mod outcome;
mod tables;
mod tokens;

pub use export::{Export, SECRET};
pub use import::{Import, imported_up_to};
pub use line::examine;
pub use outcome::{Conflict, Imported};
pub use tables::kinds;
