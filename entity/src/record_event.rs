//! Events of records: a row for each change, written in the same transaction.
//!
//! A row never changes, except that purging the record removes its values.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// The action of purging a record, after which no event has its values.
pub const PURGED: &str = "purged";

/// A row of `record_events`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "record_events")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The PostgreSQL transaction that orders the event; 0 on SQLite, where one writer orders rows.
    /// The change feed reads rows by this column and `id`.
    pub xid: i64,
    /// Operation id; the events of a bulk operation share one.
    pub operation_id: Uuid,
    /// Action, such as `restored`.
    pub action: String,
    /// Kind of the record, such as `Organization`.
    pub kind: String,
    /// Id of the record.
    pub record_id: i64,
    /// Owner of the record; null: no owner.
    pub owner_id: Option<i64>,
    /// Account of the actor; null: the system.
    pub actor_id: Option<i64>,
    /// Kind of the actor's credential.
    pub credential_kind: Option<String>,
    /// Id of that credential in its table.
    pub credential_id: Option<i64>,
    /// API of the request, such as `rest`.
    pub via: Option<String>,
    /// Id of the request.
    pub request_id: Option<String>,
    /// Values of the written columns before, by name; null: the record was created.
    #[sea_orm(column_type = "JsonBinary")]
    pub before: Option<Json>,
    /// Values of the written columns after, by name.
    #[sea_orm(column_type = "JsonBinary")]
    pub after: Json,
    /// When it happened.
    pub created_at: Timestamp,
}

/// No relations: an event outlives what it refers to.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
