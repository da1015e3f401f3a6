//! The commands for accounts, roles and access tokens.

mod grants;
mod link;
mod role;
mod token;
mod user;

pub use link::{Link, link_to};
pub use role::Role;
pub use token::Token;
pub use user::User;
