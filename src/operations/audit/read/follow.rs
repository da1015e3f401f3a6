//! Follows the change feed.

use std::sync::Arc;

use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::AUDIT,
    resources::Resource,
    store::feed::{self, Batch, Filter, Position},
};

/// The position before all events that are written from now on.
///
/// # Errors
/// When the database can't be reached, and as for any read.
pub async fn now(app: &App, call: &Call) -> Result<Position, Error> {
    feed::now(&*app.point_reader(call, 1).await?).await
}

/// The position in a text that a client sends as this parameter (D37). `0` is the beginning, which takes
/// the permission to audit all records.
///
/// # Errors
/// `BadRequest` for any other text, and `Forbidden`.
pub async fn position(
    app: &App,
    caller: &Caller,
    name: &str,
    text: &str,
) -> Result<Position, Error> {
    if text == "0" {
        return caller.require(&AUDIT)?.check(None).map(|()| Position::default());
    }
    let signer = app.feed.signer(&app.database).await?;
    signer.verify(text, caller.user_id).ok_or_else(|| {
        let problem = "is not a position that this account was sent: leave it out once";
        Error::bad_request(format!("{name} {problem}"))
    })
}

/// Reads what a follower wants after a position. Without an event yet, the position may be the same:
/// the follower waits for the feed then.
///
/// Events further back than those in memory are read from the next rows of the database, at most so
/// many. The account has a permit for each read, and others that follow the same share it.
///
/// # Errors
/// When the database can't be reached.
pub async fn follow(
    app: &App,
    call: &Call,
    after: Position,
    filter: &Arc<Filter>,
    window: u32,
) -> Result<Batch, Error> {
    let key = (after, Arc::clone(filter));
    let known = || app.feed.recent(after, filter).or_else(|| app.feed.shared.get(&key));
    if let Some(batch) = known() {
        return Ok(batch);
    }
    let permit = app.reader(call, window.into()).await?;
    if let Some(batch) = known() {
        return Ok(batch);
    }
    let batch = feed::read_window(&permit, after, filter, window).await?;
    if batch.reached > after {
        app.feed.shared.insert(key, batch.clone());
    }
    Ok(batch)
}

/// The events of these kinds that a caller may view. Access is to any record, or to those it owned
/// at the time.
pub fn viewable(caller: &Caller, kinds: &[&'static Resource]) -> Filter {
    let access = |kind: &&'static Resource| {
        let access = caller.require(&kind.view).ok()?;
        Some((kind.name, access.account()))
    };
    Filter { kinds: kinds.iter().filter_map(access).collect(), ..Filter::default() }
}
