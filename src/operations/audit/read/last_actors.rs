//! The accounts that last did something to records, such as deleting them.

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

/// An action on a record. It has the record's kind and id, and the action.
pub type LastAction = (&'static Resource, i64, Action);

/// Who last did something to a record, and why.
#[derive(Clone, Debug)]
pub struct LastActor {
    /// The account.
    pub account: i64,
    /// The reason that it gave, for callers who may audit the record (D26).
    pub reason: Option<String>,
}

/// The accounts that last did these actions, read in one statement. Actions that
/// nobody or the system itself did are left out.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn last_actors(
    app: &App,
    call: &Call,
    actions: &[LastAction],
) -> Result<HashMap<LastAction, LastActor>, Error> {
    if actions.is_empty() {
        return Ok(HashMap::new());
    }
    let wanted: Vec<_> =
        actions.iter().map(|(kind, id, action)| (kind.name, *id, Some(*action))).collect();
    let part = HistoryPart { size: 1, older_than: None, as_of: None };
    let columns = "event.kind, event.record_id, event.action, event.actor_id, event.reason, \
         event.owner_id";
    let permit = app.reader(call, rows(app, call, actions).await?).await?;
    let mut last_actors = HashMap::new();
    for row in newest(&permit, columns, &wanted, part).await? {
        let (kind, action): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(2)?);
        let actor: Option<i64> = row.try_get_by_index(3)?;
        if let (Some(resource), Some(action), Some(actor)) =
            (kinds::named(&kind), Action::named(&action), actor)
        {
            let last_action = (resource, row.try_get_by_index(1)?, action);
            let may_audit = may_audit(call, row.try_get_by_index(5)?).is_ok();
            let reason = if may_audit { row.try_get_by_index(4)? } else { None };
            last_actors.insert(last_action, LastActor { account: actor, reason });
        }
    }
    Ok(last_actors)
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
