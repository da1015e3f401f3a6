//! SQLite: reads the old rows, changes them and inserts the events, in one transaction.

use entity::{Timestamp, record_event::Column};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, sea_query::Expr};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;

use super::{
    action::Action,
    event::insert_events,
    writer::{AuditWriter, Change, Insert, with_timestamp},
};
use crate::{
    operations::records::{Assignment, Record, run},
    resources::Resource,
};

/// Events in one statement, whose number of parameters is limited.
const BATCH: usize = 1_000;

/// Changes rows.
pub(super) async fn change(
    writer: &AuditWriter,
    transaction: &DatabaseTransaction,
    change: Change<'_>,
) -> Result<Vec<Record>, DbErr> {
    let Change { resource, action, at, assignments, condition, projection } = change;
    let audited: Vec<&'static str> =
        assignments.iter().map(|(name, _)| *name).filter(|it| resource.is_audited(it)).collect();
    let old = resource.projection(&audited).with(resource, &[resource.columns.id]);
    let before: HashMap<i64, Json> = run(transaction, &resource.select(&old, condition.clone()))
        .await?
        .iter()
        .map(|row| Record::from_row(resource, &old, row))
        .map(|record| record.map(|record| (record.id(), to_json(&record, &audited))))
        .collect::<Result<_, _>>()?;
    if before.is_empty() {
        return Ok(Vec::new());
    }
    let projection =
        projection.with(resource, &[resource.columns.id]).with(resource, resource.owner.as_slice());
    let statement =
        resource.update(with_timestamp(resource, &assignments, at), condition, &projection);
    let records = run(transaction, &statement)
        .await?
        .iter()
        .map(|row| Record::from_row(resource, &projection, row))
        .collect::<Result<Vec<_>, _>>()?;
    let events = Events { resource, action, assignments: &assignments, at };
    events.record(writer, transaction, &records, &before).await?;
    Ok(records)
}

/// Inserts a row.
pub(super) async fn insert(
    writer: &AuditWriter,
    transaction: &DatabaseTransaction,
    insert: Insert<'_>,
) -> Result<Option<Record>, DbErr> {
    let Insert { resource, at, assignments, condition, projection } = insert;
    let projection =
        projection.with(resource, &[resource.columns.id]).with(resource, resource.owner.as_slice());
    let statement = resource.insert(assignments.clone(), condition, &projection);
    let Some(record) = resource.first(&projection, &run(transaction, &statement).await?)? else {
        return Ok(None);
    };
    let events = Events { resource, action: Action::Created, assignments: &assignments, at };
    let inserted = std::slice::from_ref(&record);
    events.record(writer, transaction, inserted, &HashMap::new()).await?;
    Ok(Some(record))
}

/// The change that events record.
struct Events<'c> {
    resource: &'static Resource,
    action: Action,
    assignments: &'c [Assignment],
    at: Timestamp,
}

impl Events<'_> {
    /// Records an event for each of the records.
    async fn record(
        &self,
        writer: &AuditWriter,
        transaction: &DatabaseTransaction,
        records: &[Record],
        before: &HashMap<i64, Json>,
    ) -> Result<(), DbErr> {
        let common = writer.values(self.resource, self.action, self.assignments, self.at);
        for batch in records.chunks(BATCH) {
            let events = batch.iter().map(|record| {
                let own = [
                    (Column::RecordId, Expr::value(record.id())),
                    (Column::OwnerId, Expr::value(record.owner())),
                    (Column::Before, Expr::value(before.get(&record.id()).cloned())),
                ];
                common.iter().cloned().chain(own).collect()
            });
            transaction.execute(&insert_events(events)).await?;
        }
        Ok(())
    }
}

/// The values of columns as a JSON object.
fn to_json(record: &Record, names: &[&'static str]) -> Json {
    let fields = names.iter().map(|name| ((*name).to_owned(), record.value(name).to_json()));
    Json::Object(fields.collect::<Map<_, _>>())
}
