//! The common operations, as types.
#![allow(missing_docs)]

use cynic::{Id, QueryFragment, QueryVariables, impl_scalar};
use serde::{Deserialize, Serialize};

use crate::schema;

include!(concat!(env!("OUT_DIR"), "/enums.rs"));

/// A point in time, such as `2026-01-31T12:00:00Z`.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct DateTime(pub String);
/// A UUID.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct Uuid(pub String);
impl_scalar!(DateTime, schema::DateTime);
impl_scalar!(Uuid, schema::UUID);
impl_scalar!(i64, schema::BigInt);

/// A record of any kind.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Record")]
pub struct Row {
    pub id: Id,
    pub kind: Kind,
    pub label: String,
    pub version: i64,
    pub deleted_at: Option<DateTime>,
    pub viewer_can: ViewerCan,
}

/// What the caller may do with a record.
#[derive(QueryFragment, Clone, Copy, Debug)]
pub struct ViewerCan {
    pub restore: bool,
    pub delete: bool,
    pub update: bool,
}

/// A record in the trash.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Restorable")]
pub struct TrashRow {
    pub id: Id,
    pub kind: Kind,
    pub label: String,
    pub deleted_at: Option<DateTime>,
    pub viewer_can: ViewerCan,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct PageInfo {
    pub has_next_page: bool,
    pub end_cursor: Option<String>,
}

#[derive(QueryVariables, Clone, Debug, Default)]
pub struct TrashVariables {
    pub kinds: Option<Vec<Kind>>,
    pub search: Option<String>,
    pub first: Option<i32>,
    pub after: Option<String>,
}

/// The deleted records of all kinds, newest first.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Query", variables = "TrashVariables")]
pub struct Trash {
    #[arguments(kinds: $kinds, search: $search, first: $first, after: $after)]
    pub trash: Option<TrashConnection>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct TrashConnection {
    pub nodes: Vec<TrashRow>,
    pub page_info: PageInfo,
}

#[derive(QueryVariables, Clone, Debug)]
pub struct RecordVariables {
    pub id: Id,
    pub expected_version: Option<i64>,
}

/// Deletes a record of any kind.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Mutation", variables = "RecordVariables")]
pub struct Delete {
    #[arguments(id: $id, expectedVersion: $expected_version)]
    pub delete: Option<DeletePayload>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct DeletePayload {
    pub operation_id: Uuid,
    pub record: Option<Row>,
}

/// Restores a record of any kind.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Mutation", variables = "RecordVariables")]
pub struct Restore {
    #[arguments(id: $id, expectedVersion: $expected_version)]
    pub restore: Option<RestorePayload>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct RestorePayload {
    pub restored: bool,
    pub operation_id: Option<Uuid>,
    pub record: Option<Row>,
}

#[derive(QueryVariables, Clone, Debug)]
pub struct RecordsVariables {
    pub ids: Vec<Id>,
    pub policy: BulkPolicy,
}

/// Deletes up to 500 records of any kinds.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Mutation", variables = "RecordsVariables")]
pub struct DeleteMany {
    #[arguments(ids: $ids, policy: $policy)]
    pub delete_many: Option<DeleteManyPayload>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct DeleteManyPayload {
    pub operation_id: Option<Uuid>,
    pub outcomes: Vec<BulkOutcome>,
}

/// Restores up to 500 records of any kinds.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Mutation", variables = "RecordsVariables")]
pub struct RestoreMany {
    #[arguments(ids: $ids, policy: $policy)]
    pub restore_many: Option<RestoreManyPayload>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct RestoreManyPayload {
    pub operation_id: Option<Uuid>,
    pub outcomes: Vec<BulkOutcome>,
}

#[derive(QueryVariables, Clone, Debug)]
pub struct UndoVariables {
    pub operation_id: Uuid,
}

/// Undoes an operation.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Mutation", variables = "UndoVariables")]
pub struct Undo {
    #[arguments(operationId: $operation_id)]
    pub undo: Option<UndoPayload>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct UndoPayload {
    pub operation_id: Option<Uuid>,
    pub outcomes: Vec<BulkOutcome>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct BulkOutcome {
    pub id: Id,
    pub changed: bool,
    pub record: Option<Row>,
    pub error: Option<BulkError>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct BulkError {
    pub code: ErrorCode,
    pub message: String,
}

#[derive(QueryVariables, Clone, Debug)]
pub struct InboxVariables {
    pub unread_only: bool,
    pub first: Option<i32>,
    pub after: Option<String>,
}

/// The notifications of the caller, newest first.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Query", variables = "InboxVariables")]
pub struct Inbox {
    pub viewer: Option<InboxViewer>,
}

#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Viewer", variables = "InboxVariables")]
pub struct InboxViewer {
    pub unread_count: Option<i32>,
    #[arguments(unreadOnly: $unread_only, first: $first, after: $after)]
    pub notifications: Option<NotificationConnection>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct NotificationConnection {
    pub nodes: Vec<Notification>,
    pub page_info: PageInfo,
}

#[derive(QueryVariables, Clone, Debug)]
pub struct MarkNotificationsReadVariables {
    pub uuids: Vec<Uuid>,
}

/// Marks notifications as read.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Mutation", variables = "MarkNotificationsReadVariables")]
pub struct MarkNotificationsRead {
    #[arguments(uuids: $uuids)]
    pub mark_notifications_read: Option<MarkNotificationsReadPayload>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct MarkNotificationsReadPayload {
    pub not_found: Vec<Uuid>,
    pub unread_count: i32,
}

#[derive(QueryVariables, Clone, Debug, Default)]
pub struct AfterVariables {
    pub after: Option<String>,
}

/// Notifications as they are sent to the caller.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Subscription", variables = "AfterVariables")]
pub struct NotificationReceived {
    #[arguments(after: $after)]
    pub notification_received: ReceivedNotification,
}

#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "NotificationReceived")]
pub struct ReceivedNotification {
    pub position: String,
    pub notification: Notification,
    pub unread_count: i32,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct Notification {
    pub uuid: Uuid,
    #[cynic(rename = "type")]
    pub type_: NotificationType,
    pub title: String,
    pub message: String,
    pub is_read: bool,
    pub created_at: DateTime,
}

#[derive(QueryVariables, Clone, Debug, Default)]
pub struct ChangedVariables {
    pub kinds: Option<Vec<Kind>>,
    pub after: Option<String>,
}

/// Changes of the records that the caller may view.
#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "Subscription", variables = "ChangedVariables")]
pub struct RecordChanged {
    #[arguments(kinds: $kinds, after: $after)]
    pub record_changed: ChangedRecord,
}

#[derive(QueryFragment, Clone, Debug)]
#[cynic(graphql_type = "RecordChanged")]
pub struct ChangedRecord {
    pub position: String,
    pub event: RecordEvent,
    pub record: Option<Row>,
}

#[derive(QueryFragment, Clone, Debug)]
pub struct RecordEvent {
    pub action: RecordAction,
    pub kind: Kind,
    pub record_id: Id,
    pub operation_id: Uuid,
    pub changed_fields: Vec<String>,
}
