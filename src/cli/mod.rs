//! The command line, one file a command.

mod args;
mod check;
mod connections;
mod demo;
mod export;
mod grants;
mod graphql;
mod identity;
mod import;
mod logging;
mod migrate;
mod purge;
mod rates;
mod retention;
mod role;
mod seed;
mod serve;
mod table;
mod token;
mod traces;
mod user;

pub use args::run;
