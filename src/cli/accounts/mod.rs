//! The commands for accounts, roles and access tokens.

mod grants;
mod role;
mod token;
mod user;

pub use role::Role;
pub use token::Token;
pub use user::User;
