//! Statements that insert events.

use entity::record_event::{Column, Entity};
use sea_orm::sea_query::{InsertStatement, Query, SelectStatement, SimpleExpr};

/// The columns of an event and their values.
pub(super) type EventValues = Vec<(Column, SimpleExpr)>;

/// Inserts events with these values. All have the same columns.
pub(super) fn insert_events(events: impl IntoIterator<Item = EventValues>) -> InsertStatement {
    let mut insert = Query::insert();
    insert.into_table(Entity);
    for (place, event) in events.into_iter().enumerate() {
        let (columns, values): (Vec<_>, Vec<_>) = event.into_iter().unzip();
        if place == 0 {
            insert.columns(columns);
        }
        insert.values_panic(values);
    }
    insert
}

/// Inserts an event for each row of a query, whose columns the values may refer to.
pub(super) fn insert_for_each(event: EventValues, mut rows: SelectStatement) -> InsertStatement {
    let (columns, values): (Vec<_>, Vec<_>) = event.into_iter().unzip();
    let mut insert = Query::insert();
    insert.into_table(Entity).columns(columns);
    // There are as many columns as values, because they come from one list.
    let _ = insert.select_from(rows.exprs(values).take());
    insert
}
