//! Responses to idempotent requests, stored for retries.

use sea_orm::entity::prelude::*;

use crate::Timestamp;

/// A row of `idempotency_keys`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    /// SHA-256 of credential and `Idempotency-Key`, in hexadecimal.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key_hash: String,
    /// Request and response, encrypted with a key that only clients can derive.
    pub sealed_answer: Vec<u8>,
    /// When the stored response expires.
    pub expires_at: Timestamp,
    /// Whose quota the row counts for, such as `account 7`. Earlier releases wrote a credential.
    pub credential: Option<String>,
}

/// No relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
