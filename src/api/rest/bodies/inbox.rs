//! Bodies about notifications.

use uuid::Uuid;

use super::body;
use crate::{
    api::rest::openapi::operation_id,
    operations::{
        inbox::{AllMarked as All, Marked},
        records::write::CreatedMany,
    },
};

body! { MarkedNotifications, "The result of marking notifications as read.", (it: Marked), {
    not_found: Vec<String> = it.not_found.iter().map(Uuid::to_string).collect(), Vec::new(),
        "The uuids for which the caller has no live notification.";
    unread_count: i64 = it.unread.unwrap_or_default(), 0,
        "The number of notifications that remain unread.";
    operation_id: Option<Uuid> = it.operation, Some(operation_id()),
        "Id of the operation in its events; null if nothing was unread.";
} }

body! { AllMarked, "The result of marking all notifications as read.", (it: All), {
    count: i64 = it.count, 2, "The number of notifications that were unread.";
    unread_count: i64 = it.unread.unwrap_or_default(), 0,
        "The number of notifications that remain unread.";
    operation_id: Option<Uuid> = it.operation, Some(operation_id()),
        "Id of the operation in its events; null if nothing was unread.";
} }

body! { SentNotifications, "The result of sending a notification to many accounts.", (it: &CreatedMany), {
    count: i64 = i64::try_from(it.count).unwrap_or(i64::MAX), 1,
        "The number of notifications that were sent.";
    operation_id: Uuid = it.operation, operation_id(),
        "Id of the operation, which is in its events.";
} }
