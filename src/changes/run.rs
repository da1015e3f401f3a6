//! The operations that change something: what each shows, and its function.

use super::{
    accounts,
    asked::{Asked, Reply},
    inbox, many, one,
};
use crate::{
    error::Error,
    operations::{
        bulk::Changed,
        catalogue::Imported,
        inbox::{AllMarked, Marked},
        records::{Reverted, write::CreatedMany},
    },
    resources::{AccountChange as Account, Act, Bulk, ById, InboxAct},
    views::{
        About, ChangedGrants, ChangedRole, DeletedById, NewToken, Outcomes, RestoredById,
        RevokedToken, SignedOut, View,
    },
};

/// What an operation shows.
pub struct Shows {
    /// The view.
    pub about: &'static About,
    /// The members that its payload in GraphQL lacks.
    pub lacks: &'static [&'static str],
}

/// What an operation shows; `None`: one record, or it reads.
pub fn shows(act: &Act) -> Option<Shows> {
    let lacks: &[_] = match act {
        Act::Bulk(Bulk::Delete) => &["related", "progress"],
        Act::Bulk(Bulk::Restore) => &["progress"],
        Act::Bulk(Bulk::Undo) => &["related"],
        Act::Cancel => &["preview"],
        Act::Account(act) if act.change == Account::Grant => &["still_granted"],
        _ => &[],
    };
    let about = match act {
        Act::Read(_) | Act::Record(_) => return None,
        Act::ById(ById::Delete) => DeletedById::about(),
        Act::ById(ById::Restore) => RestoredById::about(),
        Act::Revert => Reverted::about(),
        Act::Bulk(_) => Outcomes::about(),
        Act::Matching(_) | Act::Cancel => Changed::about(),
        Act::Inbox(InboxAct::MarkRead) => Marked::about(),
        Act::Inbox(InboxAct::MarkAllRead) => AllMarked::about(),
        Act::Inbox(InboxAct::Send(..)) => CreatedMany::about(),
        Act::Import(_) => Imported::about(),
        Act::Account(act) => match act.change {
            Account::CreateRole
            | Account::UpdateRole
            | Account::DeleteRole
            | Account::RestoreRole => ChangedRole::about(),
            Account::Grant | Account::Revoke => ChangedGrants::about(),
            Account::CreateToken => NewToken::about(),
            Account::RevokeToken => RevokedToken::about(),
            Account::SignOut => SignedOut::about(),
        },
    };
    Some(Shows { about, lacks })
}

/// Runs an operation, once its permission is checked.
///
/// # Errors
/// Those of the operation.
pub async fn run(asked: Asked<'_>, act: &'static Act) -> Result<Reply, Error> {
    match act {
        Act::ById(act) => one::by_id(asked, *act).await,
        Act::Revert => one::revert(asked).await,
        Act::Bulk(act) => many::bulk(asked, *act).await,
        Act::Matching(act) => many::matching(asked, *act).await,
        Act::Cancel => many::cancel(asked).await,
        Act::Inbox(act) => inbox::change(asked, act).await,
        Act::Import(act) => many::import(asked, act).await,
        Act::Account(act) => accounts::change(asked, act).await,
        Act::Read(_) | Act::Record(_) => Err(Error::Internal),
    }
}
