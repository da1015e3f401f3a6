//! Parses the arguments of lists.

use async_graphql::Value;

use super::filters::filter;
use crate::{
    api::graphql::{
        execute::Context,
        resolve::arguments::optional_text,
        schema::{enum_name, listed, sort_name},
    },
    error::Error,
    operations::rows::read::{Cursor, ListQuery, MAX_PAGE_SIZE, PAGE_SIZE, Page, Sort, Trashed},
    resources::Resource,
};

/// Items on a page by default.
pub const DEFAULT_PAGE_SIZE: usize = PAGE_SIZE as usize;

/// Parses which records to list, and in which order.
pub fn wanted(ctx: Context<'_>, resource: &'static Resource) -> Result<ListQuery, Error> {
    let trashed = trashed(ctx);
    let filter = match ctx.given("where").as_deref() {
        Some(Value::Object(fields)) => Some(filter(resource, fields)?),
        _ => None,
    };
    Ok(ListQuery { resource, trashed, filter, order: order(ctx, resource)? })
}

/// Parses whether deleted ones are listed.
pub fn trashed(ctx: Context<'_>) -> Trashed {
    match ctx.argument("trashed").as_ref().and_then(enum_name) {
        Some("WITH") => Trashed::With,
        Some("ONLY") => Trashed::Only,
        _ => Trashed::Without,
    }
}

/// Parses the fields to sort by.
fn order(ctx: Context<'_>, resource: &'static Resource) -> Result<Vec<Sort>, Error> {
    let sorts = ctx.items("orderBy").unwrap_or_default();
    let sorts: Option<Vec<Sort>> = sorts.iter().map(|sort| read_sort(resource, sort)).collect();
    let sorts = sorts.ok_or_else(|| Error::bad_request("orderBy contains an unknown field"))?;
    Ok(Sort::total(resource, sorts))
}

fn read_sort(resource: &'static Resource, sort: &Value) -> Option<Sort> {
    let Value::Object(sort) = sort else { return None };
    let descending = sort.get("direction").and_then(enum_name) == Some("DESC");
    let field = enum_name(sort.get("field")?)?;
    if field == sort_name("database_id") {
        return Some(Sort::by_id(resource, descending));
    }
    let field = listed(resource).find(|known| sort_name(known.name) == field)?;
    Some(Sort::by(field, descending))
}

/// Parses which page of a list to read.
pub fn page(ctx: Context<'_>, order: &[Sort]) -> Result<Page, Error> {
    part(ctx, |text| Cursor::decode(text, order))
}

/// Parses the size, the cursor and the direction of a page.
pub fn part<P>(ctx: Context<'_>, read: impl Fn(&str) -> Option<P>) -> Result<Page<P>, Error> {
    let (first, last) = (size(ctx, "first")?, size(ctx, "last")?);
    let list = "a list in this order";
    let (after, before) = (place(ctx, "after", list, &read)?, place(ctx, "before", list, &read)?);
    match (first, last, after, before) {
        (Some(_), Some(_), ..) => Err(Error::bad_request("first and last can't both be given")),
        (None, Some(size), None, from) => Ok(Page { size, from, backward: true }),
        (_, Some(_), Some(_), _) => {
            Err(Error::bad_request("last goes with before, not with after"))
        }
        (first, None, from, None) => {
            Ok(Page { size: first.unwrap_or(PAGE_SIZE), from, backward: false })
        }
        (_, None, _, Some(_)) => Err(Error::bad_request("before goes with last, not with first")),
    }
}

/// Parses the page size of a list that is read forward only.
pub fn first(ctx: Context<'_>) -> Result<u64, Error> {
    Ok(size(ctx, "first")?.unwrap_or(PAGE_SIZE))
}

/// Parses the cursor after which such a list starts.
pub fn last_place<P>(
    ctx: Context<'_>,
    read: impl Fn(&str) -> Option<P>,
) -> Result<Option<P>, Error> {
    place(ctx, "after", "this list", read)
}

fn size(ctx: Context<'_>, name: &str) -> Result<Option<u64>, Error> {
    let problem = || Error::bad_request(format!("{name} must be from 0 to {MAX_PAGE_SIZE}"));
    match ctx.argument(name) {
        Some(Value::Number(number)) => {
            let size = number.as_u64().filter(|size| *size <= MAX_PAGE_SIZE).ok_or_else(problem)?;
            Ok(Some(size))
        }
        _ => Ok(None),
    }
}

fn place<P>(
    ctx: Context<'_>,
    name: &str,
    list: &str,
    read: impl Fn(&str) -> Option<P>,
) -> Result<Option<P>, Error> {
    let Some(text) = optional_text(ctx, name)? else { return Ok(None) };
    let problem = || Error::bad_request(format!("{name} is not a cursor of {list}"));
    read(&text).map(Some).ok_or_else(problem)
}
