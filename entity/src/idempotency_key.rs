//! Responses to idempotent requests, stored for retries.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// A row of `idempotency_keys`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    /// SHA-256 of the caller's credential and of the key that the caller chose, in hexadecimal.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// What the request was and what it was answered with, sealed by what only the caller has.
    pub sealed_answer: Vec<u8>,
    /// When the answer is forgotten.
    pub expires_at: Timestamp,
}

/// What a row refers to: nothing.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
