//! Follows the change feed, event by event.

use async_graphql::Context;
use entity::record_event::Model as Event;
use std::{collections::VecDeque, sync::Arc, time::Duration};
use tokio::time::sleep;

use super::arguments::start;
use crate::{
    api::graphql::resolve::select::Object, app::App, auth::Call, error::Error, operations::audit,
    store::feed::Position,
};

/// Time between two attempts while the database is unavailable.
const PAUSE: Duration = Duration::from_millis(500);

/// What a subscription sends for one event, and the call that may see it.
pub type Delivery = (Arc<Call>, Box<dyn Object>);

/// Follows the change feed from a position.
pub struct Follower {
    app: Arc<App>,
    position: Position,
    queue: VecDeque<Arc<Event>>,
}

impl Follower {
    /// Begins at the position in the arguments.
    pub async fn begin(ctx: &Context<'_>) -> Result<Self, Error> {
        let app = ctx.data_unchecked::<Arc<App>>();
        let position = start(ctx, app).await?;
        Ok(Self { app: Arc::clone(app), position, queue: VecDeque::new() })
    }

    /// The next event of any kind, without a permission check.
    pub async fn next(&mut self) -> Result<Arc<Event>, Error> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                self.position = Position::of(&event);
                return Ok(event);
            }
            let read = || audit::follow(&self.app, self.position);
            self.queue.extend(retry(read).await?);
        }
    }
}

/// Retries a read while the database is unavailable: clients would reconnect and resume anyway.
pub async fn retry<T, F>(read: impl Fn() -> F) -> Result<T, Error>
where
    F: Future<Output = Result<T, Error>>,
{
    loop {
        match read().await {
            Err(Error::Unavailable) => sleep(PAUSE).await,
            outcome => return outcome,
        }
    }
}
