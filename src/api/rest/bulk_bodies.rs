//! Bodies of operations by filter, and the names of records in them.

use entity::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::Code,
    kinds::global_id,
    operations::{
        bulk::{Changed, Preview, Progress},
        records::Record,
    },
    resources::snake_case,
};

/// The result of an operation on the records that match a filter.
#[derive(Serialize, ToSchema)]
pub struct BulkChange {
    /// What would be done; null with `confirm`.
    #[schema(required)]
    pub preview: Option<BulkPreview>,
    /// Id of the operation, for undoing it; null if nothing changed.
    #[schema(value_type = Option<String>, format = "uuid", required)]
    pub operation_id: Option<Uuid>,
    /// How far the operation is; null without `confirm`.
    #[schema(required)]
    pub progress: Option<BulkProgress>,
}

/// What an operation on the records that match a filter would do.
#[derive(Serialize, ToSchema)]
pub struct BulkPreview {
    /// What `confirm` takes to change these records. Those that match later, or that somebody changes
    /// meanwhile, are left alone.
    pub token: String,
    /// The number of records that match, by what would become of them.
    pub counts: Vec<BulkCount>,
    /// The first records that would be changed, at most five.
    pub samples: Vec<RecordName>,
}

/// The number of records that have one outcome.
#[derive(Serialize, ToSchema)]
pub struct BulkCount {
    /// The error that the records would have; null if they would change.
    #[schema(required)]
    pub error_code: Option<&'static str>,
    /// The number of records with this outcome.
    pub count: i64,
}

/// A record of any kind: its ids and its label.
#[derive(Serialize, ToSchema)]
pub struct RecordName {
    /// The kind of the record.
    pub kind: String,
    /// Id of the record.
    pub id: i64,
    /// Global id of the record.
    pub global_id: String,
    /// What people know the record by, such as its title.
    pub label: String,
}

/// How far an operation on many records is.
#[derive(Serialize, ToSchema)]
pub struct BulkProgress {
    /// The state of the operation: `running`, `done`, `cancelled` or `interrupted`.
    pub state: &'static str,
    /// How many records it was to change when it started.
    pub total: i64,
    /// How many records it has changed.
    pub changed: i64,
    /// How many records it has left alone. They changed meanwhile, or the caller lost the
    /// permission.
    pub refused: i64,
    /// When the operation started.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// When the operation ended; null while it runs.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub ended_at: Option<Timestamp>,
    /// The error that interrupted the operation; null without one.
    #[schema(required)]
    pub error_code: Option<&'static str>,
}

impl From<Changed> for BulkChange {
    fn from(changed: Changed) -> Self {
        match changed {
            Changed::Preview(preview) => {
                Self { preview: Some(preview.into()), operation_id: None, progress: None }
            }
            Changed::Progress(progress) => Self {
                preview: None,
                operation_id: progress.operation,
                progress: Some(progress.into()),
            },
        }
    }
}

impl From<Preview> for BulkPreview {
    fn from(Preview { token, counts, samples }: Preview) -> Self {
        let count = |(error, count): (Option<Code>, i64)| BulkCount {
            error_code: error.map(|it| it.as_str()),
            count,
        };
        let counts = counts.into_iter().map(count).collect();
        Self { token, counts, samples: samples.iter().map(RecordName::from).collect() }
    }
}

impl From<&Record> for RecordName {
    fn from(record: &Record) -> Self {
        let resource = record.resource;
        Self {
            kind: snake_case(resource.name),
            id: record.id(),
            global_id: global_id::encode(resource, record.id()),
            label: record.label().to_owned(),
        }
    }
}

impl From<Progress> for BulkProgress {
    fn from(progress: Progress) -> Self {
        Self {
            state: progress.state.name(),
            total: progress.total,
            changed: progress.changed,
            refused: progress.refused,
            started_at: progress.started_at,
            ended_at: progress.ended_at,
            error_code: progress.error.map(|it| it.as_str()),
        }
    }
}
