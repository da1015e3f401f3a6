//! PostgreSQL: a pool, and one prepared statement for each request.

use crate::rows::{NewNotification, Notification, Restored, Sent};
use sqlx::{
    Error, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
    query_as,
};
use uuid::Uuid;

/// As many connections as reinstate has for requests.
const CONNECTIONS: u32 = 12;

/// The account that acts.
const ACTOR: i64 = 1;

const PAGE: &str = "SELECT n.id, n.uuid, n.type, n.title, n.message, n.action_url, n.metadata, \
    n.is_read, n.read_at, n.is_active, n.created_at, n.updated_at, n.version, \
    u.id AS user_id, u.email AS user_email, s.id AS sender_id, s.email AS sender_email \
    FROM notifications n JOIN users u ON u.id = n.user_id LEFT JOIN users s ON s.id = n.sender_id \
    WHERE n.user_id = $1 AND n.deleted_at IS NULL \
    ORDER BY n.created_at DESC, n.id DESC LIMIT 50";

const POINT: &str = "SELECT n.id, n.uuid, n.type, n.title, n.message, n.action_url, n.metadata, \
    n.is_read, n.read_at, n.is_active, n.created_at, n.updated_at, n.version, \
    u.id AS user_id, u.email AS user_email, s.id AS sender_id, s.email AS sender_email \
    FROM notifications n JOIN users u ON u.id = n.user_id LEFT JOIN users s ON s.id = n.sender_id \
    WHERE n.uuid = $1 AND n.deleted_at IS NULL";

const RESTORE: &str = "WITH restored AS ( \
      UPDATE notifications n SET deleted_at = NULL, updated_at = now(), version = n.version + 1 \
      FROM notifications old \
      WHERE n.uuid = $1 AND n.deleted_at IS NOT NULL AND old.id = n.id \
      RETURNING n.id, n.uuid, n.title, n.is_active, n.user_id, n.sender_id, n.updated_at, \
        old.deleted_at AS was), \
    event AS (INSERT INTO record_events \
      (operation_id, action, kind, record_id, owner_id, actor_id, via, before, after, created_at) \
      SELECT gen_random_uuid(), 'restored', 'Notification', id, user_id, $2, 'rest', \
        jsonb_build_object('deleted_at', was), '{\"deleted_at\": null}', updated_at FROM restored) \
    SELECT n.id, n.uuid, n.title, n.is_active, u.id AS user_id, u.email AS user_email, \
      s.id AS sender_id, s.email AS sender_email \
    FROM restored n JOIN users u ON u.id = n.user_id LEFT JOIN users s ON s.id = n.sender_id";

const SEND: &str = "WITH sent AS ( \
      INSERT INTO notifications \
        (uuid, user_id, sender_id, type, title, message, created_at, updated_at) \
      VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, now(), now()) RETURNING *), \
    event AS (INSERT INTO record_events \
      (operation_id, action, kind, record_id, owner_id, actor_id, via, after, created_at) \
      SELECT gen_random_uuid(), 'created', 'Notification', id, user_id, $2, 'rest', \
        jsonb_build_object('user_id', user_id, 'sender_id', sender_id, 'type', type, 'title', title, \
          'message', message), created_at FROM sent) \
    SELECT n.id, n.uuid, n.user_id AS owner_id, n.sender_id AS actor_id, n.type, n.title, n.message, \
      n.action_url, n.is_read, n.read_at, n.is_active, n.created_at, n.updated_at, \
      u.id AS user_id, u.email AS user_email, s.id AS sender_id, s.email AS sender_email \
    FROM sent n JOIN users u ON u.id = n.user_id LEFT JOIN users s ON s.id = n.sender_id";

/// A PostgreSQL database.
pub struct Postgres(PgPool);

impl Postgres {
    pub async fn open(url: &str) -> Result<Self, Error> {
        let options: PgConnectOptions = url.parse()?;
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).test_before_acquire(false);
        Ok(Self(pool.connect_with(options).await?))
    }

    pub async fn page(&self, user: i64) -> Result<Vec<Notification>, Error> {
        query_as(PAGE).bind(user).fetch_all(&self.0).await
    }

    pub async fn point(&self, uuid: Uuid) -> Result<Option<Notification>, Error> {
        query_as(POINT).bind(uuid).fetch_optional(&self.0).await
    }

    pub async fn restore(&self, uuid: Uuid) -> Result<Option<Restored>, Error> {
        query_as(RESTORE).bind(uuid).bind(ACTOR).fetch_optional(&self.0).await
    }

    pub async fn send(&self, new: &NewNotification) -> Result<Sent, Error> {
        query_as(SEND)
            .bind(new.user_id)
            .bind(ACTOR)
            .bind(&new.r#type)
            .bind(&new.title)
            .bind(&new.message)
            .fetch_one(&self.0)
            .await
    }
}
