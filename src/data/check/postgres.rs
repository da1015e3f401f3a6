//! Checks of PostgreSQL: indexes, foreign keys and sequences.

use sea_orm::DatabaseConnection;

use super::schema::{Problems, number, rows, tables};
use crate::{kinds, store::database::column};

/// Indexes that are not valid, such as one whose creation failed.
pub async fn indexes(database: &DatabaseConnection) -> Problems {
    let sql = "SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid \
         WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready) \
         ORDER BY 1";
    let invalid: Vec<String> = column(database, sql).await?;
    Ok(invalid.iter().map(|name| format!("the index {name} is not valid: REINDEX it")).collect())
}

/// Foreign keys that are not validated, and rows that violate one.
///
/// Loading data with triggers disabled can leave such rows.
pub async fn references(database: &DatabaseConnection) -> Problems {
    let sql = "SELECT c.conname::text, c.conrelid::regclass::text, quote_ident(a.attname), \
         c.confrelid::regclass::text, quote_ident(b.attname), c.convalidated \
         FROM pg_constraint AS c \
         JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1] \
         JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1] \
         WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1";
    let mut problems = Vec::new();
    for row in rows(database, sql).await? {
        let text = |index| row.try_get_by_index::<String>(index);
        let (name, from, column, to, key) = (text(0)?, text(1)?, text(2)?, text(3)?, text(4)?);
        if !row.try_get_by_index::<bool>(5)? {
            problems.push(format!("the foreign key {name} of {from} is not validated"));
        }
        let orphans = format!(
            "SELECT COUNT(*) FROM {from} AS f WHERE f.{column} IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM {to} AS t WHERE t.{key} = f.{column})"
        );
        let count = number(database, &orphans).await?;
        if count > 0 {
            problems
                .push(format!("{from}: {column} refers to a missing row of {to} in {count} rows"));
        }
    }
    Ok(problems)
}

/// Tables whose next id is taken by rows with explicit ids.
pub async fn numbers(database: &DatabaseConnection) -> Problems {
    let mut problems = Vec::new();
    for table in tables() {
        // Other tables name the column as accounts do.
        let kind = kinds::registered().iter().find(|kind| kind.table.name == table.name);
        let id = kind.unwrap_or(kinds::accounts()).columns.id;
        if table.column(id).is_none() {
            continue;
        }
        let name = table.name;
        // The highest possible id may be taken: there is none after it.
        let behind = format!(
            "SELECT COUNT(*) FROM pg_sequences AS s WHERE \
             to_regclass(quote_ident(s.schemaname) || '.' || quote_ident(s.sequencename)) \
             = pg_get_serial_sequence('{name}', '{id}')::regclass AND COALESCE(s.last_value, 0) < \
             (SELECT COALESCE(MAX(\"{id}\"), 0) FROM {name} WHERE \"{id}\" < {})",
            i64::MAX
        );
        if number(database, &behind).await? > 0 {
            problems.push(format!("{name}: the next id is already taken; advance the sequence"));
        }
    }
    Ok(problems)
}
