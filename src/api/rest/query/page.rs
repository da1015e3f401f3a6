//! Parses positions in lists and responds with pages. A response has links to other pages.

use axum::{
    http::{HeaderValue, StatusCode, header::LINK},
    response::Response,
};
use serde::Serialize;

use super::query::Query;
use crate::{
    api::rest::responses::{json_within, relative},
    auth::Call,
    error::Error,
    operations::rows::read::{self, PAGE_SIZE},
};

/// Parses `limit`, `after` and `before`.
///
/// # Errors
/// `BadRequest` for both, and for a cursor of another list.
pub fn position<P>(
    query: &Query,
    decode: impl Fn(&str) -> Option<P>,
) -> Result<read::Page<P>, Error> {
    let size = query.int("limit").and_then(|size| u64::try_from(size).ok()).unwrap_or(PAGE_SIZE);
    let (name, backward) = match (query.text("after"), query.text("before")) {
        (Some(_), Some(_)) => {
            return Err(Error::bad_request("after and before can't both be given"));
        }
        (_, Some(_)) => ("before", true),
        _ => ("after", false),
    };
    let cursor = |text: &str| {
        decode(text).ok_or_else(|| {
            Error::bad_request(format!("{name} is not a cursor of this list in this order"))
        })
    };
    Ok(read::Page { size, from: query.text(name).map(cursor).transpose()?, backward })
}

/// A page of a list.
#[derive(Serialize)]
pub struct Page<T> {
    /// The items.
    pub data: Vec<T>,
    /// The cursor of the last item, if there are further ones. It is `after` of the next page.
    pub next: Option<String>,
    /// The cursor of the first item, if there are earlier ones. It is `before` of the previous
    /// page.
    pub previous: Option<String>,
    /// The number of items in the whole list, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<i64>,
}

impl<T> Page<T> {
    /// The page at a position. `more` says whether there are more in the direction of reading, `cursor`
    /// is that of an item.
    pub fn new<P, R>(
        position: &read::Page<P>,
        records: &[R],
        more: bool,
        cursor: impl Fn(&R) -> String,
        data: Vec<T>,
    ) -> Self {
        let from = position.from.is_some();
        let (previous, next) = if position.backward { (more, from) } else { (from, more) };
        Self {
            data,
            next: records.last().filter(|_| next).map(&cursor),
            previous: records.first().filter(|_| previous).map(&cursor),
            total: None,
        }
    }
}

/// The response with a page. Its `Link` header leads to the others (RFC 8288).
pub fn page_response<T>(
    call: &Call,
    path: &str,
    query: &Query,
    page: &Page<T>,
    body: &impl Serialize,
) -> Result<Response, Error> {
    let path = relative(path, path);
    let links = [
        Some(("first", None)),
        page.previous.as_ref().map(|cursor| ("prev", Some(("before", cursor.as_str())))),
        page.next.as_ref().map(|cursor| ("next", Some(("after", cursor.as_str())))),
    ];
    let link = |(relation, position)| match query.at(position) {
        query if query.is_empty() => format!("<{path}>; rel=\"{relation}\""),
        query => format!("<{path}?{query}>; rel=\"{relation}\""),
    };
    let links: Vec<String> = links.into_iter().flatten().map(link).collect();
    let mut response = json_within(call, StatusCode::OK, None, body)?;
    response.headers_mut().extend(HeaderValue::try_from(links.join(", ")).map(|it| (LINK, it)));
    Ok(response)
}
