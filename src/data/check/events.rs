//! Checks events.

use sea_orm::{DatabaseConnection, DbBackend};

use super::query::{Found, count};
use crate::operations::audit::{Action, event_kinds};

/// Events with an unknown action or kind, or without a transaction.
pub async fn problems(database: &DatabaseConnection) -> Found {
    const TABLE: &str = "record_events";
    let quoted = |names: Vec<&str>| {
        let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
        names.join(", ")
    };
    let actions = quoted(Action::ALL.map(Action::name).to_vec());
    let kinds = quoted(event_kinds().collect());
    let mut rules = vec![
        (format!("action NOT IN ({actions})"), "the action is unknown"),
        (format!("kind NOT IN ({kinds})"), "the kind is unknown"),
    ];
    if database.get_database_backend() == DbBackend::Postgres {
        rules.push(("xid < 1".to_owned(), "the transaction is missing"));
    }
    let mut found = Vec::new();
    for (condition, problem) in rules {
        found.extend(count(database, TABLE, &condition, problem).await?);
    }
    Ok(found)
}
