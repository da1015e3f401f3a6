//! Accounts as other records show them.

use entity::{ColumnType, Timestamp, user};
use sea_orm::DbErr;
use serde::Serialize;
use uuid::Uuid;

use super::value::{Row, Value};
use crate::resources::Projection;

/// An account as other records show it. It may be deleted, because deleting keeps references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UserSummary {
    /// Its id.
    pub id: i64,
    /// Its email address; `None`: it was purged (D39).
    pub email: Option<String>,
    /// Whether it was purged. Only then REST says so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub purged: bool,
    /// What REST doesn't show of it; `None`: it was not read.
    #[serde(skip)]
    pub more: Option<MoreOfUser>,
}

/// What GraphQL alone shows of an account with records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreOfUser {
    /// Its public key.
    pub uuid: Uuid,
    /// When it was deleted; `None`: it is live.
    pub deleted_at: Option<Timestamp>,
}

impl Projection {
    /// The columns that are read of each relation's account.
    pub(in crate::operations::rows) fn account_columns(&self) -> &'static [user::Column] {
        if self.summaries {
            &[user::Column::Email, user::Column::Uuid, user::Column::DeletedAt]
        } else {
            &[user::Column::Email]
        }
    }
}

impl UserSummary {
    /// An account that was purged: its id stays (D39).
    pub const fn purged(id: i64) -> Self {
        Self { id, email: None, purged: true, more: None }
    }

    /// Reads an account from a row's columns from the index on. `None`: there is none.
    pub(super) fn from_row(
        id: Option<i64>,
        projection: &Projection,
        row: &impl Row,
        index: usize,
    ) -> Result<Option<Self>, DbErr> {
        let (Some(id), Value::Text(email)) = (id, row.value(ColumnType::Text, index)?) else {
            return Ok(None);
        };
        let mut more = None;
        if projection.summaries
            && let Value::Uuid(uuid) = row.value(ColumnType::Uuid, index + 1)?
        {
            let deleted_at = row.value(ColumnType::Time, index + 2)?.as_time();
            more = Some(MoreOfUser { uuid, deleted_at });
        }
        Ok(Some(Self { id, email: Some(email), purged: false, more }))
    }
}
