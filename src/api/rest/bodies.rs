//! The bodies of responses without records. Their schemas are made from these types.

use entity::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use utoipa::{
    ToSchema,
    openapi::{RefOr, Schema},
};
use uuid::Uuid;

use super::{
    bulk_bodies::BulkProgress,
    openapi::{ACTOR, reference},
};
use crate::{
    error::Error,
    operations::{catalogue::Imported, records::UserSummary},
};

/// A deleted record of any kind.
#[derive(Serialize, ToSchema)]
pub struct TrashedRecord {
    /// The kind of the record.
    pub kind: String,
    /// Id of the record.
    pub id: i64,
    /// Global id of the record, which `POST /api/v1/restore` takes.
    pub global_id: String,
    /// What people know the record by, such as its title.
    pub label: String,
    /// Whether the record is in use; independent of deletion.
    pub is_active: bool,
    /// When the record was deleted.
    #[schema(value_type = String, format = DateTime)]
    pub deleted_at: Timestamp,
    /// The account that deleted it; null if none did or unknown.
    #[schema(schema_with = account)]
    pub deleted_by: Option<UserSummary>,
    /// Why the record was deleted; null if the caller gave no reason.
    #[schema(required)]
    pub deletion_reason: Option<String>,
    /// When the record can be purged; null if never.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub purge_at: Option<Timestamp>,
}

/// The deleted records of one kind.
#[derive(Serialize, ToSchema)]
pub struct TrashSummary {
    /// The kind, such as `api_key`.
    pub kind: String,
    /// How many deleted records there are.
    pub count: i64,
    /// When the oldest was deleted; null where there is none.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub oldest: Option<Timestamp>,
}

/// An action on a record.
#[derive(Serialize, ToSchema)]
pub struct Event {
    /// Id of the event.
    pub id: i64,
    /// What was done to the record, such as `deleted`.
    pub action: String,
    /// The kind of the record; `role` for a role.
    pub kind: String,
    /// Id of the record, or of the role.
    pub record_id: i64,
    /// Global id of the record, or of the role.
    pub record_global_id: String,
    /// When the action took place.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Id of the operation; all events of one request have the same.
    #[schema(value_type = String, format = "uuid")]
    pub operation_id: Uuid,
    /// The account that acted; null for the system itself.
    #[schema(schema_with = account)]
    pub actor: Option<UserSummary>,
    /// The values of the changed fields before; null for a new record.
    #[schema(value_type = Option<std::collections::BTreeMap<String, Json>>, required)]
    pub before: Option<Map<String, Json>>,
    /// The values of the changed fields after.
    #[schema(value_type = std::collections::BTreeMap<String, Json>)]
    pub after: Map<String, Json>,
    /// The names of the changed fields.
    pub changed_fields: Vec<String>,
    /// The difference of each changed field.
    pub changes: Vec<FieldChange>,
    /// The kind of the caller's credential; null for the system itself.
    #[schema(required)]
    pub credential_kind: Option<String>,
    /// Id of the caller's credential; null for the system itself.
    #[schema(required)]
    pub credential_id: Option<i64>,
    /// The API that received the request; null if there was no request.
    #[schema(required)]
    pub via: Option<String>,
    /// Id of the request, from `X-Request-Id`.
    #[schema(required)]
    pub request_id: Option<String>,
    /// Why the action was done; null if the caller gave no reason.
    #[schema(required)]
    pub reason: Option<String>,
}

/// The difference that an action made to a field of a record.
#[derive(Serialize, ToSchema)]
pub struct FieldChange {
    /// The name of the field.
    pub field: String,
    /// The value before the action; null if the action created the record.
    #[schema(value_type = Value)]
    pub before: Json,
    /// The value of the field after the action.
    #[schema(value_type = Value)]
    pub after: Json,
}

/// A request, or a command of an operator, that changed records.
#[derive(Serialize, ToSchema)]
pub struct Operation {
    /// Id of the operation.
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    /// The account that acted; null for the system itself.
    #[schema(schema_with = account)]
    pub actor: Option<UserSummary>,
    /// When the operation started.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// The number of events of each kind that concern the caller.
    pub counts: Vec<KindCount>,
    /// Whether an undo by the caller would delete or restore a record.
    pub can_undo: bool,
    /// How far it is, if it runs in batches. Its caller and those who may audit all records see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<BulkProgress>,
}

/// The number of events of records of a kind.
#[derive(Serialize, ToSchema)]
pub struct KindCount {
    /// The kind, such as `api_key`.
    pub kind: String,
    /// The number of events.
    pub count: i64,
}

/// The credential of the request, without its value.
#[derive(Serialize, ToSchema)]
pub struct Credential {
    /// Id of the access token or API key. It is null for a token of an identity provider.
    #[schema(required)]
    pub id: Option<i64>,
    /// The kind of the credential: `access_token`, `api_key` or `identity_token`.
    pub kind: String,
    /// The name that the issuer gave the credential.
    #[schema(required)]
    pub name: Option<String>,
    /// When the credential expires; null if never.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub expires_at: Option<Timestamp>,
}

/// What the caller may do with the records of a kind: `all`, `own` or `none`.
#[derive(Serialize, ToSchema)]
pub struct KindAccess {
    /// The kind, such as `api_key`.
    pub kind: String,
    /// The records that the caller may view.
    pub view: &'static str,
    /// The accounts for which the caller may create records.
    pub create: &'static str,
    /// The records that the caller may update.
    pub update: &'static str,
    /// The records that the caller may delete.
    pub delete: &'static str,
    /// The records that the caller may restore.
    pub restore: &'static str,
}

/// The outcomes of an operation on many records.
#[derive(Serialize, ToSchema)]
pub struct BulkResult {
    /// Id of the operation, for undoing it; null if nothing changed.
    #[schema(value_type = Option<String>, format = "uuid", required)]
    pub operation_id: Option<Uuid>,
    /// An outcome for each record, in order.
    pub outcomes: Vec<BulkOutcome>,
    /// How far an undo is that runs in batches. More than 500 records do; then there are no
    /// outcomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<BulkProgress>,
    /// The outcomes of the records restored with these. It is absent if the request named no
    /// others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub related: Option<Vec<BulkOutcome>>,
}

/// The result for one record.
#[derive(Serialize, ToSchema)]
pub struct BulkOutcome {
    /// The id that was sent. It is truncated to 64 bytes if it is not a valid id.
    pub id: String,
    /// Whether the record was changed.
    pub changed: bool,
    /// Why the record was not changed; null if there was no error.
    #[schema(required)]
    pub error: Option<BulkError>,
}

/// Why a record was not changed.
#[derive(Serialize, ToSchema)]
pub struct BulkError {
    /// The code of the error, such as `FORBIDDEN`. It is `ABORTED` if another record was the
    /// reason.
    pub code: &'static str,
    /// The message of the error.
    pub message: String,
}

impl From<&Error> for BulkError {
    fn from(error: &Error) -> Self {
        Self { code: error.code().as_str(), message: error.message().to_owned() }
    }
}

/// The result of marking notifications as read.
#[derive(Serialize, ToSchema)]
pub struct MarkedNotifications {
    /// The uuids for which the caller has no live notification.
    #[schema(value_type = Vec<String>)]
    pub not_found: Vec<Uuid>,
    /// The number of notifications that remain unread.
    pub unread_count: i64,
    /// Id of the operation in its events; null if nothing was unread.
    #[schema(value_type = Option<String>, format = "uuid", required)]
    pub operation_id: Option<Uuid>,
}

/// The result of marking all notifications as read.
#[derive(Serialize, ToSchema)]
pub struct AllMarked {
    /// The number of notifications that were unread.
    pub count: i64,
    /// The number of notifications that remain unread.
    pub unread_count: i64,
    /// Id of the operation in its events; null if nothing was unread.
    #[schema(value_type = Option<String>, format = "uuid", required)]
    pub operation_id: Option<Uuid>,
}

/// The result of sending a notification to many accounts.
#[derive(Serialize, ToSchema)]
pub struct SentNotifications {
    /// The number of notifications that were sent.
    pub count: i64,
    /// Id of the operation, which is in its events.
    #[schema(value_type = String, format = "uuid")]
    pub operation_id: Uuid,
}

/// The result of importing a catalogue.
#[derive(Serialize, ToSchema)]
pub struct ImportedTexts {
    /// The number of new records.
    pub created_count: usize,
    /// The number of records whose text has changed.
    pub updated_count: usize,
    /// The number of records that had the text already.
    pub unchanged_count: usize,
    /// The keys whose records are deleted, which were left as they are.
    pub deleted_keys: Vec<String>,
    /// Id of the operation in its events; null if nothing changed.
    #[schema(value_type = Option<String>, format = "uuid", required)]
    pub operation_id: Option<Uuid>,
}

impl From<Imported> for ImportedTexts {
    fn from(imported: Imported) -> Self {
        Self {
            created_count: imported.created,
            updated_count: imported.updated,
            unchanged_count: imported.unchanged,
            deleted_keys: imported.deleted,
            operation_id: imported.operation,
        }
    }
}

/// The schema of an account that can be null.
pub fn account() -> RefOr<Schema> {
    reference(ACTOR, true, "Id and email address of the account.")
}
