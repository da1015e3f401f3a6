//! Stores the events of the audit trail. Each change of a record writes one, in the same
//! transaction. An event never changes, except that purging its record deletes the values.

use sea_orm::entity::prelude::*;

use crate::{Timestamp, json::StoredJson};

/// The action of purging a record, whose event has no values.
pub const PURGED: &str = "purged";

/// A row of `record_events`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "record_events")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The id of the transaction in PostgreSQL. It is 0 on SQLite, which has one writer. The change
    /// feed follows rows by this id and `id`.
    pub xid: i64,
    /// The operation; all events of a bulk operation have the same.
    pub operation_id: Uuid,
    /// Action, such as `restored`.
    pub action: String,
    /// Kind of the record, such as `Organization`.
    pub kind: String,
    /// Id of the record.
    pub record_id: i64,
    /// The account that owns the record; null: no account.
    pub owner_id: Option<i64>,
    /// The account of the caller; null: the system itself.
    pub actor_id: Option<i64>,
    /// The kind of the caller's credential.
    pub credential_kind: Option<String>,
    /// Id of that credential in its table.
    pub credential_id: Option<i64>,
    /// The API, such as `rest`.
    pub via: Option<String>,
    /// Id of the request.
    pub request_id: Option<String>,
    /// Why, in the caller's words.
    pub reason: Option<String>,
    /// The previous values of the columns that were written. Null: the record is new, or its values
    /// were removed.
    #[sea_orm(column_type = "JsonBinary")]
    pub before: Option<StoredJson>,
    /// The new values of the columns that were written.
    #[sea_orm(column_type = "JsonBinary")]
    pub after: StoredJson,
    /// When the change was made.
    pub created_at: Timestamp,
}

/// The relations of the table. There are none, because events outlast what they refer to.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
