//! The accounts that last did something to records, such as deleting them.

use entity::Timestamp;
use std::collections::HashMap;

use super::{
    history::{EVENTS, may_audit},
    newest::newest,
    wanted::{HistoryPart, of_record},
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds,
    operations::{audit::Action, rows::read::by_kind},
    resources::Resource,
};

/// An action on a record. It has the record's kind and id, the action, and when the record says that
/// it was: an undo gives a deletion back its time.
pub type LastAction = (&'static Resource, i64, Action, Option<Timestamp>);

/// Most events of one action that are looked through for the one of that time.
const LOOKED_THROUGH: u64 = 10;

/// Who last did something to a record, and why.
#[derive(Clone, Debug)]
pub struct LastActor {
    /// The account.
    pub account: i64,
    /// The reason that it gave, for callers who may audit the record (D26).
    pub reason: Option<String>,
}

/// The accounts that last did these actions, read in one statement, or two where an undo was the last.
/// Actions that nobody or the system itself did are left out.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn last_actors(
    app: &App,
    call: &Call,
    actions: &[LastAction],
) -> Result<HashMap<LastAction, LastActor>, Error> {
    let mut last_actors = HashMap::new();
    let mut left = actions.to_vec();
    for size in [1, LOOKED_THROUGH] {
        if left.is_empty() {
            break;
        }
        let found = read(app, call, &left, size).await?;
        left.retain(|action| {
            let Some(events) = found.get(&(action.0, action.1, action.2)) else { return false };
            let of_time = events.iter().find(|it| action.3.is_none_or(|at| it.0 <= at));
            if let Some((_, Some(actor))) = of_time {
                last_actors.insert(*action, actor.clone());
            }
            of_time.is_none()
        });
    }
    Ok(last_actors)
}

/// The events of each action, the newest first: when they were, and who did it if anybody.
type Events = HashMap<(&'static Resource, i64, Action), Vec<(Timestamp, Option<LastActor>)>>;

async fn read(app: &App, call: &Call, actions: &[LastAction], size: u64) -> Result<Events, Error> {
    let wanted: Vec<_> =
        actions.iter().map(|(kind, id, action, _)| (kind.name, *id, Some(*action))).collect();
    let part = HistoryPart { size, older_than: None, as_of: None };
    let columns = "event.kind, event.record_id, event.action, event.actor_id, event.reason, \
         event.owner_id, event.created_at";
    let permit = app.reader(call, size * rows(app, call, actions).await?).await?;
    let mut found = Events::new();
    for row in newest(&permit, columns, &wanted, part).await? {
        let (kind, action): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(2)?);
        let known = kinds::named(&kind).zip(Action::named(&action));
        let Some((resource, action)) = known else { continue };
        let may_audit = may_audit(call, row.try_get_by_index(5)?).is_ok();
        let reason = if may_audit { row.try_get_by_index(4)? } else { None };
        let account: Option<i64> = row.try_get_by_index(3)?;
        let actor = account.map(|account| LastActor { account, reason });
        let of = (resource, row.try_get_by_index(1)?, action);
        found.entry(of).or_default().push((row.try_get_by_index(6)?, actor));
    }
    Ok(found)
}

/// Estimates how many events are read. The deletion of a record is its last event, but any number may
/// follow its restore.
async fn rows(app: &App, call: &Call, actions: &[LastAction]) -> Result<u64, Error> {
    let mut rows = actions.len() as u64;
    let others = actions.iter().filter(|it| it.2 != Action::Deleted);
    for (resource, ids) in by_kind(others.map(|it| (it.0, it.1))) {
        let events = || of_record(resource.name, &ids);
        rows = rows.saturating_add(app.rows_found(call, EVENTS, events).await?.0);
    }
    Ok(rows)
}
