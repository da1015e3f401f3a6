//! The inbox: what is for the caller, and what of it the caller has read. Whatever the caller may
//! see of others', its inbox shows and touches its own alone.

use entity::ColumnType;
use sea_orm::{DatabaseTransaction, sea_query::Expr};
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
            Record, Value,
            read::{Filter, Sort, Test, Trashed, Wanted, condition, count, count_within, one_of},
            run, to_the_end,
        },
    },
    resources::Projection,
};

/// Most notifications that are named at once.
const MOST_NAMED: usize = 500;

/// The caller's own live notifications, the newest first.
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
        order: vec![newest("created_at", ColumnType::Time), newest("id", ColumnType::BigInt)],
    }
}

/// How many of the caller's own live notifications it has not read.
///
/// # Errors
/// `Forbidden` for one who may not read its own.
pub async fn unread_count(app: &App, caller: &Caller) -> Result<i64, Error> {
    count(app, caller, &inbox(caller, true)).await
}

/// Notifications that were marked as read.
#[derive(Clone, Debug)]
pub struct Marked {
    /// Those that the caller may mark, in the order they were named.
    pub records: Vec<Record>,
    /// Those it may not, or that there are none of.
    pub not_found: Vec<Uuid>,
    /// How many the caller has not read, where that was asked for.
    pub unread: Option<i64>,
    /// The operation; `None`: all were read already.
    pub operation: Option<Uuid>,
}

/// Marks those of the notifications that are the caller's own, live and not read yet. What is read
/// already stays as it is.
///
/// # Errors
/// `Forbidden` for one who may not read its own, `Invalid` for too many; then nothing was written.
pub async fn mark_read(
    app: &Arc<App>,
    call: &Arc<Call>,
    uuids: &[Uuid],
    counted: bool,
    projection: &'static Projection,
) -> Result<Marked, Error> {
    let resource = kinds::notifications();
    call.require(&resource.view)?;
    if uuids.len() > MOST_NAMED {
        let problem = format!("must name at most {MOST_NAMED} notifications");
        return Err(Error::Invalid(vec![FieldError::new("uuids", problem)]));
    }
    let mut known = HashSet::new();
    let uuids: Vec<Uuid> = uuids.iter().filter(|uuid| known.insert(**uuid)).copied().collect();
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_the_end(async move {
        let backend = app.database.backend();
        let named =
            one_of(Expr::col("uuid"), uuids.iter().map(|it| (*it).into()).collect(), backend);
        let transaction = app.database.begin().await?;
        let writer = AuditWriter::new(&app, &call);
        let change = marking(&app, &call, Some(named.clone()))?;
        let marked = writer.change_within(&transaction, change).await?.len();
        let own = condition(&call, &inbox(&call, false), backend)?.add(named);
        let projection = projection.with(resource, &["id", "uuid"]);
        let rows = run(&transaction, &resource.select(&projection, own)).await?;
        let unread = unread_within(&transaction, &call, counted).await?;
        transaction.commit().await?;
        if marked > 0 {
            app.written(resource.stale);
        }
        let mut found = HashMap::new();
        for row in &rows {
            let record = Record::from_row(resource, &projection, row)?;
            if let Value::Uuid(uuid) = record.value("uuid") {
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

/// What came of marking all notifications as read.
#[derive(Clone, Copy, Debug)]
pub struct AllMarked {
    /// How many were not read before.
    pub count: i64,
    /// How many the caller has not read, where that was asked for: those that came meanwhile.
    pub unread: Option<i64>,
    /// The operation; `None`: all were read already.
    pub operation: Option<Uuid>,
}

/// Marks all that is the caller's own, live and not read when it begins, in one transaction.
///
/// # Errors
/// `Forbidden` for one who may not read its own.
pub async fn mark_all_read(
    app: &Arc<App>,
    call: &Arc<Call>,
    counted: bool,
) -> Result<AllMarked, Error> {
    let resource = kinds::notifications();
    call.require(&resource.view)?;
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_the_end(async move {
        let transaction = app.database.begin().await?;
        let writer = AuditWriter::new(&app, &call);
        let change = marking(&app, &call, None)?;
        let count = writer.change_many(&transaction, change).await?;
        let unread = unread_within(&transaction, &call, counted).await?;
        transaction.commit().await?;
        if count > 0 {
            app.written(resource.stale);
        }
        Ok(AllMarked { count, unread, operation: (count > 0).then_some(writer.operation) })
    })
    .await
}

/// The change that marks those of the caller's unread notifications that are named, or all.
fn marking(app: &App, caller: &Caller, named: Option<Expr>) -> Result<Change<'static>, Error> {
    static NUMBER: LazyLock<Projection> =
        LazyLock::new(|| kinds::notifications().projection(&["id"]));
    let resource = kinds::notifications();
    let columns = resource.inbox.ok_or(Error::Internal)?;
    let at = app.clock.now();
    let unread = condition(caller, &inbox(caller, true), app.database.backend())?;
    Ok(Change {
        resource,
        action: Action::Updated,
        at,
        assignments: vec![(columns.is_read, Value::Bool(true)), (columns.read_at, Value::Time(at))],
        condition: unread.add_option(named),
        projection: &NUMBER,
    })
}

async fn unread_within(
    transaction: &DatabaseTransaction,
    caller: &Caller,
    counted: bool,
) -> Result<Option<i64>, Error> {
    match counted {
        true => count_within(transaction, caller, &inbox(caller, true)).await.map(Some),
        false => Ok(None),
    }
}
