//! Events one after the other.

use async_graphql::Context;
use entity::record_event::Model as Event;
use std::{collections::VecDeque, sync::Arc, time::Duration};
use tokio::time::sleep;

use super::arguments::start;
use crate::{app::App, error::Error, operations::audit, store::feed::Position};

/// How long the database is left alone when it can't be reached.
const PAUSE: Duration = Duration::from_millis(500);

/// Follows events from a place.
pub struct Follower {
    app: Arc<App>,
    position: Position,
    waiting: VecDeque<Arc<Event>>,
}

impl Follower {
    /// A follower from the place that the arguments name.
    pub async fn begin(ctx: &Context<'_>) -> Result<Self, Error> {
        let app = ctx.data_unchecked::<Arc<App>>();
        let position = start(ctx, app).await?;
        Ok(Self { app: Arc::clone(app), position, waiting: VecDeque::new() })
    }

    /// The next event, of any kind and whoever may see it.
    pub async fn next(&mut self) -> Result<Arc<Event>, Error> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                self.position = Position::of(&event);
                return Ok(event);
            }
            let read = || audit::follow(&self.app, self.position);
            self.waiting.extend(patiently(read).await?);
        }
    }
}

/// Reads something, however long the database can't be reached: those who follow come back to where
/// they were, so they may as well stay.
pub async fn patiently<T, F>(read: impl Fn() -> F) -> Result<T, Error>
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
