//! Reads events, for callers with the audit permission.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ColumnTrait, ExprTrait,
    sea_query::{Condition, Expr, Order, Query, SelectStatement},
};
use std::collections::HashMap;

use super::{
    newest::newest,
    values::{Recorded, recorded},
    wanted::{EventsOf, HistoryPart, of_record},
};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::AUDIT,
    operations::rows::{
        read::{found_first, union},
        run,
    },
    store::SKIPPED,
};

/// The table of events.
pub(crate) const EVENTS: &str = "record_events";
/// Most events that one statement reads for histories.
const EVENTS_AT_ONCE: u64 = 1_000;
/// How many rows an event weighs, which may have all texts of its record before and after.
const EVENT_ROWS: u64 = 16;

/// A page of events, the newest first.
#[derive(Clone, Debug)]
pub struct EventPage {
    /// The events.
    pub events: Vec<Recorded>,
    /// Whether there are older events.
    pub more: bool,
}

impl EventPage {
    /// The page of the events that can be read of these rows.
    fn of(mut events: Vec<Recorded>, rows: usize, size: u64) -> Self {
        let more = rows as u64 > size;
        events.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        Self { events, more }
    }

    /// The first events of a longer page.
    fn part(mut self, size: u64) -> Self {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        self.more = self.events.len() > size || self.more && !self.events.is_empty();
        self.events.truncate(size);
        self
    }
}

/// Reads a page of events before an id, the newest first.
///
/// # Errors
/// `Forbidden` for a caller without the audit permission.
pub async fn events(
    app: &App,
    call: &Call,
    wanted: &EventsOf,
    size: u64,
    older_than: Option<i64>,
) -> Result<EventPage, Error> {
    let page = read(app, call, wanted, size, older_than).await?;
    if size > 0 && page.events.is_empty() && page.more {
        Ok(read(app, call, wanted, SKIPPED, older_than).await?.part(size))
    } else {
        Ok(page)
    }
}

async fn read(
    app: &App,
    call: &Call,
    wanted: &EventsOf,
    size: u64,
    older_than: Option<i64>,
) -> Result<EventPage, Error> {
    let auditable = is_auditable(call)?;
    let parts = wanted.parts();
    if parts.is_empty() || !auditable.is_empty() {
        if let Some((kind, id)) = wanted.record_only().filter(|_| auditable.is_empty()) {
            let part = HistoryPart { size, older_than, as_of: None };
            let mut found = histories(app, call, kind, &[id], part).await?;
            return found.remove(&id).ok_or(Error::Internal);
        }
        let (rows, few) = rows(app, call, wanted, auditable.is_empty(), size).await?;
        let condition = auditable.add(wanted.condition(app.database.backend()));
        let condition = condition.add_option(older_than.map(|id| Column::Id.lt(id)));
        let mut found = found_first(select(condition), few, app.database.backend());
        let statement = found.order_by(Column::Id, Order::Desc).limit(size + 1);
        return page(app, call, statement, size, rows).await;
    }
    // The index of each kind and action has the negative id, so that no engine prefers the primary
    // key, by which it would read all newer events of other kinds and actions.
    let newest = || Expr::cust("-id");
    let parts = parts.into_iter().map(|(kind, action)| {
        let condition = wanted
            .sought(app.database.backend())
            .add(Column::Kind.eq(kind))
            .add(Column::Action.eq(action.name()))
            .add_option(older_than.map(|id| newest().gt(-id)));
        select(condition).order_by_expr(newest(), Order::Asc).limit(size + 1).take()
    });
    let Some(mut all) = union(parts) else { return Ok(EventPage::of(Vec::new(), 0, size)) };
    // At worst, none of the events is one of them.
    let rows =
        if wanted.is_sought() { app.table_sizes.of(&app.database, EVENTS).await? } else { size };
    page(app, call, all.order_by(Column::Id, Order::Desc).limit(size + 1), size, rows).await
}

/// Estimates how many events a page may read. The flag says whether they are known to be few;
/// `all`: of those of all owners.
async fn rows(
    app: &App,
    call: &Call,
    wanted: &EventsOf,
    all: bool,
    size: u64,
) -> Result<(u64, bool), Error> {
    if let Some(ids) = &wanted.ids {
        return Ok((ids.len() as u64, false));
    }
    let narrow = wanted.narrow();
    match narrow.as_slice() {
        [] if !all || wanted.is_sought() => {
            return Ok((app.table_sizes.of(&app.database, EVENTS).await?, false));
        }
        [] => return Ok((size, false)),
        _ => {}
    }
    let mut most = (0, false);
    // The engine decides by which of them it begins.
    for (condition, is_sorted) in &narrow {
        let (rows, few) = app.rows_found(call, EVENTS, || condition.clone()).await?;
        let is_page = *is_sorted && all && narrow.len() == 1 && !wanted.is_filtered();
        most = Ord::max(most, (if is_page { size } else { rows }, few));
    }
    Ok(most)
}

/// Reads one event.
///
/// # Errors
/// `Forbidden` for a caller without the audit permission.
pub async fn event(app: &App, call: &Call, id: i64) -> Result<Option<Recorded>, Error> {
    let wanted = EventsOf { ids: Some(vec![id]), ..EventsOf::default() };
    let condition = is_auditable(call)?.add(wanted.condition(app.database.backend()));
    Ok(recorded(&run(&*app.point_reader(call, 1).await?, &select(condition)).await?).pop())
}

/// Reads the newest events of each of several records or roles. The records are of one kind. It
/// takes one statement for each thousand events. The caller's permission is checked before, by
/// [`may_audit`].
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn histories(
    app: &App,
    call: &Call,
    kind: &str,
    ids: &[i64],
    HistoryPart { size, older_than, as_of }: HistoryPart,
) -> Result<HashMap<i64, EventPage>, Error> {
    let mut found: HashMap<i64, Vec<Recorded>> = HashMap::new();
    let mut read: HashMap<i64, usize> = HashMap::new();
    let of_each = HistoryPart { size: size + 1, older_than, as_of };
    // The budget of bytes counts after each statement.
    let records = 1 + EVENTS_AT_ONCE / of_each.size;
    for ids in ids.chunks(usize::try_from(records).unwrap_or(usize::MAX)) {
        let rows = match as_of {
            None => of_each.size * ids.len() as u64,
            Some(_) => app.rows_found(call, EVENTS, || of_record(kind, ids)).await?.0,
        };
        let wanted: Vec<_> = ids.iter().map(|id| (kind, *id, None)).collect();
        let permit = app.reader(call, rows).await?;
        let rows = newest(&permit, "event.*", &wanted, of_each).await?;
        drop(permit);
        for row in &rows {
            *read.entry(row.try_get("", "record_id")?).or_default() += 1;
        }
        let events = recorded(&rows);
        app.spend_read(call, events.iter().map(|event| event.values.bytes()).sum())?;
        for event in events {
            found.entry(event.record_id).or_default().push(event);
        }
    }
    let page = |id: &i64| {
        let rows = read.get(id).copied().unwrap_or_default();
        (*id, EventPage::of(found.remove(id).unwrap_or_default(), rows, size))
    };
    Ok(ids.iter().map(page).collect())
}

/// Checks that the caller may audit a record of that owner.
///
/// # Errors
/// `Forbidden` if it may not.
pub fn may_audit(caller: &Caller, owner: Option<i64>) -> Result<(), Error> {
    caller.require(&AUDIT)?.check(owner)
}

fn select(condition: Condition) -> SelectStatement {
    Query::select().expr(Expr::cust("*")).from(Entity).cond_where(condition).take()
}

/// Reads a page, and an event more to see what follows. The statement may read that many rows.
async fn page(
    app: &App,
    call: &Call,
    statement: &SelectStatement,
    size: u64,
    rows: u64,
) -> Result<EventPage, Error> {
    let permit = app.reader(call, Ord::max(rows, size * EVENT_ROWS)).await?;
    let rows = run(&*permit, statement).await?;
    let events = recorded(&rows);
    app.spend_read(call, events.iter().map(|event| event.values.bytes()).sum())?;
    Ok(EventPage::of(events, rows.len(), size))
}

/// The condition that the caller may audit an event. It may audit any, or only those of records
/// that were its own then.
///
/// # Errors
/// `Forbidden` for a caller without the audit permission.
pub(crate) fn is_auditable(caller: &Caller) -> Result<Condition, Error> {
    let own = caller.require(&AUDIT)?.account().map(|account| Column::OwnerId.eq(account));
    Ok(Condition::all().add_option(own))
}
