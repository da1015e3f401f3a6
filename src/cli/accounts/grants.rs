//! Granting and revoking, for accounts and for roles.

use super::permissions::warn_unknown;
use crate::cli::terminal::{Outcome, message};
use crate::{
    error::Error,
    operations::accounts::{GrantAction, GrantOutcome, Grants},
};

/// Permissions and roles as the arguments name them, each once.
pub fn grants(permissions: &[String], roles: &[String]) -> Grants {
    let each = |names: &[String]| names.iter().cloned().collect();
    Grants { permissions: each(permissions), roles: each(roles) }
}

/// Reports on standard error what was granted or revoked.
pub fn report(
    giving: GrantAction,
    name: &str,
    permissions: &[String],
    granted: Result<GrantOutcome, Error>,
) -> Outcome {
    let granted = granted.map_err(message)?;
    let changed = granted.changed.texts().join(", ");
    match giving {
        GrantAction::Grant => {
            warn_unknown(permissions);
            match granted.changed.is_empty() {
                true => eprintln!("{name} already has all of them; nothing was changed."),
                false => eprintln!("Granted to {name}: {changed}."),
            }
        }
        GrantAction::Revoke => {
            eprintln!("Revoked from {name}: {changed}.");
            for permission in &granted.still_granted {
                eprintln!(
                    "Warning: {name} still has {permission}, through a wider permission or a role."
                );
            }
        }
    }
    Ok(())
}
