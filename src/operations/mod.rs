//! What can be done, written once over any kind of record.
//!
//! Each operation begins with the permission, so that neither face has to. A write is one
//! statement, which decides by itself whether it applies; only when it hits no row does a second
//! one find out why. What was written is told by an event in the same transaction (`journal`).

mod account_list;
mod accounts;
mod authenticate;
mod bin;
mod bulk;
mod create;
mod create_many;
mod cursor;
mod delete;
mod doers;
mod events;
mod expected;
mod filter;
mod find;
mod grants;
mod handing_on;
mod history;
mod inbox;
mod journal;
mod keep_fresh;
mod last_used;
mod list;
mod may;
mod once;
mod people;
mod purge;
mod record;
mod restore;
mod roles;
mod rotate;
mod scope;
mod state;
mod statement;
mod terms;
mod token;
mod token_list;
mod transition;
mod translations;
mod undo;
mod update;
mod validate;

use std::future::Future;

pub use account_list::{Account, account_list};
pub use accounts::{add_account, change_account};
pub use authenticate::authenticate;
pub use bin::{BinPage, BinPlace, InBin, Summary, bin, bin_count, bin_summary};
pub use bulk::{Bulk, MANY, Outcome, Picked, Policy, Readings, delete_many, restore_many};
pub use create::{Minted, create};
pub use create_many::{Made, create_many};
pub use cursor::Cursor;
pub use delete::delete;
pub use doers::{Deed, doers};
pub use events::{Event, Position, follow, in_sight, now};
pub use expected::Expected;
pub use filter::{Comparison, Filter, Sort, Test};
pub use find::{Found, find, find_all, roles, viewer};
pub use grants::{Giving, Granted, Grants};
pub use history::{EventPage, EventsOf, event, events, histories, history, may_audit};
pub use inbox::{AllMarked, Marked, inbox, mark_all_read, mark_read, unread_count};
pub use journal::{Action, Imported, Importing, ROLE};
pub use keep_fresh::keep_fresh;
pub use list::{Listed, Page, Wanted, count, list};
pub use may::{May, may};
pub use once::{IDEMPOTENCY_KEY, Keyed, Once, Settled, once};
pub use people::{Person, people};
pub use purge::{Age, Purged, purge, purgeable, retain};
pub use record::{Record, Value};
pub use restore::restore;
pub use roles::{Role, add_role, change_role, role_list};
pub use rotate::rotate;
pub use scope::Trashed;
pub use token::{NewToken, issue_token};
pub use token_list::{IssuedToken, revoke_all_tokens, revoke_tokens, tokens};
pub use transition::Changed;
pub use translations::translation_bundle;
pub use undo::undo;
pub use update::{Absent, update};
pub use validate::{LINK_CHARACTERS, NAME_CHARACTERS, has_nul};

use futures_util::future::BoxFuture;
use tracing::Instrument;

use crate::{
    access::{Caller, Permission, Reach},
    failure::Failure,
    resources::{Key, Resource},
};

/// The fields of a JSON object that somebody sent, by the names of interface.md.
pub type Fields = serde_json::Map<String, serde_json::Value>;

/// One record of a kind, by its key.
#[derive(Clone, Debug)]
pub struct Target {
    /// The kind.
    pub resource: &'static Resource,
    /// The key; `None` for a text that no record's key can be, which is looked for in vain (D13).
    pub key: Option<Key>,
}

impl Target {
    /// The record that a text names.
    #[must_use]
    pub fn named(resource: &'static Resource, key: &str) -> Self {
        Self { resource, key: resource.key.read(key) }
    }
}

impl Resource {
    /// "Locale not found".
    #[must_use]
    pub fn missing(&self) -> Failure {
        Failure::NotFound(format!("{} not found", self.title))
    }

    /// "Locale is not deleted".
    #[must_use]
    pub fn live(&self) -> Failure {
        Failure::NotDeleted(format!("{} is not deleted", self.title))
    }

    /// "Locale is already deleted".
    fn already_deleted(&self) -> Failure {
        Failure::AlreadyDeleted(format!("{} is already deleted", self.title))
    }
}

/// Lets through whoever reaches every record, or owns this one.
fn allow(
    caller: &Caller,
    reach: Reach,
    owner: Option<i64>,
    permission: &Permission,
) -> Result<(), Failure> {
    if reach == Reach::All || owner == Some(caller.user_id) {
        Ok(())
    } else {
        Err(Failure::Forbidden { required: vec![permission.all] })
    }
}

/// Runs a write to its end, even when the caller hangs up: what has begun is finished, and the
/// caches it makes stale are cleared.
async fn to_the_end<T: Send + 'static>(
    write: impl Future<Output = Result<T, Failure>> + Send + 'static,
) -> Result<T, Failure> {
    // Boxed: the runtime's task is compiled for each outcome instead of for each write.
    let write: BoxFuture<'static, _> = Box::pin(write.in_current_span());
    match tokio::spawn(write).await {
        Ok(outcome) => outcome,
        Err(error) => {
            tracing::error!(%error, "an operation did not end");
            Err(Failure::Internal)
        }
    }
}
