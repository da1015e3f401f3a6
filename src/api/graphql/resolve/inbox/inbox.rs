//! The inbox of the caller: the fields of `viewer`, and the mutations of many notifications.

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
            select::{Loading, Object},
        },
        schema::{self, field, input, permission, with_arguments},
    },
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::inbox,
};

/// The fields of the caller that show its inbox.
pub fn fields() -> [MetaField; 2] {
    let resource = kinds::notifications();
    let unread_only = MetaInputValue {
        default_value: Some("false".to_owned()),
        ..input("unreadOnly", "Boolean!", "Whether those that are read are left out.")
    };
    let notifications = field(
        "notifications",
        schema::connection_name(resource.name),
        "The live notifications for the caller, the newest first; never another's. Null, with an \
         error, for a caller who may not read its own.",
    );
    let arguments = [unread_only].into_iter().chain(schema::page_arguments());
    let unread = field(
        "unreadCount",
        "Int",
        "How many live notifications for the caller are not read; counted when it is asked for. \
         Null, with an error, for a caller who may not read its own.",
    );
    [with_arguments(notifications, arguments), unread]
        .map(|field| MetaField { directive_invocations: vec![permission(&resource.view)], ..field })
}

/// The page of the caller's inbox that the arguments ask for.
pub fn page<'c>(ctx: &'c Context<'c>) -> Loading<'c> {
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

/// How many there are that the caller has not read.
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
