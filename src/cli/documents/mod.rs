//! What a package installs beside the program: man pages and shell completions.

mod completions;
mod man;

pub use completions::Completions;
pub use man::Man;
