//! SQLite: the old rows, their change and its events one after the other, in a transaction that
//! nobody else can write beside.

use entity::Timestamp;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr,
    sea_query::{Expr, Query},
};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;

use super::writer::{Action, AuditWriter, Change, Insert, timed};
use crate::{
    operations::records::{Assignment, Record, run},
    resources::Resource,
};

/// Events in one statement, which takes so many parameters and no more.
const BATCH: usize = 1_000;

impl AuditWriter {
    /// Changes rows.
    pub(crate) async fn change_stepwise(
        &self,
        transaction: &DatabaseTransaction,
        change: Change<'_>,
    ) -> Result<Vec<Record>, DbErr> {
        let Change { resource, action, at, assignments, condition, projection } = change;
        let told: Vec<&'static str> =
            assignments.iter().map(|(name, _)| *name).filter(|it| resource.is_told(it)).collect();
        let old = resource.projection(&told).with(resource, &["id"]);
        let before: HashMap<i64, Json> =
            run(transaction, &resource.select(&old, condition.clone()))
                .await?
                .iter()
                .map(|row| Record::from_row(resource, &old, row))
                .map(|record| record.map(|record| (record.id(), shown(&record, &told))))
                .collect::<Result<_, _>>()?;
        if before.is_empty() {
            return Ok(Vec::new());
        }
        let projection =
            projection.with(resource, &["id"]).with(resource, resource.owner.as_slice());
        let statement = resource.update(timed(&assignments, at), condition, &projection);
        let records = run(transaction, &statement)
            .await?
            .iter()
            .map(|row| Record::from_row(resource, &projection, row))
            .collect::<Result<Vec<_>, _>>()?;
        self.tell(transaction, resource, action, &assignments, at, &records, &before).await?;
        Ok(records)
    }

    /// Makes a row.
    pub(crate) async fn make_stepwise(
        &self,
        transaction: &DatabaseTransaction,
        making: Insert<'_>,
    ) -> Result<Option<Record>, DbErr> {
        let Insert { resource, at, assignments, condition, projection } = making;
        let projection =
            projection.with(resource, &["id"]).with(resource, resource.owner.as_slice());
        let statement = resource.insert(assignments.clone(), condition, &projection);
        let Some(record) = resource.first(&projection, &run(transaction, &statement).await?)?
        else {
            return Ok(None);
        };
        let made = std::slice::from_ref(&record);
        let before = HashMap::new();
        self.tell(transaction, resource, Action::Created, &assignments, at, made, &before).await?;
        Ok(Some(record))
    }

    /// Writes an event for each of the records.
    #[allow(clippy::too_many_arguments, reason = "what one event is made of")]
    async fn tell(
        &self,
        transaction: &DatabaseTransaction,
        resource: &Resource,
        action: Action,
        assignments: &[Assignment],
        at: Timestamp,
        records: &[Record],
        before: &HashMap<i64, Json>,
    ) -> Result<(), DbErr> {
        let (names, common): (Vec<_>, Vec<_>) =
            self.common(resource, action, assignments, at).into_iter().unzip();
        for batch in records.chunks(BATCH) {
            let mut insert = Query::insert();
            let of_each = ["record_id", "owner_id", "before"];
            insert.into_table("record_events").columns(names.iter().copied().chain(of_each));
            for record in batch {
                let of_each = [
                    Expr::value(record.id()),
                    Expr::value(record.owner()),
                    Expr::value(before.get(&record.id()).cloned()),
                ];
                insert.values_panic(common.iter().cloned().chain(of_each));
            }
            transaction.execute(&insert).await?;
        }
        Ok(())
    }
}

fn shown(record: &Record, names: &[&'static str]) -> Json {
    let fields = names.iter().map(|name| ((*name).to_owned(), record.value(name).to_json()));
    Json::Object(fields.collect::<Map<_, _>>())
}
