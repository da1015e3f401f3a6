//! Lists records of a kind, and the caller's own notifications.

use axum::response::Response;
use serde::Serialize;

use super::{accounts::role_named, request::ReadRequest};
use crate::{
    api::rest::{
        query::{Page, filter, order, page_response, position, shown_fields},
        responses::RecordBody,
    },
    error::Error,
    operations::{
        accounts, inbox,
        rows::read::{Cursor, ListQuery, Trashed, count, list},
    },
    parameters::trashed,
    resources::Resource,
};

/// Lists the records of a kind.
pub async fn read(
    request: ReadRequest<'_>,
    resource: &'static Resource,
) -> Result<Response, Error> {
    let query = request.query;
    let (trashed, filter) = (trashed(query), filter(resource, query)?);
    page(&request, ListQuery { resource, trashed, filter, order: order(resource, query) }, None)
        .await
}

/// Lists the caller's own notifications, newest first.
pub async fn inbox(request: ReadRequest<'_>) -> Result<Response, Error> {
    let unread = if request.query.flag("unread_count") {
        Some(inbox::unread_count(request.app, request.call).await?)
    } else {
        None
    };
    page(&request, inbox::inbox(request.call, request.query.flag("unread")), unread).await
}

/// A page, with the number of unread notifications if requested, and other numbers.
#[derive(Serialize)]
struct Body<'a> {
    #[serde(flatten)]
    page: &'a Page<RecordBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Counts>,
}

/// Numbers of records beside those of the page.
#[derive(Serialize)]
struct Counts {
    trashed: i64,
}

/// Lists the accounts that have a role.
pub async fn members(request: ReadRequest<'_>) -> Result<Response, Error> {
    let role = role_named(&request).await?;
    page(&request, accounts::members(role.record.id()), None).await
}

async fn page(
    request: &ReadRequest<'_>,
    wanted: ListQuery,
    unread_count: Option<i64>,
) -> Result<Response, Error> {
    let ReadRequest { app, call, query, .. } = request;
    let (resource, order) = (wanted.resource, &wanted.order);
    let position = position(query, |text| Cursor::decode(text, order))?;
    let names = shown_fields(resource, query);
    let projection = resource.projection(&names).with(resource, &[resource.columns.id]);
    let listed = list(app, call, &wanted, &position, &projection).await?;
    let cursor = |record: &_| Cursor::of(record, order).encode(order);
    let data = listed
        .records
        .iter()
        .map(|record| RecordBody { record, names: &names, secret: None })
        .collect();
    let mut page = Page::new(&position, &listed.records, listed.more, cursor, data);
    if query.flag("total") {
        page.total = Some(count(app, call, &wanted).await?);
    }
    let mut counts = None;
    if query.values("counts").is_some() {
        let deleted = ListQuery { trashed: Trashed::Only, ..wanted };
        counts = Some(Counts { trashed: count(app, call, &deleted).await? });
    }
    page_response(call, request.path, query, &page, &Body { page: &page, unread_count, counts })
}
