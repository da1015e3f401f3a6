//! Holds: while a record has one, nothing purges or erases it, whoever asks.

use entity::record_hold::{ActiveModel, Column, Entity};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, IdenStatic, QueryFilter, QuerySelect,
    QueryTrait,
    sea_query::{Condition, Expr, ExprTrait},
};
use serde_json::json;
use std::{collections::HashMap, sync::Arc};
use uuid::Uuid;

use super::write::check_selection;
use crate::{
    app::App,
    auth::{Call, Reason},
    error::{Error, Refusal},
    operations::{
        audit::{Action, AuditWriter, RecordChange},
        rows::{
            Lock, Rows, Selection,
            read::{by_kind, numbered_by},
            to_completion,
        },
    },
    resources::{Key, Resource, a, capital},
};

pub use entity::record_hold::Model as Hold;

/// Holds by the kinds and ids of their records.
pub type Holds = HashMap<(&'static Resource, i64), Hold>;

/// The condition that a row of a kind is on hold.
pub(crate) fn is_held(resource: &Resource) -> Expr {
    let held = Entity::find().filter(Column::Kind.eq(resource.name)).select_only();
    let held = held.column(Column::RecordId).into_query();
    Expr::col((resource.table.name, resource.columns.id)).in_subquery(held)
}

/// Reads the holds of records, by one statement.
///
/// # Errors
/// When the database can't be reached.
pub async fn holds_of(
    app: &App,
    call: &Call,
    records: &[(&'static Resource, i64)],
) -> Result<Holds, Error> {
    Ok(holds(&*app.point_reader(call, records.len()).await?, records).await?)
}

/// The holds of records. In the transaction that has locked these nobody puts others on them.
pub(crate) async fn holds(
    connection: &impl ConnectionTrait,
    records: &[(&'static Resource, i64)],
) -> Result<Holds, DbErr> {
    let mut found = Holds::new();
    if records.is_empty() {
        return Ok(found);
    }
    let kinds: Vec<_> = by_kind(records.iter().copied()).collect();
    let these = kinds.iter().fold(Condition::any(), |any, (kind, ids)| {
        let ids = numbered_by(Column::RecordId.as_str(), ids, connection.get_database_backend());
        any.add(ids.add(Column::Kind.eq(kind.name)))
    });
    for hold in Entity::find().filter(these).all(connection).await? {
        if let Some((kind, _)) = kinds.iter().find(|(kind, _)| kind.name == hold.kind) {
            found.insert((*kind, hold.record_id), hold);
        }
    }
    Ok(found)
}

/// Puts a record on hold, or releases it. Returns the operation.
///
/// # Errors
/// `Forbidden`, `NotFound`, `BadRequest` without a reason and for kinds that are not in the trash, and
/// `ConflictsWith` if the record is on hold already, or is not.
pub async fn set_hold(
    app: &Arc<App>,
    call: &Arc<Call>,
    selection: Selection,
    action: Action,
) -> Result<Uuid, Error> {
    let (resource, id) = check_selection(call, selection)?;
    let never =
        || Error::bad_request(format!("{} can't be {}", capital(&a(resource)), action.name()));
    let access = call.require(resource.hold.as_ref().ok_or_else(never)?)?;
    let reason = call.reason.as_ref().map(Reason::as_str);
    let reason = reason.ok_or_else(|| Error::bad_request("reason must be given"))?.to_owned();
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_completion(async move {
        let writer = AuditWriter::new(&app, &call);
        let transaction = writer.begin().await?;
        // Of a purge and a hold the second waits for the first.
        let row = Rows::of(&Key::Id(id));
        let projection = resource.projection(&[resource.columns.id]);
        let record = row.read(&transaction, resource, &projection, Lock::Locked).await?;
        let record = record.ok_or_else(|| resource.not_found())?;
        // Accounts could be probed otherwise (D7).
        let refused = |error| if resource.is_account() { resource.not_found() } else { error };
        access.check(record.owner()).map_err(refused)?;
        let (at, known) = (app.clock.now(), holds(&transaction, &[(resource, id)]).await?);
        match (action == Action::Held, known.get(&(resource, id))) {
            (true, None) => {
                let row = ActiveModel {
                    kind: Set(resource.name.to_owned()),
                    record_id: Set(id),
                    reason: Set(reason),
                    actor_id: Set(Some(call.user_id)),
                    created_at: Set(at),
                    ..Default::default()
                };
                row.insert(&transaction).await?;
            }
            (false, Some(hold)) => {
                Entity::delete_by_id(hold.id).exec(&transaction).await?;
            }
            (true, Some(_)) => return Err(Error::ConflictsWith(Refusal::HeldAlready)),
            (false, None) => return Err(Error::ConflictsWith(Refusal::NotHeld)),
        }
        // It changes no field.
        let (before, after) = (Some(json!({})), json!({}));
        let change = RecordChange { of: (id, record.owner()), action, before, after };
        writer.record(&transaction, resource.name, at, [change]).await?;
        transaction.commit().await?;
        Ok(writer.operation)
    })
    .await
}
