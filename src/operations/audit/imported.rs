//! Telling of records that were loaded with all they are, as an operator does.

use entity::Timestamp;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr,
    sea_query::{Expr, Query},
};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

use super::writer::{Action, AuditWriter};
use crate::{app::App, kinds};

/// What became of a record that was imported.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Number of the record.
    pub id: i64,
    /// The account that it belongs to.
    pub owner: Option<i64>,
    /// The columns that were written as they were; `None`: there was no such record.
    pub before: Option<Map<String, Json>>,
    /// The columns as they are.
    pub after: Map<String, Json>,
}

/// Tells of what is imported. All of it is one operation of the system itself.
pub struct Importing(AuditWriter);

impl Importing {
    /// Begins an operation.
    #[must_use]
    pub fn begin(app: &Arc<App>) -> Self {
        Self(AuditWriter::of_the_system(app))
    }

    /// Writes an event for each of the records that the transaction has written to a table. Of
    /// tables that hold neither records nor roles nothing is told, and of no record the hash of a
    /// credential.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn tell(
        &self,
        transaction: &DatabaseTransaction,
        table: &str,
        at: Timestamp,
        records: &[Imported],
    ) -> Result<(), DbErr> {
        let resource = kinds::all().iter().find(|resource| resource.table.name == table);
        let kind = match resource {
            Some(resource) => resource.name,
            None if table == "roles" => crate::operations::audit::operators::ROLE,
            None => return Ok(()),
        };
        let is_told = |name: &str| match resource {
            // Beside its columns, what an account was given.
            Some(resource) => {
                resource.is_told(name)
                    || resource.is_account() && ["permissions", "roles"].contains(&name)
            }
            None => true,
        };
        let told = |columns: &Map<String, Json>| {
            let told = columns.iter().filter(|(name, _)| is_told(name));
            Json::Object(told.map(|(name, value)| (name.clone(), value.clone())).collect())
        };
        if records.is_empty() {
            return Ok(());
        }
        let mut insert = Query::insert();
        insert.into_table("record_events");
        for (place, record) in records.iter().enumerate() {
            let action = match record.before {
                None => Action::Created,
                Some(_) => Action::Updated,
            };
            let of_this = [
                ("record_id", Expr::value(record.id)),
                ("owner_id", Expr::value(record.owner)),
                ("before", Expr::value(record.before.as_ref().map(told))),
            ];
            let values = self.0.head(kind, action, told(&record.after), at).into_iter();
            let (names, values): (Vec<_>, Vec<_>) = values.chain(of_this).unzip();
            if place == 0 {
                insert.columns(names);
            }
            insert.values_panic(values);
        }
        transaction.execute(&insert).await.map(|_| ())
    }
}
