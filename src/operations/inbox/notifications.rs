//! The caller's inbox: lists its own notifications and marks them read. It holds no others that the
//! caller may see.

use entity::{ColumnType, notification::Column};
use sea_orm::{ColumnTrait, DatabaseTransaction, IdenStatic, sea_query::Expr};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock},
};
use uuid::Uuid;

use crate::{
    app::App,
    auth::{Call, Caller},
    error::{Error, FieldError},
    kinds,
    operations::{
        audit::{Action, AuditWriter, Change},
        records::{
            Record, Rows, Value,
            read::{Filter, Sort, Test, Trashed, Wanted, condition, count, count_within, one_of},
            run, to_completion,
        },
    },
    resources::Projection,
};

/// Most notifications that one call can mark.
const MAX_MARKED: usize = 500;

/// The query of the caller's own live notifications, the newest first.
#[must_use]
pub fn inbox(caller: &Caller, unread_only: bool) -> Wanted {
    let resource = kinds::notifications();
    let own = resource.owner.map(|owner| {
        Filter::Field(owner, ColumnType::BigInt, Test::Is(Value::Int(caller.user_id)))
    });
    let unread = resource
        .inbox
        .filter(|_| unread_only)
        .map(|inbox| Filter::Field(inbox.is_read, ColumnType::Bool, Test::Is(Value::Bool(false))));
    let newest =
        |field, column_type| Sort { field, column_type, nullable: false, descending: true };
    Wanted {
        resource,
        trashed: Trashed::Without,
        filter: Some(Filter::All(own.into_iter().chain(unread).collect())),
        order: vec![
            newest(Column::CreatedAt.as_str(), ColumnType::Time),
            newest(Column::Id.as_str(), ColumnType::BigInt),
        ],
    }
}

/// Counts the caller's own live notifications that are unread.
///
/// # Errors
/// `Forbidden` for a caller that may not read its own notifications.
pub async fn unread_count(app: &App, call: &Call) -> Result<i64, Error> {
    count(app, call, &inbox(call, true)).await
}

/// The outcome of [`mark_read`].
#[derive(Clone, Debug)]
pub struct Marked {
    /// The marked notifications, in the order of the request.
    pub records: Vec<Record>,
    /// The uuids of notifications that don't exist or are not the caller's own.
    pub not_found: Vec<Uuid>,
    /// The number of unread notifications, if requested.
    pub unread: Option<i64>,
    /// The id of the operation; `None`: all were read already.
    pub operation: Option<Uuid>,
}

/// Marks those of the notifications that are the caller's own, live and unread. Read ones don't
/// change.
///
/// # Errors
/// `Forbidden` for a caller that may not read its own notifications, `Invalid` for too many; nothing
/// is written then.
pub async fn mark_read(
    app: &Arc<App>,
    call: &Arc<Call>,
    uuids: &[Uuid],
    count_unread: bool,
    projection: &'static Projection,
) -> Result<Marked, Error> {
    let resource = kinds::notifications();
    call.require(&resource.view)?;
    if uuids.len() > MAX_MARKED {
        let problem = format!("must name at most {MAX_MARKED} notifications");
        return Err(Error::Invalid(vec![FieldError::new("uuids", problem)]));
    }
    let mut seen = HashSet::new();
    let uuids: Vec<Uuid> = uuids.iter().filter(|uuid| seen.insert(**uuid)).copied().collect();
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_completion(async move {
        let backend = app.database.backend();
        let selected = one_of(
            Column::Uuid.into_expr(),
            uuids.iter().map(|it| (*it).into()).collect(),
            backend,
        );
        let writer = AuditWriter::new(&app, &call);
        let transaction = writer.begin().await?;
        let change = mark(&app, &call, Some(selected.clone()))?;
        let marked = writer.change_many(&transaction, change).await?;
        let own = condition(&call, &inbox(&call, false), backend)?.add(selected);
        let projection = projection.with(resource, &[Column::Id.as_str(), Column::Uuid.as_str()]);
        let rows = run(&transaction, &resource.select(&projection, own)).await?;
        let unread = unread_within(&transaction, &call, count_unread).await?;
        transaction.commit().await?;
        if marked > 0 {
            app.written(resource.stale);
        }
        let mut found = HashMap::new();
        for row in &rows {
            let record = Record::from_row(resource, &projection, row)?;
            app.answers_with(resource.name, record.id());
            if let Value::Uuid(uuid) = record.value(Column::Uuid.as_str()) {
                found.insert(*uuid, record);
            }
        }
        let not_found = uuids.iter().filter(|uuid| !found.contains_key(uuid)).copied().collect();
        let records = uuids.iter().filter_map(|uuid| found.remove(uuid)).collect();
        let operation = (marked > 0).then_some(writer.operation);
        Ok(Marked { records, not_found, unread, operation })
    })
    .await
}

/// The outcome of [`mark_all_read`].
#[derive(Clone, Copy, Debug)]
pub struct AllMarked {
    /// How many were unread.
    pub count: i64,
    /// The number of notifications that arrived meanwhile, if requested.
    pub unread: Option<i64>,
    /// The id of the operation; `None`: all were read already.
    pub operation: Option<Uuid>,
}

/// Marks all of the caller's own live notifications that are unread at the beginning.
///
/// # Errors
/// `Forbidden` for a caller that may not read its own notifications.
pub async fn mark_all_read(
    app: &Arc<App>,
    call: &Arc<Call>,
    count_unread: bool,
) -> Result<AllMarked, Error> {
    let resource = kinds::notifications();
    call.require(&resource.view)?;
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_completion(async move {
        let writer = AuditWriter::new(&app, &call);
        let transaction = writer.begin().await?;
        let change = mark(&app, &call, None)?;
        let count = writer.change_many(&transaction, change).await?;
        let unread = unread_within(&transaction, &call, count_unread).await?;
        transaction.commit().await?;
        if count > 0 {
            app.written(resource.stale);
        }
        Ok(AllMarked { count, unread, operation: (count > 0).then_some(writer.operation) })
    })
    .await
}

/// The change that marks the caller's unread notifications, or the selected ones of them.
fn mark(app: &App, caller: &Caller, selected: Option<Expr>) -> Result<Change<'static>, Error> {
    static NOTHING: LazyLock<Projection> = LazyLock::new(Projection::default);
    let resource = kinds::notifications();
    let columns = resource.inbox.ok_or(Error::Internal)?;
    let at = app.clock.now();
    let unread = condition(caller, &inbox(caller, true), app.database.backend())?;
    Ok(Change {
        resource,
        action: Action::Updated,
        at,
        assignments: vec![(columns.is_read, Value::Bool(true)), (columns.read_at, Value::Time(at))],
        rows: Rows::matching(unread.add_option(selected)),
        projection: &NOTHING,
    })
}

async fn unread_within(
    transaction: &DatabaseTransaction,
    caller: &Caller,
    count_unread: bool,
) -> Result<Option<i64>, Error> {
    match count_unread {
        true => count_within(transaction, caller, &inbox(caller, true)).await.map(Some),
        false => Ok(None),
    }
}
