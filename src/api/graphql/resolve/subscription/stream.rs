//! Resolves subscriptions.
//!
//! Each subscription follows the change feed from a position, and sends what the caller may see at
//! that time. A client that reconnects with the position of its last event misses no event and
//! gets none twice.

use async_graphql::{
    Context, Data, Name, QueryPathNode, QueryPathSegment, Response, SubscriptionType, Value,
    indexmap::IndexMap,
    registry::{MetaField, ObjectBuilder, Registry},
};
use futures_util::{Stream, stream};
use std::{borrow::Cow, pin::Pin, sync::Arc};

use super::{
    changes::{self, Changes},
    follower::Delivery,
    notifications::{self, Notifications},
};
use crate::{
    api::graphql::resolve::{
        error::server_error,
        records::loaders::Tasks,
        select::{Object, resolve},
    },
    app::App,
    auth::Call,
    error::Error,
};

/// The root of subscriptions.
pub struct Subscription;

impl SubscriptionType for Subscription {
    fn type_name() -> Cow<'static, str> {
        "Subscription".into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.create_subscription_type::<Self, _>(|registry| {
            let fields = [notifications::describe(registry), changes::describe(registry)];
            let fields = fields.map(|field: MetaField| (field.name.clone(), field));
            ObjectBuilder::new("Subscription", fields.into_iter().collect())
                .description(Some("Events that can be followed.".to_owned()))
                .is_subscription(true)
                .build()
        })
    }

    fn create_field_stream<'a>(
        &'a self,
        ctx: &'a Context<'_>,
    ) -> Option<Pin<Box<dyn Stream<Item = Response> + Send + 'a>>> {
        let state = match ctx.item.node.name.node.as_str() {
            notifications::NAME => State::Notifications,
            changes::NAME => State::Changes,
            _ => return None,
        };
        Some(Box::pin(stream::unfold(state, move |state| step(ctx, state))))
    }
}

/// The state of a subscription.
enum State {
    /// `notificationReceived` has not begun.
    Notifications,
    /// `recordChanged` has not begun.
    Changes,
    /// The subscription runs.
    Following(Following),
    /// The subscription has ended.
    Ended,
}

/// A running subscription.
enum Following {
    Notifications(Notifications),
    Changes(Changes),
}

impl Following {
    async fn next(&mut self, ctx: &Context<'_>) -> Result<Delivery, Error> {
        match self {
            Self::Notifications(notifications) => notifications.next(ctx).await,
            Self::Changes(changes) => changes.next(ctx).await,
        }
    }
}

/// The next outcome. An error ends the subscription.
async fn step(ctx: &Context<'_>, state: State) -> Option<(Response, State)> {
    let begun = match state {
        State::Notifications => Notifications::begin(ctx).await.map(Following::Notifications),
        State::Changes => Changes::begin(ctx).await.map(Following::Changes),
        State::Following(following) => Ok(following),
        State::Ended => return None,
    };
    let next = match begun {
        Ok(mut following) => following.next(ctx).await.map(|delivery| (delivery, following)),
        Err(error) => Err(error),
    };
    Some(match next {
        Ok(((call, object), following)) => {
            (outcome(ctx, call, object.as_ref()).await, State::Following(following))
        }
        Err(error) => (Response::from_errors(vec![server_error(ctx, &error)]), State::Ended),
    })
}

/// Resolves the selection of one event, with loaders of its own, as each request has.
async fn outcome(ctx: &Context<'_>, call: Arc<Call>, object: &dyn Object) -> Response {
    let key = ctx.item.node.response_key().node.as_str();
    let tasks = Tasks::default();
    let mut data = Data::default();
    data.insert(call);
    tasks.equip(&mut data, ctx.data_unchecked::<Arc<App>>());
    let path = QueryPathNode { parent: None, segment: QueryPathSegment::Name(key) };
    let ctx = ctx.query_env.create_context(ctx.schema_env, Some(path), ctx.item, Some(&data));
    let value = tasks.drive(resolve(&ctx, object)).await;
    let mut response = Response::new(Value::Object(IndexMap::from_iter([(Name::new(key), value)])));
    let mut errors = ctx.query_env.errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    response.errors.append(&mut errors);
    response
}
