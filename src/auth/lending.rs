//! What callers may lend: which permissions, to whom, and until when (D18, D36).

use entity::Timestamp;

use super::caller::{Caller, CredentialKind};
use crate::error::{FieldError, Problem};

/// Most credentials of which each issued the next.
pub const MOST_ISSUERS: usize = 8;

/// Until when something is lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Until somebody takes it back: a grant, a role, or who can sign in to an account.
    Revoked,
    /// A credential of that kind is issued, to end then. `None`: never.
    Issued(CredentialKind, Option<Timestamp>),
    /// The API key with that id is activated, or ends later.
    Prolonged(i64),
}

impl Caller {
    /// Checks that the caller may give an account these permissions until then, and returns when that
    /// ends. `None` for the account: everybody who has a role.
    ///
    /// What an account gets acts as that account (D4), so an `.own` name means its records. For
    /// another account the caller therefore needs the name without `.own`: with
    /// `reports.restore.own` one could otherwise create a key for another account and restore that
    /// account's reports.
    ///
    /// # Errors
    /// An error for the field, with this problem if the caller doesn't hold the permissions.
    pub fn lend<'n>(
        &self,
        (field, not_held): (&str, Problem),
        permissions: impl IntoIterator<Item = &'n (impl AsRef<str> + ?Sized + 'n)>,
        to: Option<i64>,
        until: Until,
    ) -> Result<Option<Timestamp>, FieldError> {
        let held = |name: &str| {
            if to == Some(self.user_id) {
                self.permissions.covers(name)
            } else {
                self.permissions.covers_for_anybody(name)
            }
        };
        if !permissions.into_iter().all(|name| held(name.as_ref())) {
            return Err(FieldError::new(field, not_held));
        }
        let own = &self.credential;
        match until {
            Until::Prolonged(key) if own.comes_from(key) => {
                Err(FieldError::new(field, Problem::ExtendsItself))
            }
            Until::Issued(..) if own.issuers.credentials.len() >= MOST_ISSUERS => {
                Err(FieldError::new(field, Problem::Issuers { most: MOST_ISSUERS }))
            }
            Until::Revoked | Until::Prolonged(_) => Ok(None),
            Until::Issued(kind, at) => Ok(match (own.kind, kind) {
                // A provider renews its tokens, and the end of a key is up to whoever holds its
                // permissions.
                (CredentialKind::IdentityToken, _)
                | (CredentialKind::AccessToken, CredentialKind::ApiKey) => at,
                _ => own.expires_at.into_iter().chain(at).min(),
            }),
        }
    }
}
