//! Lists events, and reads operations.

use axum::{http::StatusCode, response::Response};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use uuid::Uuid;

use super::{
    asked::Asked,
    trash::{accounts, kinds_named},
};
use crate::{
    api::rest::{
        bodies::{Event, KindCount, Operation},
        query::{Page, Query, page_response, position},
        responses::json_within,
    },
    error::Error,
    kinds::{self, global_id},
    operations::{
        audit::{self, Action, EventsOf, changes, event_cursor, event_of_cursor},
        records::{OperationFields, UserSummary, operation as find},
    },
    resources::{Key, KeyKind, Resource, snake_case},
};

/// Lists events, the newest first.
pub async fn read(asked: Asked<'_>) -> Result<Response, Error> {
    let Asked { app, call, query, .. } = asked;
    let position = position(query, event_of_cursor)?;
    let wanted = wanted(query)?;
    let found = audit::events(app, call, &wanted, position.size, position.from).await?;
    let actors = accounts(app, found.events.iter().filter_map(|it| it.actor_id)).await?;
    let data = found.events.iter().map(|event| body(event, &actors)).collect();
    let cursor = |event: &audit::Event| event_cursor(event.id);
    let page = Page::new(&position, &found.events, found.more, cursor, data);
    // The list is only read forward.
    let page = Page { previous: None, ..page };
    page_response(call, asked.path, query, &page, &page)
}

fn wanted(query: &Query) -> Result<EventsOf, Error> {
    let record = query.text("record_id").map(|text| {
        let record = global_id::decode(text);
        record.ok_or_else(|| Error::bad_request("record_id is not the global id of a record"))
    });
    let actions = query.texts("actions");
    Ok(EventsOf {
        kinds: kinds_named(query.texts("kinds")),
        record: record.transpose()?,
        ids: None,
        actions: actions.map(|names| names.into_iter().filter_map(Action::named).collect()),
        actor: query.int("actor"),
        operation: query.uuid("operation_id"),
        after: query.time("created_after"),
        before: query.time("created_before"),
        as_of: query.time("as_of"),
    })
}

fn body(event: &audit::Event, actors: &HashMap<i64, UserSummary>) -> Event {
    let values = |before: bool| -> Map<String, Json> {
        let value = |(name, old, new): (&str, Option<&Json>, &Json)| {
            (name.to_owned(), if before { old.cloned().unwrap_or_default() } else { new.clone() })
        };
        changes(event).map(value).collect()
    };
    let record = kinds::named(&event.kind).map(|it| global_id::encode(it, event.record_id));
    Event {
        id: event.id,
        action: event.action.clone(),
        kind: snake_case(&event.kind),
        record_id: event.record_id,
        record_global_id: record.unwrap_or_default(),
        created_at: event.created_at,
        operation_id: event.operation_id,
        actor: event.actor_id.and_then(|id| actors.get(&id)).cloned(),
        before: event.before.as_ref().map(|_| values(true)),
        after: values(false),
        credential_kind: event.credential_kind.clone(),
        credential_id: event.credential_id,
        via: event.via.clone(),
        request_id: event.request_id.clone(),
        reason: event.reason.clone(),
    }
}

/// The operation in the path; none has a malformed id.
pub fn operation_id(text: Option<&String>) -> Result<Uuid, Error> {
    match text.and_then(|text| KeyKind::Uuid.read(text)) {
        Some(Key::Uuid(id)) => Ok(id),
        _ => Err(Error::NotFound("Operation not found".to_owned())),
    }
}

/// Reads an operation.
pub async fn operation(asked: Asked<'_>) -> Result<Response, Error> {
    let id = operation_id(asked.parameters.get("id"))?;
    let found =
        find(asked.app, asked.call, id, OperationFields { undo: true, progress: true }).await?;
    let found = found.ok_or_else(|| Error::NotFound("Operation not found".to_owned()))?;
    let mut actors = accounts(asked.app, found.actor.into_iter()).await?;
    let count = |(kind, count): (&Resource, i64)| KindCount { kind: snake_case(kind.name), count };
    let body = Operation {
        id: found.id,
        actor: found.actor.and_then(|id| actors.remove(&id)),
        created_at: found.created_at,
        counts: found.counts.iter().map(|it| count(*it)).collect(),
        can_undo: found.can_undo,
        progress: found.progress.map(Into::into),
    };
    json_within(asked.call, StatusCode::OK, &body)
}
