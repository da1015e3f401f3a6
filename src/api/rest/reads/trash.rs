//! Lists, counts and previews restoring of deleted records of all kinds.

use axum::{http::StatusCode, response::Response};
use std::collections::HashMap;

use super::{accounts::Data, request::ReadRequest};
use crate::{
    api::rest::{
        bodies::{RestorePreview, TrashSummary, TrashedRecord},
        query::{Page, Position, Query, page_response, position},
        responses::json_within,
    },
    app::App,
    auth::Call,
    error::Error,
    kinds::{global_id, registered},
    operations::{
        audit::{Action, last_actors},
        records::{Preview, restore_preview, write::names_only},
        rows::{Record, UserSummary, read::user_summaries},
        trash::{self, TrashCursor, TrashOrder, TrashPage},
    },
    resources::snake_case,
};

/// The filter of the trash.
pub fn trash_filter(query: &Query) -> trash::TrashedRecord {
    let kinds = query.texts("kinds").map(|names| {
        registered().iter().filter(|kind| names.contains(&&*snake_case(kind.name))).collect()
    });
    trash::TrashedRecord {
        kinds,
        deleted_by: query.int("deleted_by"),
        deleted_after: query.time("deleted_after"),
        deleted_before: query.time("deleted_before"),
        purge_before: query.time("purge_before"),
        search: query.text("search").map(str::to_owned),
    }
}

/// Lists the trash.
pub async fn read(request: ReadRequest<'_>) -> Result<Response, Error> {
    let ReadRequest { app, call, query, .. } = request;
    let wanted = trash_filter(query);
    let order = match query.text("order") {
        Some("purge_at") => TrashOrder::PurgeAt,
        _ => TrashOrder::DeletedAt,
    };
    let position = position(query, |text| TrashCursor::decode(text, order))?;
    let Position { size, from, backward } = position;
    let part = TrashPage { size, order, from, backward };
    let listed = trash::trash(app, call, &wanted, part, None).await?;
    let data = bodies(app, call, &listed.records).await?;
    let cursor =
        |record: &Record| TrashCursor::of(record).map(|it| it.encode(order)).unwrap_or_default();
    let mut page = Page::new(&position, &listed.records, listed.more, cursor, data);
    if query.flag("total") {
        page.total = Some(trash::trash_count(app, call, &wanted).await?);
    }
    page_response(call, request.path, query, &page, &page)
}

/// The records as the trash shows them, with their last actors.
async fn bodies(app: &App, call: &Call, records: &[Record]) -> Result<Vec<TrashedRecord>, Error> {
    let deletion = |it: &Record| (it.resource, it.id(), Action::Deleted);
    let deletions: Vec<_> = records.iter().map(deletion).collect();
    let actors = if deletions.is_empty() {
        HashMap::new()
    } else {
        last_actors(app, call, &deletions).await?
    };
    let accounts = accounts(app, call, actors.values().map(|actor| actor.account)).await?;
    let body = |record: &Record| {
        let actor = actors.get(&deletion(record));
        let deleted_at = record.deleted_at()?;
        let by = actor.and_then(|actor| accounts.get(&actor.account)).cloned();
        let why = actor.and_then(|actor| actor.reason.clone());
        let ends = app.retention().ends(record.resource.table.name, deleted_at);
        Some(TrashedRecord::of(record, deleted_at, by, why, ends))
    };
    Ok(records.iter().filter_map(body).collect())
}

/// The accounts with these ids.
pub async fn accounts(
    app: &App,
    call: &Call,
    ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, UserSummary>, Error> {
    let mut ids: Vec<i64> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() { Ok(HashMap::new()) } else { user_summaries(app, call, &ids).await }
}

/// Counts the trash by kind.
pub async fn summary(request: ReadRequest<'_>) -> Result<Response, Error> {
    let counts = trash::trash_summary(request.app, request.call).await?;
    let data = counts.into_iter().map(TrashSummary::of).collect();
    json_within(request.call, StatusCode::OK, &Data { data })
}

/// Lists previews in the order of the ids. Records that the caller may not view are left out.
pub async fn preview(request: ReadRequest<'_>) -> Result<Response, Error> {
    let ReadRequest { app, call, query, .. } = request;
    let ids = query.texts("ids").unwrap_or_default();
    let selections: Vec<_> = ids.into_iter().map(global_id::decode).collect();
    let found = restore_preview(app, call, &selections, &names_only()).await?;
    let found: Vec<_> = found.into_iter().flatten().collect();
    let owners = accounts(app, call, found.iter().filter_map(|it| it.record.owner())).await?;
    let body = |preview: &Preview| {
        let owner = preview.record.owner().and_then(|id| owners.get(&id)).cloned();
        RestorePreview::of(preview, owner)
    };
    let data = found.iter().map(body).collect();
    json_within(call, StatusCode::OK, &Data { data })
}
