//! SQLite: inserts events before changing rows, in one transaction.

use entity::{ColumnType, record_event::Entity};
use sea_orm::{
    DbBackend,
    sea_query::{Condition, Expr, ExprTrait, Query, TableRef},
};

use super::{
    Action,
    each::{EACH, Each, new},
    event::{before, own_values, parameters},
    writer::{Change, Insert},
};
use crate::operations::rows::{Slot, Statements, Template, constant, insert_from};

const SQLITE: DbBackend = DbBackend::Sqlite;

/// The events of the rows to change, and the rows' change.
///
/// The rows are found once: no other connection writes meanwhile, so that the newest events are
/// theirs.
pub(super) fn change(change: &Change<'_>, each: Option<&Each<'_>>) -> Statements {
    let resource = change.resource;
    let (table, id) = (resource.table.name, resource.columns.id);
    let own = own_values(
        Expr::col((table, id)),
        resource.owner.map(|owner| Expr::col((table, owner))),
        before(resource, change.names(each), "json_object", as_json),
    );
    let after = each.map(|each| each.after(resource, false, as_json, SQLITE));
    let event = parameters(resource.name, change.action, after, SQLITE);
    let events = insert_from(Entity, event.chain(own), change.matched(SQLITE, each));
    let newest = r#"(SELECT "record_id" FROM "record_events" ORDER BY "id" DESC LIMIT ?)"#;
    // SQLite copies the pages that a statement changes, unless it knows that there is one row.
    let same = if change.rows.is_one() { "=" } else { "IN" };
    // Rows are found by their own values: otherwise SQLite would read all of these for each row.
    let found = if each.is_some() { "+" } else { "" };
    let changed = format!(r#"{found}"{id}" {same} {newest}"#);
    let changed = Expr::cust_with_expr(changed, Slot::CHANGED.expr());
    let condition = Condition::all().add(changed);
    let written = change.written(SQLITE, each.map(|each| (each, EACH)));
    let mut update = resource.update(written, condition, change.projection);
    if let Some(each) = each {
        let values = TableRef::SubQuery(each.rows(resource, SQLITE).into(), EACH.into());
        update.from(values).and_where(Expr::col((table, id)).equals((EACH, new(id))));
    }
    let templates = vec![Template::of(&events, SQLITE), Template::of(&update, SQLITE)];
    Statements { templates, returning: 1, projection: change.projection.clone() }
}

/// The new rows, and their events.
pub(super) fn insert(insert: &Insert<'_>, each: Option<&Each<'_>>) -> Statements {
    let resource = insert.resource;
    let mut new = insert.statement(SQLITE, each);
    new.returning(Query::returning().exprs(resource.wanted(insert.projection)));
    let id = resource.columns.id;
    let last = match each {
        None => Expr::cust(format!(r#""{id}" = last_insert_rowid()"#)),
        // No other connection writes meanwhile, so that the ids follow each other.
        Some(_) => {
            let others = format!(r#""{id}" > last_insert_rowid() - ?"#);
            Expr::cust_with_expr(others, Slot::CHANGED.expr())
        }
    };
    let rows = Query::select().from(resource.table.name).and_where(last).take();
    let own = own_values(Expr::col(id), resource.owner.map(Expr::col), constant(None::<String>));
    let after = each.map(|each| each.after(resource, true, as_json, SQLITE));
    let event = parameters(resource.name, Action::Created, after, SQLITE);
    let event = insert_from(Entity, event.chain(own), rows);
    let templates = vec![Template::of(&new, SQLITE), Template::of(&event, SQLITE)];
    Statements { templates, returning: 0, projection: insert.projection.clone() }
}

/// The value of a column as responses show it (D19).
pub(super) fn as_json(column: &str, column_type: ColumnType) -> String {
    match column_type {
        ColumnType::Bool => {
            format!("json(CASE \"{column}\" WHEN 0 THEN 'false' WHEN 1 THEN 'true' END)")
        }
        // Stored as `2026-11-20T15:36:00.500+00:00`, with as many digits as needed.
        ColumnType::Time => format!(
            "substr(\"{column}\", 1, 10) || 'T' || substr(\"{column}\", 12, 8) || '.' || \
             substr(ltrim(replace(substr(\"{column}\", 20), '+00:00', ''), '.') || '000000', 1, 6) \
             || 'Z'"
        ),
        ColumnType::Uuid => hyphenated(column),
        ColumnType::Json => format!("json(\"{column}\")"),
        ColumnType::Int | ColumnType::BigInt | ColumnType::Text => format!("\"{column}\""),
    }
}

/// A uuid as responses show it; SQLite stores its bytes.
fn hyphenated(column: &str) -> String {
    let part = |from: u8, length: u8| format!("substr(hex(\"{column}\"), {from}, {length})");
    let parts = [part(1, 8), part(9, 4), part(13, 4), part(17, 4), part(21, 12)];
    format!("lower({})", parts.join(" || '-' || "))
}
