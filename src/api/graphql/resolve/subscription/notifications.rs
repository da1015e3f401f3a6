//! Resolves `notificationReceived`.

use super::asked::{after, after_of};
use crate::{
    api::graphql::{
        execute::{Context, Object},
        resolve::viewed::Owned,
        schema::{field, requires, with_arguments},
    },
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        audit::{Action, Follower, retry},
        callers::CurrentCall,
        inbox,
        rows::{Target, read},
    },
    resources::{Key, Projection},
    store::feed::Filter,
    views::{Described, NewNotification},
};
use async_graphql::registry::MetaField;
use std::sync::Arc;

/// The name of the field.
pub const NAME: &str = "notificationReceived";

/// Describes the field.
pub fn describe() -> MetaField {
    let kind = kinds::notifications();
    let field = with_arguments(
        field(
            NAME,
            format!("{}!", NewNotification::about().type_name),
            "The notifications that are sent to the caller; one that is deleted already is left out. \
             Errors: FORBIDDEN.",
        ),
        [after()],
    );
    requires(&kind.view, field)
}

/// What is sent for an event, with the current call.
pub type Delivery = (Arc<Call>, Box<dyn Object>);

/// A running `notificationReceived`.
pub struct Notifications {
    follower: Follower,
    projection: &'static Projection,
    /// Whether the unread notifications are counted.
    counted: bool,
}

impl Notifications {
    /// Begins, after the permission check.
    pub async fn begin(ctx: Context<'_>, current: CurrentCall) -> Result<Self, Error> {
        let resource = kinds::notifications();
        ctx.call.require(&resource.view)?;
        Ok(Self {
            follower: Follower::begin(ctx.app, current, after_of(ctx)?.as_ref()).await?,
            projection: ctx.projection(resource),
            counted: ctx.field.selection.has("unreadCount"),
        })
    }

    /// The next notification to the caller.
    pub async fn next(&mut self) -> Result<Delivery, Error> {
        let resource = kinds::notifications();
        let filter = |caller: &Caller| {
            caller.require(&resource.view)?;
            let kinds = vec![(resource.name, Some(caller.user_id))];
            Ok(Filter { kinds, records: None, action: Some(Action::Created.name()) })
        };
        loop {
            let (call, event) = self.follower.next(filter).await?;
            let app = &self.follower.app;
            let find = || {
                let target = Target { resource, key: Some(Key::Id(event.record_id)) };
                read::find(app, &call, target, self.projection)
            };
            let notification = retry(find).await?;
            let Some(notification) = notification.filter(|it| !it.is_deleted()) else { continue };
            let unread =
                if self.counted { retry(|| inbox::unread_count(app, &call)).await? } else { 0 };
            let position = self.follower.sign(&call, &event);
            return Ok((
                call,
                Box::new(Owned(Box::new(NewNotification { position, notification, unread }))),
            ));
        }
    }
}
