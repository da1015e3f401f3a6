//! Events of imported records.

use entity::{Timestamp, record_event::Column};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, sea_query::Expr};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

use super::{
    action::Action,
    event::{EventValues, insert_events},
    operators::ROLE,
    writer::AuditWriter,
};
use crate::{app::App, kinds};

/// A record that an import has written.
#[derive(Clone, Debug)]
pub struct ImportedRecord {
    /// The id of the record.
    pub id: i64,
    /// The account that owns it, if any.
    pub owner: Option<i64>,
    /// The changed columns before; `None`: the record was created.
    pub before: Option<Map<String, Json>>,
    /// The changed columns after.
    pub after: Map<String, Json>,
}

/// Records the events of an import, which is one operation of the system itself.
pub struct ImportAudit(AuditWriter);

impl ImportAudit {
    /// Begins the operation.
    #[must_use]
    pub fn begin(app: &Arc<App>) -> Self {
        Self(AuditWriter::of_the_system(app))
    }

    /// Records an event for each record that the transaction has written to a table. Tables other
    /// than those of records and roles have no events, and no event includes the hash of a
    /// credential.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn record(
        &self,
        transaction: &DatabaseTransaction,
        table: &str,
        at: Timestamp,
        records: &[ImportedRecord],
    ) -> Result<(), DbErr> {
        let resource = kinds::all().iter().find(|resource| resource.table.name == table);
        let kind = match resource {
            Some(resource) => resource.name,
            None if table == "roles" => ROLE,
            None => return Ok(()),
        };
        let is_audited = |name: &str| match resource {
            // An account's grants are in tables of their own.
            Some(resource) => {
                resource.is_audited(name)
                    || resource.is_account() && ["permissions", "roles"].contains(&name)
            }
            None => true,
        };
        let audited = |columns: &Map<String, Json>| {
            let audited = columns.iter().filter(|(name, _)| is_audited(name));
            Json::Object(audited.map(|(name, value)| (name.clone(), value.clone())).collect())
        };
        if records.is_empty() {
            return Ok(());
        }
        let events = records.iter().map(|record| -> EventValues {
            let action = match record.before {
                None => Action::Created,
                Some(_) => Action::Updated,
            };
            let own = [
                (Column::RecordId, Expr::value(record.id)),
                (Column::OwnerId, Expr::value(record.owner)),
                (Column::Before, Expr::value(record.before.as_ref().map(audited))),
            ];
            let common = self.0.values_of_kind(kind, action, audited(&record.after), at);
            common.into_iter().chain(own).collect()
        });
        transaction.execute(&insert_events(events)).await.map(|_| ())
    }
}
