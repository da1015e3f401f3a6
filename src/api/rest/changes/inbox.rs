//! Marks the caller's notifications as read, and sends notifications to many accounts.

use axum::{http::StatusCode, response::Response};
use serde_json::Value as Json;
use std::sync::{Arc, LazyLock};
use uuid::Uuid;

use crate::{
    api::rest::{
        bodies::{AllMarked, MarkedNotifications, SentNotifications},
        responses::{created_at, json_within},
    },
    app::App,
    auth::Call,
    error::{Error, FieldError},
    kinds,
    operations::{
        inbox::{mark_all_read, mark_read},
        records::{Fields, write},
    },
    resources::{InboxAct, Projection, parse_uuid},
};

/// Runs an operation on many notifications.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    act: InboxAct,
    status: StatusCode,
    fields: &Fields,
) -> Result<Response, Error> {
    static NOTHING: LazyLock<Projection> = LazyLock::new(Projection::default);
    match act {
        InboxAct::MarkRead => {
            let uuids = uuids(fields).map_err(|error| Error::Invalid(vec![error]))?;
            let marked = mark_read(app, call, &uuids, true, &NOTHING).await?;
            json_within(call, StatusCode::OK, &MarkedNotifications::of(marked))
        }
        InboxAct::MarkAllRead => {
            let marked = mark_all_read(app, call, true).await?;
            json_within(call, StatusCode::OK, &AllMarked::of(marked))
        }
        InboxAct::Send(create, many) => {
            let resource = kinds::notifications();
            let sent = write::create_many(app, call, resource, create, many, fields).await?;
            let mut response = json_within(call, status, &SentNotifications::of(&sent))?;
            let path = format!("/api/v1/operations/{}", sent.operation);
            response.headers_mut().extend(created_at(path));
            Ok(response)
        }
    }
}

fn uuids(fields: &Fields) -> Result<Vec<Uuid>, FieldError> {
    let uuids = fields.get("uuids").and_then(Json::as_array);
    let uuids = uuids.and_then(|uuids| uuids.iter().map(|it| parse_uuid(it.as_str()?)).collect());
    uuids.ok_or_else(|| FieldError::new("uuids", "must be an array of UUIDs"))
}
