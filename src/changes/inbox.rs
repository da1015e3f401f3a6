//! Marks notifications as read, and sends them.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    kinds::notifications,
    operations::{
        inbox::{mark_all_read, mark_read},
        records::write::create_many,
    },
    parameters::keys,
    resources::InboxAct,
};

/// Runs an operation on many notifications.
pub async fn change(asked: Asked<'_>, act: &'static InboxAct) -> Result<Reply, Error> {
    let Asked { app, call, .. } = asked;
    let resource = notifications();
    let counted = (asked.shows)("unread_count");
    Ok(match act {
        InboxAct::MarkRead => {
            let (keys, projections) = (keys(&asked.fields)?, (asked.projections)());
            Reply::of(mark_read(app, call, &keys, counted, projections(resource)).await?)
        }
        InboxAct::MarkAllRead => Reply::of(mark_all_read(app, call, counted).await?),
        InboxAct::Send(create, many, _) => {
            let sent = create_many(app, call, resource, create, many, &asked.fields).await?;
            Reply::at(format!("/api/v1/operations/{}", sent.operation), sent)
        }
    })
}
