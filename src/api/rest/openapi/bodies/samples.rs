//! Examples of what is no record.

use entity::Timestamp;
use serde_json::{Map, Value as Json, json};
use uuid::Uuid;

use crate::{
    api::rest::{
        account_bodies::{AccessToken, Role},
        bodies::{Event, FieldChange, KindCount, Operation, TrashedRecord},
        bulk_bodies::{BulkChange, BulkCount, BulkPreview, BulkProgress, RecordName},
        openapi::{
            examples::Sample,
            query::{OPERATION, record_id},
        },
        record_bodies::{RecordAsOf, RestorePreview, RevertedRecord},
    },
    kinds,
    operations::records::UserSummary,
    resources::{AccountChange, snake_case},
};

/// The body of a change of roles, grants or access tokens.
pub fn account_change(change: AccountChange) -> Json {
    match change {
        AccountChange::CreateRole => {
            json!({ "name": "auditors", "permissions": [kinds::AUDIT.all] })
        }
        AccountChange::UpdateRole => json!({ "name": "administrators" }),
        AccountChange::Grant => json!({ "user_id": 2, "permissions": [kinds::AUDIT.all] }),
        AccountChange::Revoke => json!({ "user_id": 2, "roles": ["editor"] }),
        AccountChange::CreateToken => {
            json!({ "name": "Laptop", "permissions": [kinds::AUDIT.all] })
        }
        _ => json!({ "user_id": 2 }),
    }
}

/// A role.
pub fn role() -> Role {
    let at = trashed().deleted_at;
    Role {
        id: 1,
        name: "auditors".to_owned(),
        permissions: [kinds::AUDIT.all.to_owned()].into(),
        version: 1,
        created_at: at,
        updated_at: at,
        deleted_at: None,
    }
}

/// An access token.
pub fn token() -> AccessToken {
    let at = trashed().deleted_at;
    AccessToken {
        id: 1,
        name: Some("Laptop".to_owned()),
        permissions: Some(vec![kinds::AUDIT.all.to_owned()]),
        issued_by: Some(1),
        created_at: at,
        expires_at: at,
        revoked_at: None,
    }
}

/// The time of the examples.
pub fn now() -> Option<Timestamp> {
    Timestamp::parse("2026-11-20T15:36:00.123456Z")
}

/// The account of the examples.
pub fn account() -> Option<UserSummary> {
    let email = Some(kinds::DEMO_ACCOUNT.to_owned());
    Some(UserSummary { email, purged: false, ..UserSummary::purged(1) })
}

/// A record in the trash.
pub fn trashed() -> TrashedRecord {
    TrashedRecord {
        kind: snake_case(kinds::accounts().name),
        id: 2,
        global_id: record_id(),
        label: "erin@example.com".to_owned(),
        is_active: true,
        deleted_at: now().unwrap_or_else(|| unreachable!("it is a timestamp")),
        deleted_by: account(),
        deletion_reason: None,
        purge_at: None,
    }
}

/// An event.
pub fn event() -> Event {
    Event {
        id: 7,
        action: "deleted".to_owned(),
        kind: snake_case(kinds::accounts().name),
        record_id: 2,
        record_global_id: record_id(),
        created_at: trashed().deleted_at,
        operation_id: operation().id,
        actor: account(),
        before: Some(Map::from_iter([("deleted_at".to_owned(), Json::Null)])),
        after: Map::from_iter([("deleted_at".to_owned(), json!(now()))]),
        changed_fields: vec!["deleted_at".to_owned()],
        changes: vec![FieldChange {
            field: "deleted_at".to_owned(),
            before: Json::Null,
            after: json!(now()),
        }],
        credential_kind: Some("access_token".to_owned()),
        credential_id: Some(1),
        via: Some("rest".to_owned()),
        request_id: None,
        reason: None,
    }
}

/// A record, in few words.
fn record_name() -> RecordName {
    let TrashedRecord { kind, id, global_id, label, .. } = trashed();
    RecordName { kind, id, global_id, label }
}

/// A preview of a restore.
pub fn preview() -> RestorePreview {
    RestorePreview {
        record: record_name(),
        owner: None,
        owner_deleted: false,
        can_restore: true,
        obstacles: Vec::new(),
        refers_to: Vec::new(),
        dependents: Vec::new(),
        related_count: 0,
        too_many_related: false,
    }
}

/// A record as it was at a time.
pub fn as_of() -> RecordAsOf {
    let TrashedRecord { kind, id, global_id, label, deleted_at: at, .. } = trashed();
    let values = Map::from_iter([(kinds::accounts().label.to_owned(), json!(label))]);
    RecordAsOf { kind, id, global_id, at, label: Some(label), is_deleted: false, values }
}

/// A record that was reverted.
pub fn reverted() -> RevertedRecord {
    let record = Some(Sample::live(kinds::accounts()).whole());
    RevertedRecord { record, changed_fields: vec![kinds::accounts().label] }
}

/// An operation.
pub fn operation() -> Operation {
    Operation {
        id: Uuid::parse_str(OPERATION).unwrap_or_default(),
        actor: account(),
        created_at: trashed().deleted_at,
        counts: vec![KindCount { kind: snake_case(kinds::accounts().name), count: 1 }],
        can_undo: true,
        progress: None,
    }
}

/// The preview of an operation on the records that match a filter.
pub fn bulk_preview() -> BulkChange {
    let preview = BulkPreview {
        token: "AAZEBiLd3UAAAAAAAAAAAQ6lTm1fD5l4c0FZ2JqQxkM".to_owned(),
        counts: vec![BulkCount { error_code: None, count: 1 }],
        samples: vec![record_name()],
    };
    BulkChange { preview: Some(preview), operation_id: None, progress: None }
}

/// An operation that was cancelled.
pub fn cancelled() -> BulkChange {
    let at = trashed().deleted_at;
    let progress = BulkProgress {
        state: "cancelled",
        total: 20_000,
        changed: 1_500,
        refused: 0,
        started_at: at,
        ended_at: Some(at),
        error_code: None,
    };
    BulkChange { preview: None, operation_id: Some(operation().id), progress: Some(progress) }
}
