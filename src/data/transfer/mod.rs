//! Export and import as JSON Lines.

mod chunk;
mod export;
mod import;
mod line;

pub use export::{Export, Exported, SECRET};
pub use import::{Conflict, Import, Imported, imported_up_to};
pub use line::{examine, kinds};
