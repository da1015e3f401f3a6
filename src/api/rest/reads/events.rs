//! Lists events, and reads operations.

use axum::{http::StatusCode, response::Response};
use uuid::Uuid;

use super::{accounts::role_named, request::ReadRequest};
use crate::{
    api::rest::{
        query::{Page, page_response, position},
        responses::json_within,
        views::{Body, accounts_of},
    },
    error::Error,
    operations::{
        audit::{self, EventsOf, ROLE, event_cursor, event_of_cursor},
        bulk::{OperationFields, operation as find},
    },
    parameters::events_of,
    resources::parse_uuid,
    views::{View, VisibleEvent},
};

/// Lists events, the newest first.
pub async fn read(request: ReadRequest<'_>) -> Result<Response, Error> {
    let wanted = events_of(request.query)?;
    page(request, wanted).await
}

/// Lists the events of a role, the newest first.
pub async fn of_role(request: ReadRequest<'_>) -> Result<Response, Error> {
    let role = role_named(&request).await?;
    let (record, as_of) = (Some((ROLE, role.id)), request.query.time("as_of"));
    page(request, EventsOf { record, as_of, ..EventsOf::default() }).await
}

async fn page(request: ReadRequest<'_>, wanted: EventsOf) -> Result<Response, Error> {
    let ReadRequest { app, call, query, .. } = request;
    let position = position(query, event_of_cursor)?;
    let found = audit::events(app, call, &wanted, position.size, position.from).await?;
    let events: Vec<_> = found.events.into_iter().map(VisibleEvent::audited).collect();
    let actors = accounts_of(app, call, events.iter().map(|it| it as &dyn View)).await?;
    let data = events.iter().map(|event| Body(event, &actors)).collect();
    let cursor = |event: &VisibleEvent| event_cursor(event.event().id);
    let page = Page::new(&position, &events, found.more, cursor, data);
    // The list is only read forward.
    let page = Page { previous: None, ..page };
    page_response(call, request.path, query, &page, &page)
}

/// The operation in the path; none has a malformed id.
pub fn operation_id(text: Option<&String>) -> Result<Uuid, Error> {
    text.and_then(|text| parse_uuid(text)).ok_or_else(missing)
}

fn missing() -> Error {
    Error::not_found("Operation")
}

/// Reads an operation.
pub async fn operation(request: ReadRequest<'_>) -> Result<Response, Error> {
    let id = operation_id(request.parameters.get("id"))?;
    let found =
        find(request.app, request.call, id, OperationFields { undo: true, progress: true }).await?;
    let found = found.ok_or_else(missing)?;
    let actors = accounts_of(request.app, request.call, [&found as &dyn View]).await?;
    json_within(request.call, StatusCode::OK, &Body(&found, &actors))
}
