//! Checks stored texts by the rules of the APIs.

use entity::ColumnType;
use sea_orm::DatabaseConnection;
use serde_json::Value as Json;
use std::collections::BTreeMap;

use super::schema::{Problems, rows};
use crate::{
    data::load::{FixtureTable, tables},
    resources::{Resource, Rule},
};

/// Rows that are read at once; a text of one can have 256 KiB.
const PAGE: usize = 200;

/// Texts that neither API would take, such as an empty title.
pub async fn problems(database: &DatabaseConnection) -> Problems {
    let mut found = Vec::new();
    for table in tables(true) {
        if let Some(resource) = table.resource {
            found.extend(of_kind(database, table, resource).await?);
        }
    }
    Ok(found)
}

async fn of_kind(
    database: &DatabaseConnection,
    table: &FixtureTable,
    resource: &Resource,
) -> Problems {
    let is_text =
        |name| table.table.column(name).is_some_and(|it| it.column_type == ColumnType::Text);
    // Choices are compared by the database.
    let is_read = |it: &&(&'static str, Rule)| is_text(it.0) && !matches!(it.1, Rule::Choice(_));
    let ruled: Vec<_> = table.rules().iter().filter(is_read).collect();
    if ruled.is_empty() {
        return Ok(Vec::new());
    }
    let (name, id) = (table.name(), resource.columns.id);
    let columns: String = ruled.iter().map(|(column, _)| format!(", \"{column}\"")).collect();
    let mut last = i64::MIN;
    let mut wrong = BTreeMap::<String, (u64, i64)>::new();
    loop {
        let page = format!(
            "SELECT \"{id}\"{columns} FROM \"{name}\" WHERE \"{id}\" > {last} ORDER BY \"{id}\" LIMIT {PAGE}"
        );
        let page = rows(database, &page).await?;
        for row in &page {
            last = row.try_get_by_index(0)?;
            for (at, (column, rule)) in ruled.iter().enumerate() {
                // SQLite stores any value in any column; what is no text is wrong too.
                let value = match row.try_get_by_index::<Option<String>>(at + 1) {
                    Ok(None) => continue,
                    Ok(Some(text)) => Json::String(text),
                    Err(_) => Json::Null,
                };
                if let Err(problem) = rule.check(&value) {
                    wrong.entry(format!("{column} {problem}")).or_insert((0, last)).0 += 1;
                }
            }
        }
        if page.len() < PAGE {
            break;
        }
    }
    let problem = |(problem, (count, first))| {
        format!("{name}: {problem} in {count} rows, first with the id {first}")
    };
    Ok(wrong.into_iter().map(problem).collect())
}
