//! Tests of the program's command line, over SQLite in a temporary folder, or a schema in
//! PostgreSQL.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod support;

mod adopt;
mod adopted;
mod backup;
mod bulk;
mod check;
mod concurrent_commands;
mod connections;
mod cross_origin;
mod demo;
mod disk;
mod documents;
mod environment;
mod erase;
mod hostile;
mod identity;
mod interrupted;
mod keep_alive;
mod kill;
mod lost_file;
mod manifests;
mod memory;
mod metrics;
mod migrate;
mod missing_database;
mod outage;
mod owners;
mod partitions;
mod purge;
mod rate_limits;
mod replicas;
mod requests;
mod secrets;
mod seed;
mod sent_again;
mod settings;
mod shutdown;
mod token;
mod token_list;
mod traces;
mod transfer;
mod typed;
mod upgrade;
mod user;
