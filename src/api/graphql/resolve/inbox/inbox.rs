//! The inbox of the caller, in fields of `viewer`.

use async_graphql::{
    Value,
    registry::{MetaField, MetaInputValue},
};

use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::lists,
        schema::{self, field, input, requires, with_arguments},
    },
    error::Error,
    kinds,
    operations::inbox,
};

/// The fields of `Viewer` that show its inbox.
pub fn fields() -> [MetaField; 2] {
    let resource = kinds::notifications();
    let unread_only = MetaInputValue {
        default_value: Some("false".to_owned()),
        ..input("unreadOnly", "Boolean!", "Whether to leave out those that are read.")
    };
    let notifications = field(
        "notifications",
        schema::connection_name(resource.name),
        "The caller's own live notifications, newest first. Null, with the error FORBIDDEN, if the \
         caller may not view its own.",
    );
    let arguments = [unread_only].into_iter().chain(schema::page_arguments());
    let unread = field(
        "unreadCount",
        "Int",
        "The number of the caller's own live notifications that are unread. Null, with the error \
         FORBIDDEN, if the caller may not view its own.",
    );
    [with_arguments(notifications, arguments), unread].map(|field| requires(&resource.view, field))
}

/// Reads a page of the caller's inbox.
pub async fn page(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    ctx.call.require(&kinds::notifications().view)?;
    let unread_only = ctx.argument("unreadOnly") == Some(Value::Boolean(true));
    lists::page(ctx, inbox::inbox(ctx.call, unread_only)).await
}
