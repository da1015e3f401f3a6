//! The command line, one file for each command.

mod accounts;
mod adopt;
mod args;
mod check;
mod database;
mod demo;
mod documents;
mod export;
mod import;
mod migrate;
mod records;
mod seed;
mod serve;
mod terminal;

pub use args::run;
