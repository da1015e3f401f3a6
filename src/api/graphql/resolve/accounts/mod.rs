//! Resolves roles, grants and access tokens.

mod loads;
mod mutations;
mod roles;
mod tokens;

pub use loads::{Permissions, Roles};
pub use mutations::{describe, run};
pub use roles::Members;
pub use tokens::{Tokens, register};
