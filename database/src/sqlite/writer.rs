//! The thread that writes.

use rusqlite::Connection;
use sea_orm::{
    DbErr, RuntimeErr,
    sqlx::{Error, Sqlite, SqlitePool, pool::PoolConnection},
};
use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use tokio::{
    runtime::Handle,
    sync::mpsc::{self, Receiver, Sender},
};

use super::{
    batch,
    error::database_error,
    job::{Job, job},
    options::Options,
    transaction::{Observer, SqliteTransaction},
};
use crate::lock::lock;

/// Writes that may wait; further callers wait until they can wait.
const QUEUE: usize = 1_024;
/// Most transactions in a row, before others may write.
const TURNS: usize = 8;
/// How long they take together, unless the last one takes longer.
const TIME: Duration = Duration::from_millis(50);

/// Runs writes on a thread, several waiting ones in one transaction.
///
/// A flush of the disk takes longer than most writes, so it is shared. A caller gets the result after
/// the commit.
pub struct SqliteWriter {
    jobs: Sender<Box<dyn Job>>,
    observer: Arc<Mutex<Option<Observer>>>,
}

/// What the thread works with.
struct Worker {
    jobs: Receiver<Box<dyn Job>>,
    options: Options,
    /// The pool whose only connection writes for everyone else. Only the holder of that connection
    /// may write.
    permits: SqlitePool,
    runtime: Handle,
    observer: Arc<Mutex<Option<Observer>>>,
}

impl SqliteWriter {
    /// Starts the thread, which ends after the writer was dropped. It opens its connection when it
    /// first writes, and writes only while it has the connection of that pool.
    pub(crate) fn start(options: Options, permits: SqlitePool) -> io::Result<Self> {
        let (jobs, receiver) = mpsc::channel(QUEUE);
        let observer = Arc::<Mutex<Option<Observer>>>::default();
        let worker = Worker {
            jobs: receiver,
            options,
            permits,
            runtime: Handle::current(),
            observer: Arc::clone(&observer),
        };
        thread::Builder::new().name("sqlite-writer".to_owned()).spawn(|| worker.run())?;
        Ok(Self { jobs, observer })
    }

    /// Runs a write of an account; returns its result after the commit.
    ///
    /// It runs even if the caller stops waiting. After an error nothing of it was written.
    ///
    /// # Errors
    /// Those of the write and of the transaction, which it shares with others.
    pub async fn run<T: Send + 'static>(
        &self,
        account: i64,
        write: impl FnOnce(&SqliteTransaction<'_>) -> Result<T, DbErr> + Send + 'static,
    ) -> Result<T, DbErr> {
        let (job, result) = job(account, write);
        self.jobs.send(job).await.map_err(|_| crashed())?;
        result.await.map_err(|_| crashed())?
    }

    /// Sets a function that is called with each executed statement.
    pub(crate) fn set_observer(&self, observer: Observer) {
        *lock(&self.observer) = Some(observer);
    }
}

impl Worker {
    fn run(mut self) {
        // Returning a connection to its pool takes a task.
        let runtime = self.runtime.clone();
        let _context = runtime.enter();
        let (mut connection, mut waiting) = (None, Vec::new());
        loop {
            if waiting.is_empty() {
                let Some(job) = self.jobs.blocking_recv() else { return };
                waiting.push(job);
            }
            match self.write_permit() {
                Ok(_permit) => self.write(&mut connection, &mut waiting),
                Err(error) => {
                    self.fill(&mut waiting);
                    answer(waiting.drain(..), &Err(error));
                }
            }
        }
    }

    /// Waits until nothing else in this process writes.
    fn write_permit(&self) -> Result<PoolConnection<Sqlite>, DbErr> {
        match self.permits.try_acquire() {
            Some(permit) => Ok(permit),
            None => self.runtime.block_on(self.permits.acquire()).map_err(connection_error),
        }
    }

    /// Writes what waits, in a limited number of transactions.
    fn write(&mut self, connection: &mut Option<Connection>, waiting: &mut Vec<Box<dyn Job>>) {
        let started = Instant::now();
        for _ in 0..TURNS {
            self.fill(waiting);
            if waiting.is_empty() || started.elapsed() > TIME {
                return;
            }
            let mut ran = waiting.len();
            let end = self.commit(connection, waiting, &mut ran);
            if end.is_err() {
                // Closing it rolls back whatever is left of the transaction.
                *connection = None;
            }
            answer(waiting.drain(..ran), &end);
            if connection.is_none() {
                return;
            }
        }
    }

    /// Adds what has come, and lets the accounts take turns.
    fn fill(&mut self, waiting: &mut Vec<Box<dyn Job>>) {
        while waiting.len() < QUEUE
            && let Ok(job) = self.jobs.try_recv()
        {
            waiting.push(job);
        }
        take_turns(waiting);
    }

    /// Runs jobs in one transaction, and counts those that there was time for.
    fn commit(
        &self,
        connection: &mut Option<Connection>,
        jobs: &mut [Box<dyn Job>],
        ran: &mut usize,
    ) -> Result<(), DbErr> {
        let unopened =
            |error| self.options.file.check().map_or_else(lost, |()| database_error(error));
        let connection = match connection {
            Some(connection) => connection,
            None => connection.insert(self.options.open().map_err(unopened)?),
        };
        let observer = lock(&self.observer).clone();
        let end = batch::run(&SqliteTransaction { connection, observer }, jobs, ran);
        self.options.file.check().map_err(lost)?;
        end
    }
}

/// Orders jobs so that the first of each account come first, then the second ones.
fn take_turns(jobs: &mut Vec<Box<dyn Job>>) {
    let mut rounds = HashMap::<i64, usize>::new();
    let mut ordered = Vec::with_capacity(jobs.len());
    for job in jobs.drain(..) {
        let round = rounds.entry(job.account()).or_default();
        ordered.push((*round, job));
        *round += 1;
    }
    if rounds.len() > 1 {
        ordered.sort_by_key(|(round, _)| *round);
    }
    jobs.extend(ordered.into_iter().map(|(_, job)| job));
}

fn answer(jobs: impl Iterator<Item = Box<dyn Job>>, end: &Result<(), DbErr>) {
    for job in jobs {
        job.answer(end);
    }
}

fn connection_error(error: Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(error.into()))
}

/// The error of a write after which the file is not there.
pub(crate) fn lost(how: String) -> DbErr {
    DbErr::Conn(RuntimeErr::Internal(how))
}

fn crashed() -> DbErr {
    connection_error(Error::WorkerCrashed)
}
