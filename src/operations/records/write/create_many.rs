//! Creates records for many accounts, for all or none: sends notifications.

use entity::record_event;
use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, Query},
};
use serde_json::json;
use std::{collections::BTreeSet, sync::Arc};
use uuid::Uuid;

use super::{
    create::check_accounts,
    fields::{check, references, unknown_references},
    recipients::{MOST, Recipients, check_recipients, recipients, too_large},
    transition::ATTEMPTS,
};
use crate::{
    app::{App, PART},
    auth::Call,
    error::{Error, FieldError, Problem},
    operations::{
        audit::{AuditWriter, Each, Insert},
        callers::is_visible_role,
        rows::{Assignment, Fields, run, to_completion},
    },
    resources::{Absent, Create, Many, Resource},
};

/// Most records in one transaction. Others wait for it: a thousand take SQLite 120 ms.
const PART_RECORDS: usize = PART / 2;
/// Most bytes of the records in one transaction.
const PART_BYTES: usize = 1 << 20;

/// New records.
#[derive(Clone, Copy, Debug)]
pub struct CreatedMany {
    /// The number of records.
    pub count: usize,
    /// The id of the operation that created them.
    pub operation: Uuid,
}

/// Creates a record for each named account, or none. The fields name accounts or a role. An account
/// that is named twice gets one record.
///
/// Many records are written in parts, between which others write. An account that is deleted
/// meanwhile gets none. A retry of a call with an operation goes on where that one ended.
///
/// # Errors
/// `Forbidden`, and `Invalid` with every invalid field; then nothing was written.
pub async fn create_many(
    app: &Arc<App>,
    call: &Arc<Call>,
    resource: &'static Resource,
    create: &'static Create,
    many: &'static Many,
    fields: &Fields,
) -> Result<CreatedMany, Error> {
    let access = call.require(&create.permission)?;
    check_accounts(access, create, fields)?;
    check_recipients(access, many, fields)?;
    let mut checked = check(&many.inputs, fields, Absent::Filled, call.user_id);
    let mut recipients = recipients(many, &mut checked.assignments, &mut checked.field_errors);
    if let Some(Recipients::Role(name)) = &recipients
        && !is_visible_role(app, call, name).await?
    {
        checked.field_errors.push(FieldError::new(many.role, Problem::NoRole));
        recipients = None;
    }
    let (app, call, common) = (Arc::clone(app), Arc::clone(call), checked.assignments);
    let writer = AuditWriter::new(&app, &call);
    to_completion(async move {
        // What is wrong with the recipients now, and with what all the records refer to.
        let problems = async |recipients: Option<&Recipients>| {
            let mut field_errors = match recipients {
                Some(recipients) => recipients.field_errors(&app, &call, many, &common).await?,
                None => Vec::new(),
            };
            let reader = app.point_reader(&call, 1).await?;
            let unknown = unknown_references(&*reader, resource, &create.inputs, &common).await?;
            field_errors.extend(unknown);
            Ok::<_, Error>(field_errors)
        };
        let recipients = match recipients {
            Some(recipients) if checked.field_errors.is_empty() => recipients,
            recipients => {
                let more = problems(recipients.as_ref()).await?;
                return Err(Error::Invalid([checked.field_errors, more].concat()));
            }
        };
        let done = done(&app, &call, resource, many).await?;
        for _ in 0..ATTEMPTS {
            let found = recipients.find(&app, &call).await?;
            if let Some(field_error) = recipients.wrong_number(many, found.as_deref(), app.room()) {
                return Err(Error::Invalid(vec![field_error]));
            }
            let mut ids = found.unwrap_or_default();
            ids.retain(|id| !done.contains(id));
            if too_large(many, &common, ids.len()).is_none() {
                let at = app.clock.now();
                let references = references(&create.inputs, &common).map(|(name, _)| *name);
                let making = Insert {
                    resource,
                    at,
                    assignments: common.iter().cloned().chain(resource.timestamps(at)).collect(),
                    references: references.chain([many.owner]).collect(),
                    projection: &resource.projection(&[resource.columns.id]),
                };
                let most = part(&app, &common, ids.len());
                if ids.len() > most && done.is_empty() {
                    // The first part must not be written if an account of another one is missing.
                    Error::of_fields(problems(Some(&recipients)).await?)?;
                }
                let mut count = done.len();
                for part in ids.chunks(most) {
                    match insert(&app, &writer, making.clone(), (many, part), count == 0).await {
                        Ok(0) if count == 0 => break,
                        Ok(made) => count += made,
                        // Only this error says that something was written.
                        Err(_) if count > 0 => return Err(Error::Unavailable),
                        Err(error) => return Err(error),
                    }
                }
                if count > 0 {
                    return Ok(CreatedMany { count, operation: writer.operation });
                }
            }
            // The records are too large, or an account was missing during the insert. One that has
            // lost the role meanwhile is no recipient of the next attempt.
            Error::of_fields(problems(Some(&recipients)).await?)?;
        }
        Err(Error::Conflict)
    })
    .await
}

/// Inserts a part in one transaction, and returns how many records it has. Unless all rows were
/// inserted that `all` asks for, it has none.
async fn insert(
    app: &App,
    writer: &AuditWriter,
    making: Insert<'_>,
    (many, ids): (&Many, &[i64]),
    all: bool,
) -> Result<usize, Error> {
    let resource = making.resource;
    let each = Each {
        columns: &[many.owner, resource.key_column],
        rows: ids.iter().map(|id| json!([id, Uuid::new_v4()])).collect(),
    };
    let _turn = writer.turn(ids.len()).await;
    let transaction = writer.begin().await?;
    let made = writer.insert_many(&transaction, making, each).await?;
    let made = usize::try_from(made).unwrap_or_default();
    if all && made < ids.len() {
        transaction.rollback().await?;
        return Ok(0);
    }
    transaction.commit().await?;
    app.written(resource.stale);
    app.fill(made);
    Ok(made)
}

/// The accounts that got a record of the operation with which this call goes on.
async fn done(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    many: &Many,
) -> Result<BTreeSet<i64>, Error> {
    let Some(operation) = call.operation else { return Ok(BTreeSet::new()) };
    let of_it = record_event::Entity::find()
        .select_only()
        .column(record_event::Column::RecordId)
        .filter(record_event::Column::OperationId.eq(operation))
        .filter(record_event::Column::Kind.eq(resource.name))
        .into_query();
    let records = Query::select()
        .column(many.owner)
        .from(resource.table.name)
        .and_where(Expr::col(resource.columns.id).in_subquery(of_it))
        .take();
    let rows = run(&*app.point_reader(call, MOST).await?, &records).await?;
    Ok(rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?)
}

/// How many records one transaction writes. A unit of work is one anyway.
fn part(app: &App, common: &[Assignment], count: usize) -> usize {
    let bytes: usize = common.iter().map(|(_, value)| value.bytes()).sum();
    if app.database.is_scoped() {
        count.max(1)
    } else {
        (PART_BYTES / bytes.max(1)).clamp(1, PART_RECORDS)
    }
}
