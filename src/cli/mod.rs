//! The command line, one file for each command.

mod args;
mod check;
mod database;
mod demo;
mod export;
mod grants;
mod import;
mod migrate;
mod output;
mod permissions;
mod progress;
mod purge;
mod role;
mod seed;
mod serve;
mod table;
mod token;
mod user;

pub use args::run;
pub(crate) use output::Outcome;
