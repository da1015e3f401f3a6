//! What every operation passes before it begins.

use super::records::StateChangePolicy;
use crate::operations::rows::State;
use crate::{
    app::{Load, Work},
    auth::Caller,
    error::Error,
    resources::{Act, Action, Change, InboxAct, Read},
};

/// Checks the permission of an operation, for all records or own ones.
///
/// Both APIs ask before they read the body or the arguments (D5). The operation checks what depends
/// on the record.
///
/// # Errors
/// `Forbidden`, or `NotFound` where a refusal is concealed.
pub fn check_permission(caller: &Caller, action: &Action) -> Result<(), Error> {
    match (&action.act, action.permission) {
        // A deleted caller may restore itself (D2), and refusals can be concealed (D7).
        (Act::Record(act), _) if matches!(act.change, Change::Delete | Change::Restore) => {
            let to =
                if matches!(act.change, Change::Delete) { State::Deleted } else { State::Live };
            StateChangePolicy::of(caller, act.resource, to).map(drop)
        }
        (_, Some(permission)) => caller.require(permission).map(drop),
        // Each record takes the permission of its kind, and is refused apart.
        (Act::Read(Read::Node | Read::Nodes), None) => Ok(()),
        (Act::Read(_), None) => caller.refuse_deleted(),
        (_, None) => Ok(()),
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
