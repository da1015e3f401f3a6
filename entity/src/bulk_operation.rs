//! Operations that run in batches, and how far they are.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// A row of `bulk_operations`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bulk_operations")]
pub struct Model {
    /// Id of the operation, which its events have.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account that acts.
    pub actor_id: i64,
    /// The kind of its credential.
    pub credential_kind: String,
    /// Id of that credential.
    pub credential_id: i64,
    /// `running`, `done`, `cancelled` or `interrupted`.
    pub state: String,
    /// The code of the error that interrupted it.
    pub error_code: Option<String>,
    /// How many records it was to change when it started.
    pub total: i64,
    /// How many it has changed.
    pub changed: i64,
    /// How many it found and could not change.
    pub refused: i64,
    /// When it started.
    pub created_at: Timestamp,
    /// When its last batch ended.
    pub updated_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
}

/// No relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
