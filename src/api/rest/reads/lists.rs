//! Lists records of a kind, and the caller's own notifications.

use axum::response::Response;
use serde::Serialize;

use super::{asked::Asked, people::role_named};
use crate::{
    api::rest::{
        query::{Page, filter, order, page_response, position, shown_fields, trashed},
        responses::Shown,
    },
    error::Error,
    kinds::accounts,
    operations::{
        inbox,
        records::read::{self, Cursor, Filter, Sort, Trashed, Wanted, count, list},
    },
    resources::Resource,
};

/// Lists the records of a kind.
pub async fn read(asked: Asked<'_>, resource: &'static Resource) -> Result<Response, Error> {
    let query = asked.query;
    let (trashed, filter) = (trashed(query), filter(resource, query)?);
    page(&asked, Wanted { resource, trashed, filter, order: order(resource, query) }, None).await
}

/// Lists the caller's own notifications, newest first.
pub async fn inbox(asked: Asked<'_>) -> Result<Response, Error> {
    let unread = match asked.query.flag("unread_count") {
        true => Some(inbox::unread_count(asked.app, asked.call).await?),
        false => None,
    };
    page(&asked, inbox::inbox(asked.call, asked.query.flag("unread")), unread).await
}

/// A page, with the number of unread notifications if requested.
#[derive(Serialize)]
struct Body<'a> {
    #[serde(flatten)]
    page: &'a Page<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_count: Option<i64>,
}

/// Lists the accounts that have a role.
pub async fn members(asked: Asked<'_>) -> Result<Response, Error> {
    let role = role_named(&asked).await?;
    let wanted = Wanted {
        resource: accounts(),
        trashed: Trashed::Without,
        filter: Some(Filter::HasRole(role.id)),
        order: vec![Sort::by_id(accounts(), false)],
    };
    page(&asked, wanted, None).await
}

async fn page(
    asked: &Asked<'_>,
    wanted: Wanted,
    unread_count: Option<i64>,
) -> Result<Response, Error> {
    let Asked { app, call, query, .. } = asked;
    let (resource, order) = (wanted.resource, &wanted.order);
    let position = position(query, |text| Cursor::decode(text, order))?;
    let names = shown_fields(resource, query);
    let projection = resource.projection(&names).with(resource, &[resource.columns.id]);
    let part = read::Page {
        size: position.size,
        from: position.from.clone(),
        backward: position.backward,
    };
    let listed = list(app, call, &wanted, &part, &projection).await?;
    let cursor = |record: &_| Cursor::of(record, order).encode(order);
    let data =
        listed.records.iter().map(|record| Shown { record, names: &names, secret: None }).collect();
    let mut page = Page::new(&position, &listed.records, listed.more, cursor, data);
    if query.flag("total") {
        page.total = Some(count(app, call, &wanted).await?);
    }
    page_response(call, asked.path, query, &page, &Body { page: &page, unread_count })
}
