//! SQLite: four connections that read and one that writes, one commit for each write.

use crate::rows::{NewNotification, Notification, Restored, Sent};
use chrono::{DateTime, Utc};
use sqlx::{
    Error, SqlitePool, query, query_as, query_scalar,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use uuid::Uuid;

/// As many connections as reinstate reads with.
pub const READERS: u32 = 4;

/// The account that acts.
const ACTOR: i64 = 1;

pub const PAGE: &str = "SELECT n.id, n.uuid, n.type, n.title, n.message, n.action_url, n.metadata, \
    n.is_read, n.read_at, n.is_active, n.created_at, n.updated_at, n.version, \
    u.id AS user_id, u.email AS user_email, s.id AS sender_id, s.email AS sender_email \
    FROM notifications n JOIN users u ON u.id = n.user_id LEFT JOIN users s ON s.id = n.sender_id \
    WHERE n.user_id = ?1 AND n.deleted_at IS NULL \
    ORDER BY n.created_at DESC, n.id DESC LIMIT 50";

pub const POINT: &str = "SELECT n.id, n.uuid, n.type, n.title, n.message, n.action_url, n.metadata, \
    n.is_read, n.read_at, n.is_active, n.created_at, n.updated_at, n.version, \
    u.id AS user_id, u.email AS user_email, s.id AS sender_id, s.email AS sender_email \
    FROM notifications n JOIN users u ON u.id = n.user_id LEFT JOIN users s ON s.id = n.sender_id \
    WHERE n.uuid = ?1 AND n.deleted_at IS NULL";

const WAS: &str = "SELECT deleted_at FROM notifications WHERE uuid = ?1 AND deleted_at IS NOT NULL";

const RESTORE: &str = "UPDATE notifications \
    SET deleted_at = NULL, updated_at = ?2, version = version + 1 \
    WHERE uuid = ?1 AND deleted_at IS NOT NULL \
    RETURNING id, uuid, title, is_active, user_id, sender_id, \
      (SELECT email FROM users WHERE users.id = notifications.user_id) AS user_email, \
      (SELECT email FROM users WHERE users.id = notifications.sender_id) AS sender_email";

const SEND: &str = "INSERT INTO notifications \
      (uuid, user_id, sender_id, type, title, message, created_at, updated_at) \
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) \
    RETURNING id, uuid, user_id, sender_id, user_id AS owner_id, sender_id AS actor_id, type, title, \
      message, action_url, is_read, read_at, is_active, created_at, updated_at, \
      (SELECT email FROM users WHERE users.id = notifications.user_id) AS user_email, \
      (SELECT email FROM users WHERE users.id = notifications.sender_id) AS sender_email";

const EVENT: &str = "INSERT INTO record_events \
      (operation_id, action, kind, record_id, owner_id, actor_id, via, before, after, created_at) \
    SELECT ?1, ?2, 'Notification', id, user_id, ?3, 'rest', ?4, ?5, ?6 FROM notifications WHERE uuid = ?7";

/// An SQLite database.
pub struct Sqlite {
    reader: SqlitePool,
    writer: SqlitePool,
}

impl Sqlite {
    pub async fn open(url: &str) -> Result<Self, Error> {
        let options = url
            .parse::<SqliteConnectOptions>()?
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        let pool = |connections| {
            SqlitePoolOptions::new().max_connections(connections).test_before_acquire(false)
        };
        let writer = pool(1).connect_with(options.clone()).await?;
        let reader = pool(READERS).connect_with(options.pragma("query_only", "ON")).await?;
        Ok(Self { reader, writer })
    }

    pub async fn page(&self, user: i64) -> Result<Vec<Notification>, Error> {
        query_as(PAGE).bind(user).fetch_all(&self.reader).await
    }

    pub async fn point(&self, uuid: Uuid) -> Result<Option<Notification>, Error> {
        query_as(POINT).bind(uuid).fetch_optional(&self.reader).await
    }

    pub async fn restore(&self, uuid: Uuid) -> Result<Option<Restored>, Error> {
        let now = Utc::now();
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let was: Option<DateTime<Utc>> =
            query_scalar(WAS).bind(uuid).fetch_optional(&mut *transaction).await?;
        let Some(was) = was else { return Ok(None) };
        let restored = query_as(RESTORE).bind(uuid).bind(now).fetch_one(&mut *transaction).await?;
        query(EVENT)
            .bind(Uuid::new_v4())
            .bind("restored")
            .bind(ACTOR)
            .bind(format!(r#"{{"deleted_at":"{}"}}"#, was.to_rfc3339()))
            .bind(r#"{"deleted_at":null}"#)
            .bind(now)
            .bind(uuid)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Some(restored))
    }

    pub async fn send(&self, new: &NewNotification) -> Result<Sent, Error> {
        let (now, uuid) = (Utc::now(), Uuid::new_v4());
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let sent = query_as(SEND)
            .bind(uuid)
            .bind(new.user_id)
            .bind(ACTOR)
            .bind(&new.r#type)
            .bind(&new.title)
            .bind(&new.message)
            .bind(now)
            .fetch_one(&mut *transaction)
            .await?;
        let after = serde_json::json!({ "user_id": new.user_id, "sender_id": ACTOR,
            "type": new.r#type, "title": new.title, "message": new.message });
        query(EVENT)
            .bind(Uuid::new_v4())
            .bind("created")
            .bind(ACTOR)
            .bind(None::<String>)
            .bind(after.to_string())
            .bind(now)
            .bind(uuid)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(sent)
    }
}
