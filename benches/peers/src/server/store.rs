//! The database: either engine.

use crate::{
    postgres::Postgres,
    rows::{NewNotification, Notification, Restored, Sent},
    sqlite::Sqlite,
    threads::Threads,
};
use sqlx::Error;
use uuid::Uuid;

/// A database of either engine.
pub enum Store {
    Postgres(Postgres),
    Sqlite(Sqlite),
    Threads(Threads),
}

impl Store {
    /// Opens the database of that URL; `threads:sqlite:` reads it with rusqlite.
    pub async fn open(url: &str) -> Result<Self, Error> {
        if let Some(url) = url.strip_prefix("threads:") {
            return Ok(Self::Threads(Threads::open(url).await?));
        }
        Ok(match url.starts_with("sqlite:") {
            true => Self::Sqlite(Sqlite::open(url).await?),
            false => Self::Postgres(Postgres::open(url).await?),
        })
    }

    /// The newest 50 live notifications of an account.
    pub async fn page(&self, user: i64) -> Result<Vec<Notification>, Error> {
        match self {
            Self::Postgres(it) => it.page(user).await,
            Self::Sqlite(it) => it.page(user).await,
            Self::Threads(it) => it.page(user).await,
        }
    }

    /// A live notification.
    pub async fn point(&self, uuid: Uuid) -> Result<Option<Notification>, Error> {
        match self {
            Self::Postgres(it) => it.point(uuid).await,
            Self::Sqlite(it) => it.point(uuid).await,
            Self::Threads(it) => it.point(uuid).await,
        }
    }

    /// Restores a deleted notification and records the event.
    pub async fn restore(&self, uuid: Uuid) -> Result<Option<Restored>, Error> {
        match self {
            Self::Postgres(it) => it.restore(uuid).await,
            Self::Sqlite(it) => it.restore(uuid).await,
            Self::Threads(it) => it.restore(uuid).await,
        }
    }

    /// Creates a notification and records the event.
    pub async fn send(&self, new: &NewNotification) -> Result<Sent, Error> {
        match self {
            Self::Postgres(it) => it.send(new).await,
            Self::Sqlite(it) => it.send(new).await,
            Self::Threads(it) => it.send(new).await,
        }
    }
}
