//! Lists deleted records of all kinds.

use axum::response::Response;
use std::collections::HashMap;

use super::request::ReadRequest;
use crate::{
    api::rest::{
        query::{Page, page_response, position},
        views::{Body, accounts_of},
    },
    app::App,
    error::Error,
    operations::{
        audit::{Action, LastAction, LastActor, last_actors},
        records::{Holds, holds_of},
        rows::Record,
        trash::{self, TrashCursor},
    },
    parameters::{trash_of, trash_order},
    views::{Deleted, View},
};

/// Lists the trash.
pub async fn read(request: ReadRequest<'_>) -> Result<Response, Error> {
    let ReadRequest { app, call, query, .. } = request;
    let (wanted, order) = (trash_of(query), trash_order(query));
    let position = position(query, |text| TrashCursor::decode(text, order))?;
    let listed = trash::trash(app, call, &wanted, order, position, None).await?;
    let deletions: Vec<_> = listed.records.iter().map(deletion).collect();
    let actors = last_actors(app, call, &deletions).await?;
    let records: Vec<_> = listed.records.iter().map(|it| (it.resource, it.id())).collect();
    let holds = holds_of(app, call, &records).await?;
    let shown = listed.records.iter().filter_map(|it| deleted(app, it, &actors, &holds));
    let shown: Vec<Deleted<'_>> = shown.collect();
    let accounts = accounts_of(app, call, shown.iter().map(|it| it as &dyn View)).await?;
    let data = shown.iter().map(|it| Body(it, &accounts)).collect();
    let cursor =
        |record: &Record| TrashCursor::of(record).map(|it| it.encode(order)).unwrap_or_default();
    let mut page = Page::new(&position, &listed.records, listed.more, cursor, data);
    if query.flag("total") {
        page.total = Some(trash::trash_count(app, call, &wanted).await?);
    }
    page_response(call, request.path, query, &page, &page)
}

/// A deletion of a record.
fn deletion(record: &Record) -> LastAction {
    (record.resource, record.id(), Action::Deleted, record.deleted_at())
}

/// A record as the trash shows it.
fn deleted<'a>(
    app: &App,
    record: &'a Record,
    actors: &'a HashMap<LastAction, LastActor>,
    holds: &'a Holds,
) -> Option<Deleted<'a>> {
    let actor = actors.get(&deletion(record));
    let at = record.deleted_at()?;
    let why = actor.and_then(|actor| actor.reason.as_deref());
    let ends = app.retention().ends(record.resource.table.name, at);
    let hold = holds.get(&(record.resource, record.id()));
    Some(Deleted { record, at, by: actor.map(|it| it.account), why, ends, hold })
}
