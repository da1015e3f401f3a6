//! Notifications.

use super::permission::permission;
use entity::notification::{Column, Entity};

use crate::resources::{
    Body, Choices, DefaultValue, Field, Input, KeyKind, Resource, Rule, WhenLive,
};

static TYPES: Choices = Choices {
    name: "NotificationType",
    description: "How urgent a notification is.",
    values: &[
        ("info", "Something to know."),
        ("warning", "Something to look at."),
        ("error", "Something went wrong."),
        ("success", "Something went well."),
    ],
};

pub(super) fn resource() -> Resource {
    Resource::new::<Entity>(
        "Notification",
        "Notification",
        KeyKind::Uuid,
        permission!("notifications.view", own),
        vec![
            Field::new(Column::Type, "How urgent it is.").one_of(&TYPES).listed(),
            Field::new(Column::Title, "Its title.").listed(),
            Field::new(Column::Message, "Its text.").large(),
            Field::new(Column::ActionUrl, "Where a click leads."),
            Field::new(Column::Metadata, "Free JSON object.").large(),
            Field::new(Column::IsRead, "Whether its recipient has read it.").listed(),
            Field::new(Column::ReadAt, "When its recipient read it.").listed(),
        ],
    )
    .described("A message to an account.")
    .labelled(Column::Title)
    .owned_through(Column::UserId, "The account it is for.")
    .relating("sender", Column::SenderId, "The account that sent it; null: the system itself.")
    .collected(Column::IsRead, Column::ReadAt)
    .deleted(permission!("notifications.delete", own))
    .restored(
        permission!("notifications.restore", own),
        "/api/v1/notifications/{uuid}/restore",
        WhenLive::Refused,
        Body::Bare(&["id", "uuid", "title", "is_active", "deleted_at", "user", "sender"]),
    )
    .updated(
        permission!("notifications.update", own),
        "/api/v1/notifications/{uuid}",
        writable(),
        Body::Bare(&["id", "uuid", "title", "message", "is_active", "updated_at"]),
    )
    .created(
        "send",
        permission!("notifications.send", own),
        recipients().into_iter().chain(writable()).collect(),
        Some(("/api/v1/notifications", Body::Bare(&SENT))),
    )
    .for_many(
        Input::new(
            "user_ids",
            Rule::Accounts,
            "Numbers of the accounts it is for, at most 10,000; either these or a role.",
        ),
        Input::new("role", Rule::NAME, "Name of the role whose accounts it is for."),
    )
}

/// What REST shows of a notification that was sent.
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
        Input::new("user_id", Rule::Account, "Number of the account it is for."),
        Input::new(
            "sender_id",
            Rule::Account,
            "Number of the account that sends it; the caller's when left out.",
        )
        .or(DefaultValue::Caller),
    ]
}

fn writable() -> Vec<Input> {
    vec![
        Input::new("type", Rule::Choice(&TYPES), "How urgent it is."),
        Input::new("title", Rule::NAME, "Its title, 1 to 255 characters."),
        Input::new("message", Rule::MESSAGE, "Its text, 1 to 65,535 characters."),
        Input::new(
            "action_url",
            Rule::Link,
            "Where a click leads: an http or https URL, or a path on this site.",
        )
        .or(DefaultValue::Null),
        Input::new("metadata", Rule::Json, "Free JSON object, at most 64 KiB.")
            .or(DefaultValue::Null),
        Input::new("is_active", Rule::Bool, "Whether it is in use.").or(DefaultValue::True),
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
