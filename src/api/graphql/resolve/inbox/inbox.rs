//! The inbox of the caller, in fields of `viewer`.

use async_graphql::{
    Context, Value,
    registry::{MetaField, MetaInputValue},
};
use futures_util::future::BoxFuture;
use std::sync::Arc;

use crate::{
    api::graphql::{
        resolve::{
            arguments::given,
            error::refuse,
            lists,
            loaders::Tasks,
            select::{Object, ObjectFuture},
        },
        schema::{self, field, input, permission, with_arguments},
    },
    app::App,
    auth::{Call, Caller},
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
    [with_arguments(notifications, arguments), unread]
        .map(|field| MetaField { directive_invocations: vec![permission(&resource.view)], ..field })
}

/// Reads a page of the caller's inbox.
pub fn page<'c>(ctx: &'c Context<'c>) -> ObjectFuture<'c> {
    Box::pin(async move {
        let projection = ctx.data_unchecked::<Tasks>().begin_read();
        let page = read(ctx).await;
        drop(projection);
        page.map_err(|error| refuse(ctx, &error)).ok()
    })
}

async fn read(ctx: &Context<'_>) -> Result<Box<dyn Object>, Error> {
    let caller = caller(ctx);
    caller.require(&kinds::notifications().view)?;
    let unread_only = given(ctx, "unreadOnly")? == Some(Value::Boolean(true));
    let app = ctx.data_unchecked::<Arc<App>>();
    lists::page(ctx, app, caller, &inbox::inbox(caller, unread_only)).await
}

/// Counts the caller's unread notifications.
pub fn unread<'c>(ctx: &'c Context<'c>) -> BoxFuture<'c, Value> {
    Box::pin(async move {
        let app = ctx.data_unchecked::<Arc<App>>();
        match inbox::unread_count(app, caller(ctx)).await {
            Ok(count) => count.into(),
            Err(error) => refuse(ctx, &error),
        }
    })
}

fn caller<'c>(ctx: &'c Context<'c>) -> &'c Caller {
    ctx.data_unchecked::<Arc<Call>>()
}
