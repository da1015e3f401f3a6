//! The arguments of a list.

use async_graphql::{Context, Value};
use entity::ColumnType;

use super::filters::filter;
use crate::{
    api::graphql::{
        resolve::arguments::{given, optional_text},
        schema::{listed, sort_name},
    },
    error::Error,
    operations::records::read::{Cursor, Page, Sort, Trashed, Wanted},
    resources::Resource,
};

/// Records on a page that doesn't say how many.
pub const USUAL: usize = 20;
/// Most records on a page.
const MOST: i64 = 100;

/// Which records are wanted.
pub fn wanted(ctx: &Context<'_>, resource: &'static Resource) -> Result<Wanted, Error> {
    let trashed = match given(ctx, "trashed")? {
        Some(Value::Enum(name)) => read_trashed(&name),
        Some(Value::String(name)) => read_trashed(&name),
        _ => Trashed::Without,
    };
    let filter = match given(ctx, "where")? {
        Some(Value::Object(fields)) => Some(filter(resource, &fields)?),
        _ => None,
    };
    Ok(Wanted { resource, trashed, filter, order: order(ctx, resource)? })
}

fn read_trashed(name: &str) -> Trashed {
    match name {
        "WITH" => Trashed::With,
        "ONLY" => Trashed::Only,
        _ => Trashed::Without,
    }
}

/// The fields to sort by. The number of the record comes last, in the direction of the first, so
/// that no two records share a place.
fn order(ctx: &Context<'_>, resource: &'static Resource) -> Result<Vec<Sort>, Error> {
    let sorts = match given(ctx, "orderBy")? {
        Some(Value::List(sorts)) => sorts,
        Some(Value::Null) | None => Vec::new(),
        Some(one) => vec![one],
    };
    let mut order: Vec<Sort> = Vec::new();
    for sort in &sorts {
        let sort = read_sort(resource, sort)
            .ok_or_else(|| Error::bad_request("orderBy has a field that is unknown"))?;
        // A second time it would change nothing.
        if order.iter().all(|known| known.field != sort.field) {
            order.push(sort);
        }
    }
    if order.iter().all(|sort| sort.field != "id") {
        let descending = order.first().is_some_and(|sort| sort.descending);
        order.push(Sort {
            field: "id",
            column_type: ColumnType::BigInt,
            nullable: false,
            descending,
        });
    }
    Ok(order)
}

fn read_sort(resource: &'static Resource, sort: &Value) -> Option<Sort> {
    let Value::Object(sort) = sort else { return None };
    let name = |value: Option<&Value>| match value {
        Some(Value::Enum(name)) => Some(name.to_string()),
        Some(Value::String(name)) => Some(name.clone()),
        _ => None,
    };
    let descending = name(sort.get("direction")).is_some_and(|direction| direction == "DESC");
    let field = name(sort.get("field"))?;
    if field == sort_name("database_id") {
        return Some(Sort {
            field: "id",
            column_type: ColumnType::BigInt,
            nullable: false,
            descending,
        });
    }
    let field = listed(resource).find(|known| sort_name(known.name) == field)?;
    Some(Sort {
        field: field.name,
        column_type: field.column_type,
        nullable: field.nullable,
        descending,
    })
}

/// Which part of the list is wanted.
pub fn page(ctx: &Context<'_>, order: &[Sort]) -> Result<Page, Error> {
    let (first, last) = (size(ctx, "first")?, size(ctx, "last")?);
    let (after, before) = (place(ctx, "after", order)?, place(ctx, "before", order)?);
    match (first, last, after, before) {
        (Some(_), Some(_), ..) => Err(Error::bad_request("first and last can't both be given")),
        (None, Some(size), None, from) => Ok(Page { size, from, backward: true }),
        (_, Some(_), Some(_), _) => {
            Err(Error::bad_request("last goes with before, not with after"))
        }
        (first, None, from, None) => {
            Ok(Page { size: first.unwrap_or(USUAL as u64), from, backward: false })
        }
        (_, None, _, Some(_)) => Err(Error::bad_request("before goes with last, not with first")),
    }
}

/// How many are wanted of a list that is read from its start.
pub fn first(ctx: &Context<'_>) -> Result<u64, Error> {
    Ok(size(ctx, "first")?.unwrap_or(USUAL as u64))
}

/// The place that such a list is to go on after, as `read` makes it of the text.
pub fn last_place<P>(
    ctx: &Context<'_>,
    read: impl Fn(&str) -> Option<P>,
) -> Result<Option<P>, Error> {
    let Some(text) = optional_text(ctx, "after")? else { return Ok(None) };
    read(&text).map(Some).ok_or_else(|| Error::bad_request("after is no cursor of this list"))
}

fn size(ctx: &Context<'_>, name: &str) -> Result<Option<u64>, Error> {
    let problem = || Error::bad_request(format!("{name} must be from 0 to {MOST}"));
    match given(ctx, name)? {
        Some(Value::Number(number)) => {
            let size =
                number.as_i64().filter(|size| (0..=MOST).contains(size)).ok_or_else(problem)?;
            u64::try_from(size).map(Some).map_err(|_| problem())
        }
        _ => Ok(None),
    }
}

fn place(ctx: &Context<'_>, name: &str, order: &[Sort]) -> Result<Option<Cursor>, Error> {
    let Some(text) = optional_text(ctx, name)? else { return Ok(None) };
    let cursor = Cursor::decode(&text, order);
    cursor
        .map(Some)
        .ok_or_else(|| Error::bad_request(format!("{name} is no cursor of a list in this order")))
}
