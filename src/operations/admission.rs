//! What every operation passes before it begins.

use super::{records::StateChangePolicy, rows::State};
use crate::{
    app::{Load, Work},
    auth::Caller,
    error::Error,
    resources::{Act, Action, Admits, InboxAct},
};

/// Checks the permission of an operation, for all records or own ones.
///
/// Both APIs ask before they read the body or the arguments (D5). The operation checks what depends
/// on the record.
///
/// # Errors
/// `Forbidden`, or `NotFound` where a refusal is concealed.
pub fn check_permission(caller: &Caller, action: &Action) -> Result<(), Error> {
    let state = |kind, to| StateChangePolicy::of(caller, kind, to).map(drop);
    match action.admits {
        Admits::All => Ok(()),
        Admits::Live => caller.refuse_deleted(),
        Admits::Holders(permission) => caller.require(permission).map(drop),
        Admits::Deleters(kind) => state(kind, State::Deleted),
        Admits::Restorers(kind) => state(kind, State::Live),
    }
}

/// What an operation takes of the permits that its caller waits for.
pub const fn work(act: &Act) -> Work {
    match act {
        Act::Record(_) => Work::OneChange,
        _ => Work::Other,
    }
}

/// How much an operation that changes something reads and writes at once.
pub const fn load(act: &Act) -> Load {
    match act {
        Act::Matching(_) => Load::ReadsMany,
        Act::Import(_) | Act::Inbox(InboxAct::Send(..) | InboxAct::MarkAllRead) => Load::WritesMany,
        _ => Load::Small,
    }
}
