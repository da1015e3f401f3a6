//! Notifications.

use entity::notification::{Column, Entity};

use crate::permission;
use crate::resources::{
    Body, Choices, DefaultValue, Field, Input, KeyKind, LiveRecord, Resource, Rule,
};

static TYPES: Choices = Choices {
    name: "NotificationType",
    description: "The type of a notification.",
    values: &[
        ("info", "Information: no action is needed."),
        ("warning", "A warning: something needs attention."),
        ("error", "An error: something failed."),
        ("success", "A success: something completed."),
    ],
};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Notification",
        "Notification",
        "/api/v1/notifications",
        KeyKind::Uuid,
        permission!("notifications.view", own),
        vec![
            Field::new(Column::Type, "Type of the notification.").one_of(&TYPES).listed(),
            Field::new(Column::Title, "Title of the notification, such as `Report ready`.").listed().personal(),
            Field::new(Column::Message, "Text of the notification, 1 to 65,535 characters.").large().personal(),
            Field::new(Column::ActionUrl, "Where a click leads, such as `/reports/7`: an http or https URL, or a path on this site.").personal(),
            Field::new(Column::Metadata, "Additional data: any JSON object.").large().personal(),
            Field::new(Column::IsRead, "Whether the recipient has read the notification.").listed(),
            Field::new(Column::ReadAt, "When the recipient read the notification; null if unread.").listed(),
        ],
    )
    .described("A message to a user, which its recipient can mark as read.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The recipient of the notification.")
    .relating("sender", Column::SenderId, "The user that sent the notification; null if the system did.")
    .collected(Column::IsRead)
    .deleted(permission!("notifications.delete", own))
    .restored(
        permission!("notifications.restore", own),
        LiveRecord::Rejected,
        Body::Bare(&["id", "uuid", "title", "is_active", "deleted_at", "user", "sender"]),
    )
    .updated(
        permission!("notifications.update", own),
        writable(),
        Body::Bare(&["id", "uuid", "title", "message", "is_active", "updated_at"]),
    )
    .created(
        "send",
        permission!("notifications.send", own),
        recipients().into_iter().chain(writable()).collect(),
        Body::Bare(&SENT),
    )
    .for_many(
        Input::new(
            "user_ids",
            Rule::Accounts,
            "Ids of the recipients, at most 10,000; either these or a role.",
        ),
        Input::new("role", Rule::NAME, "Name of the role whose members are the recipients, such as `editors`."),
    )
}

/// The fields of a sent notification in REST.
static SENT: [&str; 15] = [
    "id",
    "uuid",
    "user_id",
    "sender_id",
    "type",
    "title",
    "message",
    "action_url",
    "is_read",
    "read_at",
    "is_active",
    "user",
    "sender",
    "created_at",
    "updated_at",
];

fn recipients() -> [Input; 2] {
    [
        Input::new("user_id", Rule::Account, "Id of the recipient."),
        Input::new("sender_id", Rule::Account, "Id of the sender; the caller if absent.")
            .or(DefaultValue::Caller),
    ]
}

fn writable() -> Vec<Input> {
    vec![
        Input::new("type", Rule::Choice(&TYPES), "Type of the notification."),
        Input::new("title", Rule::NAME, "Title of the notification, 1 to 255 characters."),
        Input::new("message", Rule::MESSAGE, "Text of the notification, 1 to 65,535 characters."),
        Input::new(
            "action_url",
            Rule::Link,
            "Where a click leads, such as `/reports/7`: an http or https URL, or a path on this site.",
        )
        .or(DefaultValue::Null),
        Input::new("metadata", Rule::Json, "Additional data: any JSON object of at most 64 KiB.")
            .or(DefaultValue::Null),
        Input::new("is_active", Rule::Bool, "Whether the notification is in use.").or(DefaultValue::True),
    ]
}

#[cfg(test)]
mod tests {
    use entity::NotificationType;
    use sea_orm::{ActiveEnum, Iterable};

    #[test]
    fn the_types_are_those_of_the_table() {
        let stored: Vec<String> = NotificationType::iter().map(|kind| kind.to_value()).collect();
        assert_eq!(super::TYPES.texts().collect::<Vec<_>>(), stored);
    }
}
