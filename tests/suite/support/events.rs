//! Compares the events of operations with those that the table names.

use std::collections::BTreeSet;

use entity::record_event::{Column, Entity};
use reinstate::actions::actions;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use super::TestApp;

/// The actions that the entry of an operation names, such as of `Mutation.undo` or `POST /api/v1/restore`.
fn documented(operation: &str) -> BTreeSet<&'static str> {
    let named = actions().iter().filter(|action| {
        let by_rest = action.rest().map(|(method, path)| format!("{} {path}", method.name()));
        operation.strip_prefix("Mutation.").unwrap_or(operation) == action.name
            || by_rest.as_deref() == Some(operation)
    });
    named.flat_map(|action| action.events).copied().collect()
}

impl TestApp {
    /// The id of the last event; 0 without events.
    pub async fn last_event(&self) -> i64 {
        let last = Entity::find().order_by_desc(Column::Id);
        last.one(self.state.database.operator().writer).await.unwrap().map_or(0, |event| event.id)
    }

    /// Fails if an event after that one has an action that the entry of the operation does not name.
    pub async fn assert_documented_events(&self, after: i64, operation: &str) {
        let events = Entity::find().filter(Column::Id.gt(after));
        let events = events.all(self.state.database.operator().writer).await.unwrap();
        let recorded: BTreeSet<&str> = events.iter().map(|event| event.action.as_str()).collect();
        let documented = documented(operation);
        assert!(recorded.is_subset(&documented), "{operation}: {recorded:?}, not {documented:?}");
    }
}
