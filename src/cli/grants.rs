//! Granting and revoking, for accounts and for roles.

use super::{output::Outcome, permissions::warn_unknown};
use crate::{
    error::Error,
    operations::accounts::{Giving, Granted, Grants},
};

/// Permissions and roles as the arguments name them, each once.
pub fn grants(permissions: &[String], roles: &[String]) -> Grants {
    let each = |names: &[String]| names.iter().cloned().collect();
    Grants { permissions: each(permissions), roles: each(roles) }
}

/// Reports on standard error what was granted or revoked.
pub fn report(
    giving: Giving,
    name: &str,
    permissions: &[String],
    granted: Result<Granted, Error>,
) -> Outcome {
    let granted = granted.map_err(super::output::message)?;
    let changed = granted.changed.texts().join(", ");
    match giving {
        Giving::Given => {
            warn_unknown(permissions);
            match granted.changed.is_empty() {
                true => eprintln!("{name} already has all of them; nothing was changed."),
                false => eprintln!("Granted to {name}: {changed}."),
            }
        }
        Giving::Taken => {
            eprintln!("Revoked from {name}: {changed}.");
            for permission in &granted.still {
                eprintln!(
                    "Warning: {name} still has {permission}, through a wider permission or a role."
                );
            }
        }
    }
    Ok(())
}
