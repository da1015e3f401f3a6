//! Resolves subscriptions.
//!
//! Each subscription follows the change feed from a position, and sends what the caller may see at
//! that time. A client that reconnects with the position of its last event misses no event and
//! gets none twice.

use async_graphql::registry::{MetaType, ObjectBuilder};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use std::sync::Arc;

use super::{
    changes::{self, Changes},
    notifications::{self, Notifications},
    subscribed::Subscription,
};
use crate::{
    api::graphql::{error::server_error, execute::Outcome, plan::Field},
    error::Error,
};

/// Describes the root of subscriptions. Registers the types of its events.
pub fn describe() -> MetaType {
    let fields = [notifications::describe(), changes::describe()];
    let fields = fields.into_iter().map(|field| (field.name.clone(), field)).collect();
    ObjectBuilder::new("Subscription", fields)
        .description(Some("Events that can be followed.".to_owned()))
        .is_subscription(true)
        .build()
}

/// The state of a subscription.
enum State {
    Beginning,
    Following(Box<Following>),
    Ended,
}

/// A running subscription.
enum Following {
    Notifications(Notifications),
    Changes(Changes),
}

impl Following {
    async fn next(&mut self, of: &Subscription) -> Result<Outcome, Error> {
        match self {
            Self::Notifications(notifications) => {
                let (call, notification) = notifications.next().await?;
                Ok(of.outcome(&call, notification).await)
            }
            Self::Changes(changes) => changes::next(changes, of).await,
        }
    }
}

impl Subscription {
    /// The outcomes, one for each event. An error ends them.
    pub fn outcomes(self) -> BoxStream<'static, Outcome> {
        let this = Arc::new(self);
        let next = move |state| {
            let this = Arc::clone(&this);
            async move { this.step(state).await }
        };
        stream::unfold(State::Beginning, next).boxed()
    }

    async fn step(&self, state: State) -> Option<(Outcome, State)> {
        // Validation rejects subscriptions without exactly one root field.
        let field = self.plan.fields.first()?;
        let begun = match state {
            // Boxed, so that a subscription that waits holds no room for it.
            State::Beginning => Box::pin(self.begin(field)).await.map(Box::new),
            State::Following(following) => Ok(following),
            State::Ended => return None,
        };
        let next = match begun {
            Ok(mut following) => following.next(self).await.map(|outcome| (outcome, following)),
            Err(error) => Err(error),
        };
        Some(match next {
            Ok((outcome, following)) => (outcome, State::Following(following)),
            Err(error) => {
                let path = vec![async_graphql::PathSegment::Field(field.key.clone())];
                let error = server_error(&error, field.position, path);
                (Outcome::of_errors(vec![error]), State::Ended)
            }
        })
    }

    async fn begin(&self, field: &Field) -> Result<Following, Error> {
        let call = self.current.get()?;
        let ctx = self.request(&call).at(field);
        match field.name.as_str() {
            notifications::NAME => {
                Notifications::begin(ctx, self.current.clone()).await.map(Following::Notifications)
            }
            changes::NAME => changes::begin(ctx, self).await.map(Following::Changes),
            _ => Err(Error::Internal),
        }
    }
}
