//! What subscriptions deliver.

use std::sync::Arc;

use super::{Holds, VisibleEvent, view};
use crate::{kinds::notifications, operations::rows::Record};

const POSITION: &str = "The position in the order of events, which `after` takes.";

/// A change of a record.
pub struct RecordChange {
    /// Its position in the order of events.
    pub position: String,
    /// The event.
    pub event: VisibleEvent,
    /// The record as it is now, if the caller sees it.
    pub record: Option<Arc<Record>>,
}

view! { RecordChange, "RecordChanged", "A change of a record.", |it| {
    position: Holds::Text => it.position.as_str(), "MTIuNy4x", POSITION;
    event: Holds::View(VisibleEvent::about) => &it.event, VisibleEvent::about().example(), "The event.";
    record: Holds::Record("Record").or_null() => it.record.as_deref(), (),
        "The record as it is now; null when the caller does not see it any more.";
} }

/// A notification that has just come.
pub struct NewNotification {
    /// Its position in the order of events.
    pub position: String,
    /// The notification.
    pub notification: Record,
    /// How many notifications the caller has not read.
    pub unread: i64,
}

view! { NewNotification, "NotificationReceived", "A notification that has just come.", |it| {
    position: Holds::Text => it.position.as_str(), (), POSITION;
    notification: Holds::Record(notifications().name) => &it.notification, (), "The notification.";
    unread_count: Holds::Count => it.unread, (), "How many notifications the caller has not read.";
} }
