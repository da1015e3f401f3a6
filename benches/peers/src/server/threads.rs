//! SQLite without async: rusqlite, a thread for each connection that reads, a whole statement as one job.

use crate::{
    rows::{NewNotification, Notification, Restored, Sent},
    sqlite::{PAGE, POINT, READERS, Sqlite},
};
use rusqlite::{Connection, OpenFlags, ToSql};
use sqlx::Error;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};
use tokio::sync::oneshot;
use uuid::Uuid;

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// An SQLite database, which other connections write to.
pub struct Threads {
    jobs: Sender<Job>,
    writer: Sqlite,
}

impl Threads {
    pub async fn open(url: &str) -> Result<Self, Error> {
        let (jobs, receiver) = mpsc::channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        let writer = Sqlite::open(url).await?;
        let path = url.trim_start_matches("sqlite://").split('?').next().unwrap_or_default();
        for _ in 0..READERS {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
            connection.pragma_update(None, "query_only", true).map_err(failed)?;
            let receiver = Arc::clone(&receiver);
            thread::spawn(move || {
                while let Some(job) = next(&receiver) {
                    job(&connection);
                }
            });
        }
        Ok(Self { jobs, writer })
    }

    pub async fn page(&self, user: i64) -> Result<Vec<Notification>, Error> {
        self.read(PAGE, user).await
    }

    pub async fn point(&self, uuid: Uuid) -> Result<Option<Notification>, Error> {
        Ok(self.read(POINT, uuid).await?.pop())
    }

    pub async fn restore(&self, uuid: Uuid) -> Result<Option<Restored>, Error> {
        self.writer.restore(uuid).await
    }

    pub async fn send(&self, new: &NewNotification) -> Result<Sent, Error> {
        self.writer.send(new).await
    }

    async fn read(
        &self,
        sql: &'static str,
        parameter: impl ToSql + Send + 'static,
    ) -> Result<Vec<Notification>, Error> {
        let (answer, found) = oneshot::channel();
        let job = move |connection: &Connection| {
            let rows = || {
                let mut statement = connection.prepare_cached(sql)?;
                let rows = statement.query_map([&parameter], Notification::of_row)?;
                rows.collect::<rusqlite::Result<Vec<_>>>()
            };
            let _ = answer.send(rows());
        };
        self.jobs.send(Box::new(job)).map_err(|_| Error::WorkerCrashed)?;
        found.await.map_err(|_| Error::WorkerCrashed)?.map_err(failed)
    }
}

fn next(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn failed(error: rusqlite::Error) -> Error {
    Error::Protocol(error.to_string())
}
