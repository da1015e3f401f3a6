//! The subscriptions: what happens to records, as it happens.
//!
//! Each follows the one feed of events from a place in its order, and shows what the caller may see
//! of it at that moment. A client that comes back with the position of the last event it has seen
//! misses nothing and sees nothing twice.

use async_graphql::{
    Context, Data, Name, QueryPathNode, QueryPathSegment, Response, SubscriptionType, Value,
    indexmap::IndexMap,
    registry::{MetaField, ObjectBuilder, Registry},
};
use futures_util::{Stream, stream};
use std::{borrow::Cow, pin::Pin, sync::Arc};

use super::{
    changes::{self, Changes},
    notifications::{self, Notifications},
};
use crate::{
    api::graphql::{
        resolve::{
            error::server_error,
            loaders::Tasks,
            select::{Object, show},
        },
        transport::live::Viewing,
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
                .description(Some("What can be followed.".to_owned()))
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

/// How far a subscription is.
enum State {
    /// It begins.
    Notifications,
    /// It begins.
    Changes,
    /// It runs.
    Following(Following),
    /// It has ended.
    Over,
}

/// A subscription that runs.
enum Following {
    Notifications(Notifications),
    Changes(Changes),
}

/// What is shown of one event, and the call that it is shown to.
pub(super) type Shown = (Arc<Call>, Box<dyn Object>);

impl Following {
    async fn next(&mut self, ctx: &Context<'_>) -> Result<Shown, Error> {
        match self {
            Self::Notifications(notifications) => notifications.next(ctx).await,
            Self::Changes(changes) => changes.next(ctx).await,
        }
    }
}

/// The next outcome. A refusal is the last one.
async fn step(ctx: &Context<'_>, state: State) -> Option<(Response, State)> {
    let begun = match state {
        State::Notifications => Notifications::begin(ctx).await.map(Following::Notifications),
        State::Changes => Changes::begin(ctx).await.map(Following::Changes),
        State::Following(following) => Ok(following),
        State::Over => return None,
    };
    let next = match begun {
        Ok(mut following) => following.next(ctx).await.map(|shown| (shown, following)),
        Err(error) => Err(error),
    };
    Some(match next {
        Ok(((call, object), following)) => {
            (outcome(ctx, call, object.as_ref()).await, State::Following(following))
        }
        Err(error) => (Response::from_errors(vec![server_error(ctx, &error)]), State::Over),
    })
}

/// What is selected of an object, with loaders of its own: what belongs to one event is loaded
/// together, as what belongs to one request is.
async fn outcome(ctx: &Context<'_>, call: Arc<Call>, object: &dyn Object) -> Response {
    let key = ctx.item.node.response_key().node.as_str();
    let tasks = Tasks::default();
    let mut data = Data::default();
    data.insert(call);
    tasks.equip(&mut data, ctx.data_unchecked::<Arc<App>>());
    let path = QueryPathNode { parent: None, segment: QueryPathSegment::Name(key) };
    let ctx = ctx.query_env.create_context(ctx.schema_env, Some(path), ctx.item, Some(&data));
    let value = tasks.drive(show(&ctx, object)).await;
    let mut response = Response::new(Value::Object(IndexMap::from_iter([(Name::new(key), value)])));
    let mut errors = ctx.query_env.errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    response.errors.append(&mut errors);
    response
}

/// The call that something shown now belongs to.
pub(super) fn call(ctx: &Context<'_>) -> Result<Arc<Call>, Error> {
    ctx.data_unchecked::<Viewing>().call()
}
