//! Holds on records, which keep them from being purged and erased.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// A row of `record_holds`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "record_holds")]
pub struct Model {
    /// Id of the row.
    #[sea_orm(primary_key)]
    pub id: i64,
    /// Kind of the record, such as `Organization`.
    pub kind: String,
    /// Id of the record.
    pub record_id: i64,
    /// Why it is kept, in the words of who put the hold on it.
    pub reason: String,
    /// That account.
    pub actor_id: Option<i64>,
    /// Since when it is kept.
    pub created_at: Timestamp,
}

/// No relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
