//! Brings back what was removed in SQL from tables of other programs.

use adopt::{Outcome, Undone, Wanted};
use entity::Timestamp;

use super::usable::{COUNTED, Usable, of_write};
use crate::{app::App, auth::Call, error::Error};

/// Rows that came back, or would.
pub struct BroughtBack {
    /// Whether nothing was changed.
    pub is_preview: bool,
    /// How many rows of each table, and why others don't.
    pub outcomes: Vec<Outcome>,
    /// What wasn't kept of the time that was asked for.
    pub warnings: Vec<String>,
}

/// Which removals are asked for.
#[derive(Default)]
pub struct WantedRemovals {
    /// Their ids.
    pub ids: Option<Vec<String>>,
    /// They were done at this time or later.
    pub since: Option<Timestamp>,
    /// They were done at this time or earlier.
    pub until: Option<Timestamp>,
    /// Only rows of these tables.
    pub tables: Option<Vec<String>>,
    /// The role of the database that did them.
    pub role: Option<String>,
    /// Whether changes are taken back too, and what was created.
    pub changes: bool,
}

/// Brings rows back into the tables where the caller may; a preview changes nothing.
///
/// # Errors
/// `Forbidden` where that are none, `Conflict` where nothing is kept, and `TooExpensive` when it takes too long.
pub async fn bring_back(
    app: &App,
    call: &Call,
    wanted: WantedRemovals,
    is_preview: bool,
) -> Result<BroughtBack, Error> {
    let Some(usable) = Usable::of(app, call, wanted.tables.as_deref(), |it| &it.restore) else {
        return Err(refusal(app, call));
    };
    let _turn = usable.adopted.turn().await;
    let permit = app.reader(call, COUNTED).await?;
    let wanted = Wanted {
        since: wanted.since.map(|it| it.to_string()),
        until: wanted.until.map(|it| it.to_string()),
        kinds: usable.names(),
        role: wanted.role,
        removals: wanted.ids,
        changes: wanted.changes,
        by: Some(account(call)),
        own: usable.own(call, &permit).await?,
    };
    let undone = adopt::undo(usable.adopted.database(&permit), &wanted, is_preview).await;
    let Undone { outcomes, warnings, .. } = undone.map_err(of_write)?;
    if !is_preview {
        let rows: i64 = outcomes.iter().filter(|it| it.reason.is_none()).map(|it| it.rows).sum();
        tracing::info!(account = call.user_id, rows, "removed rows were brought back");
    }
    Ok(BroughtBack { is_preview, outcomes, warnings })
}

/// Who writes rows for an account, or brings them back.
const ACCOUNT: &str = "account ";

/// How the account of a call is recorded.
pub(super) fn account(call: &Call) -> String {
    format!("{ACCOUNT}{}", call.user_id)
}

/// The account for which a row came back, if it was for one.
pub fn account_of(by: &str) -> Option<i64> {
    by.strip_prefix(ACCOUNT)?.parse().ok()
}

/// Which permissions would do, of tables that the caller knows.
fn refusal(app: &App, call: &Call) -> Error {
    let known = Usable::of(app, call, None, |it| &it.view);
    let required = known.iter().flat_map(|it| &it.tables).map(|it| it.restore.all).collect();
    Error::Forbidden { required }
}
