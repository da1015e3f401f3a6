//! Marks notifications as read, and sends them.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    kinds::notifications,
    operations::{inbox, records::write::create_many},
    parameters::keys,
    resources::{Create, Many},
};

/// The member of the views with the number of notifications that remain unread.
const COUNT: &str = "unread_count";

/// Marks some notifications as read.
///
/// # Errors
/// Those of `inbox::mark_read`, and `Invalid` for keys that are none.
pub async fn mark_read(asked: Asked<'_>) -> Result<Reply, Error> {
    let (keys, projections) = (keys(&asked.fields)?, (asked.projections)());
    let (projection, counted) = (projections(notifications()), (asked.shows)(COUNT));
    let marked = inbox::mark_read(asked.app, asked.call, &keys, counted, projection);
    marked.await.map(Reply::of)
}

/// Marks all notifications of the caller as read.
pub async fn mark_all_read(asked: Asked<'_>) -> Result<Reply, Error> {
    let marked = inbox::mark_all_read(asked.app, asked.call, (asked.shows)(COUNT));
    marked.await.map(Reply::of)
}

/// Sends a notification to each of many accounts.
pub async fn send(
    asked: Asked<'_>,
    create: &'static Create,
    many: &'static Many,
) -> Result<Reply, Error> {
    let Asked { app, call, .. } = asked;
    let sent = create_many(app, call, notifications(), create, many, &asked.fields).await?;
    Ok(Reply::at(format!("/api/v1/operations/{}", sent.operation), sent))
}
