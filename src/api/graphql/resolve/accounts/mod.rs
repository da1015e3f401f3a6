//! Resolves roles, grants and access tokens.

mod loads;
mod roles;
mod tokens;

pub use loads::{Permissions, Roles};
pub use roles::Members;
pub use tokens::Tokens;
