//! Follows the change feed, event by event.

use entity::record_event::Model as Event;
use std::{collections::VecDeque, sync::Arc, time::Duration};
use tokio::time::sleep;

use super::{arguments::start, current_call::CurrentCall};
use crate::{
    api::graphql::execute::{Context, Object},
    app::App,
    auth::Call,
    error::Error,
    operations::audit,
    store::feed::Position,
};

/// Time between two attempts while the database is unavailable.
const PAUSE: Duration = Duration::from_millis(500);

/// What a subscription sends for an event, with the current call.
pub type Delivery = (Arc<Call>, Box<dyn Object>);

/// Follows the change feed from a position.
pub struct Follower {
    /// The application.
    pub app: Arc<App>,
    current: CurrentCall,
    position: Position,
    queue: VecDeque<Arc<Event>>,
}

impl Follower {
    /// Begins at the position in the arguments.
    pub async fn begin(ctx: Context<'_>, current: CurrentCall) -> Result<Self, Error> {
        let position = start(ctx).await?;
        Ok(Self { app: Arc::clone(ctx.app), current, position, queue: VecDeque::new() })
    }

    /// The next event of any kind, without permission check, with the call.
    pub async fn next(&mut self) -> Result<(Arc<Call>, Arc<Event>), Error> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                self.position = Position::of(&event);
                return Ok((self.current.get()?, event));
            }
            let read = || audit::follow(&self.app, self.position);
            self.queue.extend(retry(read).await?);
        }
    }
}

/// Retries a read while the database is unavailable. Clients would reconnect and resume anyway.
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
