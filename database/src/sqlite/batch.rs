//! Runs the writes that wait together in one transaction.

use rusqlite::Connection;
use sea_orm::DbErr;
use std::time::{Duration, Instant};

use super::{error::database_error, job::Job, transaction::SqliteTransaction};

/// How long the jobs of a transaction run. The next ones wait for the next transaction, in which those
/// of others come first.
const TIME: Duration = Duration::from_millis(50);

/// Runs the jobs in that order and commits. An error means that nothing was written.
pub(super) fn run(
    transaction: &SqliteTransaction<'_>,
    jobs: &mut [Box<dyn Job>],
    ran: &mut usize,
) -> Result<(), DbErr> {
    let connection = transaction.connection;
    // It takes the write lock at once, so that no other process can take it in between.
    execute(connection, "BEGIN IMMEDIATE")?;
    if let [job] = jobs {
        // It needs no savepoint, which copies all that it changes.
        let end = if attempt(job.as_mut(), transaction)? { "COMMIT" } else { "ROLLBACK" };
        return execute(connection, end);
    }
    let started = Instant::now();
    *ran = 0;
    for job in jobs {
        if started.elapsed() > TIME {
            break;
        }
        *ran += 1;
        execute(connection, "SAVEPOINT job")?;
        if !attempt(job.as_mut(), transaction)? {
            execute(connection, "ROLLBACK TO job")?;
        }
        execute(connection, "RELEASE job")?;
    }
    execute(connection, "COMMIT")
}

/// Runs a job, and returns whether it succeeded. An error means that the transaction has ended.
fn attempt(job: &mut dyn Job, transaction: &SqliteTransaction<'_>) -> Result<bool, DbErr> {
    let outcome = job.run(transaction);
    if transaction.connection.is_autocommit() {
        // SQLite ends a transaction by itself when the disk is full or fails.
        let ended = || DbErr::Custom("the transaction has ended".to_owned());
        return Err(outcome.err().unwrap_or_else(ended));
    }
    Ok(outcome.is_ok())
}

fn execute(connection: &Connection, sql: &str) -> Result<(), DbErr> {
    let mut prepared = connection.prepare_cached(sql).map_err(database_error)?;
    prepared.execute([]).map(drop).map_err(database_error)
}
