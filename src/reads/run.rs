//! The operations that read and show views: the view of each, and its function.

use super::{
    accounts,
    asked::{Asked, Found},
    events, trash,
};
use crate::{
    error::Error,
    kinds::permission_names,
    operations::{
        accounts::{AccountGrants, IssuedToken, VisibleRole},
        bulk::{OperationSummary, RestorePreview},
        records::AsOf,
        trash::Summary,
    },
    resources::Read,
    views::{About, View, VisibleEvent},
};

/// What an operation finds.
pub enum Finds {
    /// One view, or none.
    One(&'static About),
    /// Views that can all be seen.
    All(&'static About),
    /// Views, or none, each in the place of its id.
    Each(&'static About),
    /// A page of views, which are called so.
    Page(&'static About, &'static str),
    /// A page of views, which GraphQL shows as a list.
    Part(&'static About, &'static str),
    /// Names.
    Names,
}

/// What an operation finds. `None`: records, or something of its own.
pub fn finds(read: Read) -> Option<Finds> {
    Some(match read {
        Read::Roles => Finds::Part(VisibleRole::about(), "roles"),
        Read::Role => Finds::One(VisibleRole::about()),
        Read::Grants => Finds::One(AccountGrants::about()),
        Read::AccessTokens => Finds::Page(IssuedToken::about(), "access tokens"),
        Read::RecordEvents | Read::RoleEvents => Finds::Page(VisibleEvent::about(), "events"),
        Read::Operation => Finds::One(OperationSummary::about()),
        Read::RecordAsOf => Finds::One(AsOf::about()),
        Read::TrashSummary => Finds::All(Summary::about()),
        Read::RestorePreview => Finds::Each(RestorePreview::about()),
        Read::PermissionNames => Finds::Names,
        _ => return None,
    })
}

/// Runs an operation that has a shape, once its permission is checked.
///
/// # Errors
/// Those of the operation.
pub async fn run(asked: &Asked<'_>, read: Read) -> Result<Found, Error> {
    match read {
        Read::Roles => accounts::page_of_roles(asked).await,
        Read::Role => accounts::role(asked).await,
        Read::Grants => accounts::grants(asked).await,
        Read::AccessTokens => accounts::tokens(asked).await,
        Read::RecordEvents => events::events(asked).await,
        Read::RoleEvents => events::of_role(asked).await,
        Read::Operation => events::operation(asked).await,
        Read::RecordAsOf => events::as_of(asked).await,
        Read::TrashSummary => trash::summary(asked).await,
        Read::RestorePreview => trash::preview(asked).await,
        Read::PermissionNames => Ok(Found::Names(permission_names())),
        _ => Err(Error::Internal),
    }
}
