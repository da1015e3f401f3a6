//! What happened to records: a row for each change, written together with it and never changed,
//! but that the values go when the record is purged.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// The action of removing a record for good: no event tells of its values any more.
pub const PURGED: &str = "purged";

/// A row of `record_events`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "record_events")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The transaction that wrote it, as PostgreSQL numbers them; 0 on SQLite, where one writer
    /// puts the rows in order. Rows are followed by this number and `id`.
    pub xid: i64,
    /// The call it is part of; those of a bulk operation have the same.
    pub operation_id: Uuid,
    /// What was done, such as `restored`.
    pub action: String,
    /// The kind of the record, `Organization`.
    pub kind: String,
    /// Number of the record.
    pub record_id: i64,
    /// The account that the record belongs to; null: to nobody.
    pub owner_id: Option<i64>,
    /// The account that did it; null: the system itself.
    pub actor_id: Option<i64>,
    /// The kind of the credential it was done with.
    pub credential_kind: Option<String>,
    /// Number of that credential in its table.
    pub credential_id: Option<i64>,
    /// The way the call came, such as `rest`.
    pub via: Option<String>,
    /// Id of the request.
    pub request_id: Option<String>,
    /// The columns that were written as they were before, by name; null: there was no record.
    #[sea_orm(column_type = "JsonBinary")]
    pub before: Option<Json>,
    /// The columns that were written as they are since.
    #[sea_orm(column_type = "JsonBinary")]
    pub after: Json,
    /// When it was done.
    pub created_at: Timestamp,
}

/// What a row refers to: nothing that is held to be there, so that it outlasts everything.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
