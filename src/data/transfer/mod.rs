//! Export and import, a record a line.

mod change;
mod export;
mod import;
mod line;
mod stored;
mod tables;

pub use export::{Export, SECRET};
pub use import::{Conflict, Import, Imported};
pub use line::examine;
pub use tables::kinds;
