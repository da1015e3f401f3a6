//! Defines bodies of responses about records of any kind. They are previews of restores, and
//! earlier values.

use entity::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use utoipa::ToSchema;

use super::{
    bodies::{BulkError, account},
    bulk_bodies::RecordName,
};
use crate::{
    kinds::global_id,
    operations::records::{AsOf, Dependents, Preview, UserSummary},
    resources::snake_case,
};

/// What restoring a record would bring back, and what blocks it.
#[derive(Serialize, ToSchema)]
pub struct RestorePreview {
    /// The record to restore.
    pub record: RecordName,
    /// The owner of the record; null for kinds without owners.
    #[schema(schema_with = account)]
    pub owner: Option<UserSummary>,
    /// Whether the owner is deleted; false for an account, its own owner.
    pub owner_deleted: bool,
    /// Whether the caller can restore the record: there are no obstacles.
    pub can_restore: bool,
    /// What blocks it: a missing permission, or that the record is live.
    pub obstacles: Vec<BulkError>,
    /// The deleted records to which it belongs, visible to the caller. They come back `with` those
    /// that are `related`.
    pub refers_to: Vec<RecordName>,
    /// The deleted records that belong to it, by kind. Those that the caller may not view are left
    /// out.
    pub dependents: Vec<DeletedDependents>,
    /// How many records would come back `with` it that are `related`.
    pub related_count: i64,
    /// Whether they are too many for one operation.
    pub too_many_related: bool,
}

/// The deleted records of a kind that belong to a record.
#[derive(Serialize, ToSchema)]
pub struct DeletedDependents {
    /// The kind, such as `api_key`.
    pub kind: String,
    /// How many deleted records of the kind belong to the record.
    pub count: i64,
    /// How many of them the operation deleted that deleted the record.
    pub deleted_together: i64,
    /// The first three of these records, by id.
    pub records: Vec<RecordName>,
}

/// A record as it was at a time, from its history.
#[derive(Serialize, ToSchema)]
pub struct RecordAsOf {
    /// The kind of the record.
    pub kind: String,
    /// Id of the record.
    pub id: i64,
    /// Global id of the record.
    pub global_id: String,
    /// The time as of which the record was read.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// What people knew the record by; null if it is not known.
    #[schema(required)]
    pub label: Option<String>,
    /// Whether the record was deleted.
    pub is_deleted: bool,
    /// The fields of the record: all but `version` and `updated_at`.
    #[schema(value_type = std::collections::BTreeMap<String, Json>)]
    pub values: Map<String, Json>,
}

/// A record with the values that it had after an event.
#[derive(Serialize, ToSchema)]
pub struct RevertedRecord {
    /// The record afterwards; null if the caller may not view it.
    #[schema(value_type = Option<std::collections::BTreeMap<String, Json>>, required)]
    pub record: Option<Json>,
    /// The fields that it changed; none if they had these values already.
    #[schema(value_type = Vec<String>)]
    pub changed_fields: Vec<&'static str>,
}

impl RestorePreview {
    /// The preview, with the account that owns the record.
    pub fn of(preview: &Preview, owner: Option<UserSummary>) -> Self {
        Self {
            record: RecordName::from(&preview.record),
            owner,
            owner_deleted: preview.owner_deleted,
            can_restore: preview.obstacles.is_empty(),
            obstacles: preview.obstacles.iter().map(BulkError::from).collect(),
            refers_to: preview.refers_to.iter().map(RecordName::from).collect(),
            dependents: preview.dependents.iter().map(DeletedDependents::from).collect(),
            related_count: preview.related(),
            too_many_related: preview.is_too_much(),
        }
    }
}

impl From<&Dependents> for DeletedDependents {
    fn from(of: &Dependents) -> Self {
        Self {
            kind: snake_case(of.resource.name),
            count: of.count,
            deleted_together: of.together,
            records: of.records.iter().map(RecordName::from).collect(),
        }
    }
}

impl From<AsOf> for RecordAsOf {
    fn from(of: AsOf) -> Self {
        Self {
            kind: snake_case(of.resource.name),
            id: of.id,
            global_id: global_id::encode(of.resource, of.id),
            at: of.at,
            label: of.label().map(str::to_owned),
            is_deleted: of.is_deleted(),
            values: of.values,
        }
    }
}
