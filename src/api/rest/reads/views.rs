//! Runs the operations that show views.

use axum::{http::StatusCode, response::Response};

use super::request::ReadRequest;
use crate::{
    actions::Action,
    api::rest::{
        query::{Page, page_response, position},
        responses::json_within,
        views::{Body, Data, accounts_of, version},
    },
    error::Error,
    operations::rows::names_only,
    reads::{Asked, Finds, Found, ReadViews},
};

/// Runs an operation that shows views.
pub async fn read(
    request: ReadRequest<'_>,
    action: &'static Action,
    (finds, run): (Finds, ReadViews),
) -> Result<Response, Error> {
    let ReadRequest { app, call, path, parameters, query } = request;
    let position = position(query, |text| Some(text.to_owned()))?;
    let asked = Asked {
        app,
        call,
        finds,
        arguments: query,
        id: parameters.get("id").map(String::as_str),
        size: position.size,
        after: position.from.as_deref(),
        shows: &|_| true,
        projections: &names_only,
    };
    match run(&asked).await? {
        Found::One(found) => {
            let route = action.route.as_ref();
            let missing = route.and_then(|it| it.missing).unwrap_or("Record");
            let view = &*found.ok_or_else(|| Error::not_found(missing))?;
            let body = &Body(view, &accounts_of(app, call, [view]).await?);
            json_within(call, StatusCode::OK, version(action, view), body)
        }
        Found::Several(found) => {
            let views: Vec<_> = found.iter().flatten().map(|it| &**it).collect();
            let accounts = accounts_of(app, call, views.iter().copied()).await?;
            let data = views.into_iter().map(|it| Body(it, &accounts)).collect();
            json_within(call, StatusCode::OK, None, &Data { data })
        }
        Found::Page(found, more) => {
            let accounts = accounts_of(app, call, found.iter().map(|(view, _)| &**view)).await?;
            let data = found.iter().map(|(view, _)| Body(&**view, &accounts)).collect();
            let page = Page::new(&position, &found, more, |(_, cursor)| cursor.clone(), data);
            // These lists are only read forward.
            let page = Page { previous: None, ..page };
            page_response(call, path, query, &page, &page)
        }
        Found::Names(data) => json_within(call, StatusCode::OK, None, &Data { data }),
    }
}
