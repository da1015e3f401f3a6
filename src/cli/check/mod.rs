//! `reinstate check`: the database, or a running server.

mod check;
mod ready;

pub use check::Check;
