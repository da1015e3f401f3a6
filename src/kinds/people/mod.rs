//! The kinds of people and of what they may do.

pub mod api_key;
pub mod role;
pub mod user;
