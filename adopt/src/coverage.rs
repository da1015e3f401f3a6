//! What is kept since when, and what the application's migrations have left of it.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use crate::{
    capture::{self, Adopted},
    catalogue::{Table, tables},
    coded,
    kinds::{Kind, Record},
    triggers,
};

/// What is kept of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The kind.
    pub kind: String,
    /// Since when, RFC 3339.
    pub since: String,
    /// What is recorded of its rows.
    pub record: Record,
    /// What isn't kept any more.
    pub gaps: Vec<Gap>,
}

coded! {
    /// What isn't kept of a table any more, or not yet.
    Gap:
    NothingKept = "nothing is kept in this database: adopt its tables first",
    ColumnsChanged = "its columns have changed",
    TriggerLacking { trigger: String } = "it lacks the trigger {trigger}",
    TriggerDisabled { trigger: String } = "its trigger {trigger} is disabled",
    PartitionLacks { table: String, trigger: String } = "{table} lacks the trigger {trigger}",
    PartitionDisabled { table: String, trigger: String } = "the trigger {trigger} of {table} is disabled",
    Misfit { says: String } = "{says}",
}

/// What is kept now of each kind.
///
/// # Errors
/// When nothing was adopted, or the catalogue can't be read.
pub async fn coverage(database: &impl ConnectionTrait) -> Result<Vec<Coverage>, DbErr> {
    must_be_adopted(database).await?;
    let backend = database.get_database_backend();
    let (tables, triggers) = (tables(database).await?, triggers(database).await?);
    let read = Statement::from_string(backend, capture::coverage(backend));
    let mut all = Vec::new();
    for row in database.query_all_raw(read).await? {
        let (kind, since): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let (settings, columns): (String, String) =
            (row.try_get_by_index(2)?, row.try_get_by_index(3)?);
        let wrong = |error: serde_json::Error| DbErr::Custom(format!("{kind}: {error}"));
        let settings: Kind = serde_json::from_str(&settings).map_err(wrong)?;
        let columns: serde_json::Value = serde_json::from_str(&columns).map_err(wrong)?;
        let mut gaps = Vec::new();
        match settings.table(&kind, &tables) {
            Err(says) => gaps.push(Gap::Misfit { says }),
            Ok(table) => {
                if capture::columns(backend, &settings, table) != columns {
                    gaps.push(Gap::ColumnsChanged);
                }
                let planned =
                    capture::planned(backend, &Adopted { name: &kind, kind: &settings, table });
                let lost = planned.iter().filter_map(|(it, _)| loss(it, &triggers, table));
                gaps.extend(lost);
            }
        }
        all.push(Coverage { kind, since, record: settings.record, gaps });
    }
    Ok(all)
}

/// What is wrong with a trigger of a table, if anything.
fn loss(planned: &capture::Trigger, is: &[capture::Trigger], table: &Table) -> Option<Gap> {
    let capture::Trigger { name, schema, table: on, .. } = planned;
    let found = is.iter().find(|it| it.name == *name && it.schema == *schema && it.table == *on);
    let (trigger, partition) = (name.clone(), (*on != table.name).then(|| on.clone()));
    match (found.map(|it| it.is_enabled), partition) {
        (Some(true), _) => None,
        (None, None) => Some(Gap::TriggerLacking { trigger }),
        (None, Some(table)) => Some(Gap::PartitionLacks { table, trigger }),
        (Some(false), None) => Some(Gap::TriggerDisabled { trigger }),
        (Some(false), Some(table)) => Some(Gap::PartitionDisabled { table, trigger }),
    }
}

/// What is said of a database in which nothing of ours is.
pub const NOTHING_KEPT: &str = "nothing is kept in this database: adopt its tables first";

/// Fails where nothing of ours is in the database.
pub(crate) async fn must_be_adopted(database: &impl ConnectionTrait) -> Result<(), DbErr> {
    let backend = database.get_database_backend();
    let is_adopted = match backend {
        DbBackend::Postgres => "SELECT to_regclass('reinstate.captured') IS NOT NULL",
        // What an earlier version adopted is adopted again.
        _ => {
            "SELECT EXISTS (SELECT 1 FROM pragma_table_info('reinstate_captured') WHERE name = 'rows')"
        }
    };
    let row = database.query_one_raw(Statement::from_string(backend, is_adopted)).await?;
    if row.is_some_and(|row| row.try_get_by_index(0).unwrap_or(false)) {
        return Ok(());
    }
    Err(DbErr::Custom(NOTHING_KEPT.to_owned()))
}
