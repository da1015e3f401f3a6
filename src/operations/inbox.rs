//! The caller's inbox: lists its own notifications and marks them read. It holds no others that the
//! caller may see.

use entity::{ColumnType, notification::Column};
use sea_orm::{
    ColumnTrait, IdenStatic,
    sea_query::{Expr, ExprTrait, Order},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};
use uuid::Uuid;

use crate::{
    app::{App, PART},
    auth::{Call, Caller},
    error::{Error, Problem},
    kinds,
    operations::{
        audit::{AuditWriter, Change},
        rows::{
            Record, Rows, Value,
            read::{
                Filter, ListQuery, Sort, Test, Trashed, condition, count, count_within, one_of,
            },
            to_completion,
        },
    },
    resources::Projection,
};

/// Most notifications that one call can mark by their ids.
const MAX_MARKED: usize = 500;
/// Most notifications that one call marks as all, a part in each transaction.
const MOST: usize = 10_000;

/// The query of the caller's own live notifications, the newest first.
pub fn inbox(caller: &Caller, unread_only: bool) -> ListQuery {
    let resource = kinds::notifications();
    let is = |column: Column, column_type, value| {
        Filter::Field(column.as_str(), column_type, Test::Is(value))
    };
    let own = is(Column::UserId, ColumnType::BigInt, Value::Int(caller.user_id));
    let unread = unread_only.then(|| is(Column::IsRead, ColumnType::Bool, Value::Bool(false)));
    let newest =
        |field, column_type| Sort { field, column_type, nullable: false, descending: true };
    ListQuery {
        resource,
        trashed: Trashed::Without,
        filter: Some(Filter::All([own].into_iter().chain(unread).collect())),
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
    /// The uuids of notifications that aren't the caller's, or don't exist.
    pub not_found: Vec<Uuid>,
    /// The number of unread notifications, if requested.
    pub unread: Option<i64>,
    /// The id of the operation; `None`: all were read already.
    pub operation: Option<Uuid>,
}

/// Marks those notifications that are the caller's, live and unread. Read ones don't change.
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
        let problem = Problem::NamesAtMost { most: MAX_MARKED, what: "notifications" };
        return Err(Error::invalid("uuids", problem));
    }
    let mut seen = HashSet::new();
    let uuids: Vec<Uuid> = uuids.iter().filter(|uuid| seen.insert(**uuid)).copied().collect();
    let backend = app.database.backend();
    let values = uuids.iter().map(|it| (*it).into()).collect();
    let selected = one_of(Column::Uuid.into_expr(), values, backend);
    let projection = projection.with(resource, &[Column::Id.as_str(), Column::Uuid.as_str()]);
    let (marked, records) = mark(app, call, Some((selected, projection)), count_unread).await?;
    let mut found = HashMap::new();
    for record in records {
        app.answers_with(resource.name, record.id());
        if let Value::Uuid(uuid) = record.value(Column::Uuid.as_str()) {
            found.insert(*uuid, record);
        }
    }
    let not_found = uuids.iter().filter(|uuid| !found.contains_key(uuid)).copied().collect();
    let records = uuids.iter().filter_map(|uuid| found.remove(uuid)).collect();
    let AllMarked { unread, operation, .. } = marked;
    Ok(Marked { records, not_found, unread, operation })
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

/// Marks the caller's live notifications that are unread at the beginning, the oldest 10,000 of them,
/// and 1,000 in a transaction with others.
///
/// # Errors
/// `Forbidden` for a caller that may not read its own notifications.
pub async fn mark_all_read(
    app: &Arc<App>,
    call: &Arc<Call>,
    count_unread: bool,
) -> Result<AllMarked, Error> {
    call.require(&kinds::notifications().view)?;
    Ok(mark(app, call, None, count_unread).await?.0)
}

/// Marks the caller's unread notifications. With a selection it marks only these, and reads them.
async fn mark(
    app: &Arc<App>,
    call: &Arc<Call>,
    selected: Option<(Expr, Projection)>,
    count_unread: bool,
) -> Result<(AllMarked, Vec<Record>), Error> {
    let resource = kinds::notifications();
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_completion(async move {
        let backend = app.database.backend();
        let writer = AuditWriter::new(&app, &call);
        let (id, at) = (resource.columns.id, app.clock.now());
        let unread = condition(&call, &inbox(&call, true), backend)?
            .add_option(selected.as_ref().map(|it| it.0.clone()))
            .add(Column::CreatedAt.lte(at));
        let most = if selected.is_some() { MAX_MARKED } else { MOST.min(app.room()) };
        let mut marked = 0;
        loop {
            let part = if app.database.is_scoped() { most } else { PART.min(most - marked) };
            let _turn = writer.turn(part).await;
            let transaction = writer.begin().await?;
            let mut oldest = resource.select(&resource.projection(&[id]), unread.clone());
            oldest.order_by(id, Order::Asc).limit(part as u64);
            let is_read = [
                (Column::IsRead.as_str(), Value::Bool(true)),
                (Column::ReadAt.as_str(), Value::Time(at)),
            ];
            let rows = Rows::matching(unread.clone().add(Expr::col(id).in_subquery(oldest)));
            let change = Change::update(resource, at, is_read.into(), rows);
            // Only this error says that something may have been written.
            let changed = writer.change_many(&transaction, change, None).await;
            let changed = changed.map_err(|error| match marked {
                0 => error.into(),
                _ => Error::Unavailable,
            })?;
            let changed = usize::try_from(changed).unwrap_or_default();
            marked += changed;
            let is_last = changed < part || marked >= most;
            let mut records = Vec::new();
            if let Some((selected, projection)) = &selected {
                let own = condition(&call, &inbox(&call, false), backend)?.add(selected.clone());
                records = resource.read(&transaction, projection, own).await?;
            }
            let unread = if count_unread && is_last {
                Some(count_within(&transaction, &call, &inbox(&call, true)).await?)
            } else {
                None
            };
            transaction.commit().await?;
            if changed > 0 {
                app.written(resource.stale);
                app.fill(changed);
            }
            if is_last {
                let operation = (marked > 0).then_some(writer.operation);
                let count = i64::try_from(marked).unwrap_or(i64::MAX);
                return Ok((AllMarked { count, unread, operation }, records));
            }
        }
    })
    .await
}
