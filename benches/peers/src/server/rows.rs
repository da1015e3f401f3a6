//! Rows, and the answers that are made of them.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use sqlx::{FromRow, types::Json};
use uuid::Uuid;

/// A notification with both accounts, as the GraphQL document selects it.
#[derive(FromRow, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    #[serde(rename = "databaseId")]
    id: i64,
    uuid: Uuid,
    #[serde(serialize_with = "upper_case")]
    r#type: String,
    title: String,
    message: String,
    action_url: Option<String>,
    metadata: Option<Json<Value>>,
    is_read: bool,
    #[serde(serialize_with = "time_or_null")]
    read_at: Option<DateTime<Utc>>,
    is_active: bool,
    #[serde(serialize_with = "time")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "time")]
    updated_at: DateTime<Utc>,
    version: i64,
    #[sqlx(flatten)]
    user: User,
    #[sqlx(flatten)]
    sender: Sender,
}

impl Notification {
    /// Reads the columns of the statements in their order.
    pub fn of_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        let metadata: Option<String> = row.get(6)?;
        let metadata = metadata.map(|it| serde_json::from_str(&it)).transpose();
        Ok(Self {
            id: row.get(0)?,
            uuid: row.get(1)?,
            r#type: row.get(2)?,
            title: row.get(3)?,
            message: row.get(4)?,
            action_url: row.get(5)?,
            metadata: metadata
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?
                .map(Json),
            is_read: row.get(7)?,
            read_at: row.get(8)?,
            is_active: row.get(9)?,
            created_at: row.get(10)?,
            updated_at: row.get(11)?,
            version: row.get(12)?,
            user: User { database_id: row.get(13)?, email: row.get(14)? },
            sender: Sender { sender_id: row.get(15)?, sender_email: row.get(16)? },
        })
    }
}

#[derive(FromRow, Serialize)]
#[serde(rename_all = "camelCase")]
struct User {
    #[sqlx(rename = "user_id")]
    database_id: i64,
    #[sqlx(rename = "user_email")]
    email: String,
}

/// The account that sent a notification; null if there is none.
#[derive(FromRow)]
struct Sender {
    sender_id: Option<i64>,
    sender_email: Option<String>,
}

impl Serialize for Sender {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.sender_id, &self.sender_email) {
            (Some(database_id), Some(email)) => {
                SenderAnswer { database_id, email }.serialize(serializer)
            }
            _ => serializer.serialize_none(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SenderAnswer<'r> {
    database_id: i64,
    email: &'r str,
}

/// `{"data": {"notification": …}}`
#[derive(Serialize)]
pub struct NodeAnswer<'r> {
    data: NodeData<'r>,
}

#[derive(Serialize)]
struct NodeData<'r> {
    notification: Option<&'r Notification>,
}

/// `{"data": {"notifications": {"nodes": […]}}}`
#[derive(Serialize)]
pub struct NodesAnswer<'r> {
    data: NodesData<'r>,
}

#[derive(Serialize)]
struct NodesData<'r> {
    notifications: Nodes<'r>,
}

#[derive(Serialize)]
struct Nodes<'r> {
    nodes: &'r [Notification],
}

impl<'r> NodeAnswer<'r> {
    pub fn of(notification: Option<&'r Notification>) -> Self {
        Self { data: NodeData { notification } }
    }
}

impl<'r> NodesAnswer<'r> {
    pub fn of(nodes: &'r [Notification]) -> Self {
        let notifications = Nodes { nodes };
        Self { data: NodesData { notifications } }
    }
}

/// The answer to a restore.
#[derive(FromRow, Serialize)]
pub struct Restored {
    id: i64,
    uuid: Uuid,
    title: String,
    is_active: bool,
    #[sqlx(skip)]
    deleted_at: (),
    #[sqlx(flatten)]
    user: Account,
    #[sqlx(flatten)]
    sender: MaybeAccount,
}

/// A notification to send.
#[derive(Deserialize)]
pub struct NewNotification {
    pub user_id: i64,
    pub r#type: String,
    pub title: String,
    pub message: String,
}

/// The answer to a send.
#[derive(FromRow, Serialize)]
pub struct Sent {
    id: i64,
    uuid: Uuid,
    #[sqlx(rename = "owner_id")]
    user_id: i64,
    #[sqlx(rename = "actor_id")]
    sender_id: Option<i64>,
    r#type: String,
    title: String,
    message: String,
    action_url: Option<String>,
    is_read: bool,
    #[serde(serialize_with = "time_or_null")]
    read_at: Option<DateTime<Utc>>,
    is_active: bool,
    #[sqlx(flatten)]
    user: Account,
    #[sqlx(flatten)]
    sender: MaybeAccount,
    #[serde(serialize_with = "time")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "time")]
    updated_at: DateTime<Utc>,
}

#[derive(FromRow, Serialize)]
struct Account {
    #[sqlx(rename = "user_id")]
    id: i64,
    #[sqlx(rename = "user_email")]
    email: String,
}

#[derive(FromRow)]
struct MaybeAccount {
    sender_id: Option<i64>,
    sender_email: Option<String>,
}

impl Serialize for MaybeAccount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shown<'r> {
            id: i64,
            email: &'r str,
        }
        match (self.sender_id, &self.sender_email) {
            (Some(id), Some(email)) => Shown { id, email }.serialize(serializer),
            _ => serializer.serialize_none(),
        }
    }
}

fn upper_case<S: Serializer>(name: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match name {
        "info" => "INFO",
        "warning" => "WARNING",
        "error" => "ERROR",
        _ => "SUCCESS",
    })
}

fn time<S: Serializer>(time: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Micros, true))
}

fn time_or_null<S: Serializer>(
    value: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => time(value, serializer),
        None => serializer.serialize_none(),
    }
}
