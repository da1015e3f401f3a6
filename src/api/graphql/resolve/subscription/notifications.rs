//! Resolves `notificationReceived`.

use async_graphql::{
    Context, Value,
    registry::{MetaField, Registry},
};
use entity::record_event::Model as Event;
use std::{borrow::Cow, sync::Arc};

use super::{
    arguments,
    current_call::current_call,
    follower::{Delivery, Follower, retry},
};
use crate::{
    api::graphql::{
        resolve::{
            records::look_ahead::projection,
            select::{FieldValue, Object},
        },
        schema::{field, object, permission, with_arguments},
    },
    app::App,
    error::Error,
    kinds,
    operations::{
        audit::Action,
        inbox,
        records::{Record, Target, read},
    },
    resources::Key,
    store::feed::Position,
};

/// The name of the field.
pub const NAME: &str = "notificationReceived";
/// The type of an event of the subscription.
const NOTIFICATION_RECEIVED: &str = "NotificationReceived";

/// Describes the field, and registers its type.
pub fn describe(registry: &mut Registry) -> MetaField {
    let kind = kinds::notifications();
    let received = object(
        NOTIFICATION_RECEIVED,
        "A notification that has just come.",
        [
            field(
                "position",
                "String!",
                "The position in the order of events, which `after` takes.",
            ),
            field("notification", format!("{}!", kind.name), "The notification."),
            field("unreadCount", "Int!", "How many notifications the caller has not read."),
        ],
    );
    registry.types.insert(NOTIFICATION_RECEIVED.to_owned(), received);
    let mut field = with_arguments(
        field(
            NAME,
            format!("{NOTIFICATION_RECEIVED}!"),
            "The notifications that are sent to the caller; one that is deleted already is left out.",
        ),
        [arguments::after()],
    );
    field.directive_invocations = vec![permission(&kind.view)];
    field
}

/// A running `notificationReceived`.
pub struct Notifications {
    app: Arc<App>,
    follower: Follower,
}

impl Notifications {
    /// Begins, after the permission check.
    pub async fn begin(ctx: &Context<'_>) -> Result<Self, Error> {
        current_call(ctx)?.require(&kinds::notifications().view)?;
        let app = Arc::clone(ctx.data_unchecked::<Arc<App>>());
        Ok(Self { app, follower: Follower::begin(ctx).await? })
    }

    /// The next notification to the caller.
    pub async fn next(&mut self, ctx: &Context<'_>) -> Result<Delivery, Error> {
        let resource = kinds::notifications();
        loop {
            let event = self.follower.next().await?;
            let call = current_call(ctx)?;
            call.require(&resource.view)?;
            let is_sent = event.kind == resource.name && event.action == Action::Created.name();
            if !is_sent || event.owner_id != Some(call.user_id) {
                continue;
            }
            let find = || {
                let target = Target { resource, key: Some(Key::Id(event.record_id)) };
                read::find(&self.app, &call, target, projection(ctx, resource))
            };
            let notification = retry(find).await?;
            let Some(notification) = notification.filter(|it| !it.is_deleted()) else { continue };
            let unread = match ctx.look_ahead().field("unreadCount").exists() {
                true => retry(|| inbox::unread_count(&self.app, &call)).await?,
                false => 0,
            };
            return Ok((call, Box::new(Received { event, notification, unread })));
        }
    }
}

/// An event of `notificationReceived`.
struct Received {
    event: Arc<Event>,
    notification: Record,
    unread: i64,
}

impl Object for Received {
    fn type_name(&self) -> Cow<'_, str> {
        NOTIFICATION_RECEIVED.into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        match name {
            "position" => FieldValue::Ready(Position::of(&self.event).encode().into()),
            "notification" => FieldValue::Object(Box::new(&self.notification)),
            "unreadCount" => FieldValue::Ready(Value::from(self.unread)),
            _ => FieldValue::Unknown,
        }
    }
}
