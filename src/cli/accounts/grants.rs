//! Creating, granting, revoking and listing, for accounts and for roles.

use clap::Args;

use crate::{
    auth::is_of_adopted,
    cli::{
        database,
        terminal::{Outcome, message},
    },
    config::Database,
    kinds::permission_names,
    operations::accounts::{self, GrantAction, Grantee, Grants},
};

/// Largest edit distance at which another name may be meant.
const MAX_DISTANCE: usize = 4;
/// Largest edit distance of a typing error.
const TYPING_ERROR: usize = 2;

/// The options of a list.
#[derive(Args)]
pub struct List {
    #[command(flatten)]
    pub database: Database,
    /// Prints JSON.
    #[arg(long)]
    pub json: bool,
}

/// An account or a role, and grants as the arguments name them.
pub struct Named {
    pub grantee: Grantee,
    pub database: Database,
    pub name: String,
    pub permissions: Vec<String>,
    pub roles: Vec<String>,
}

impl Named {
    fn grants(&self) -> Grants {
        let each = |names: &[String]| names.iter().cloned().collect();
        Grants { permissions: each(&self.permissions), roles: each(&self.roles) }
    }

    /// Creates it with these grants.
    pub async fn add(self) -> Outcome {
        check_names(&self.permissions)?;
        let (app, name) = (database::open_or_create(&self.database).await?, &self.name);
        let added = accounts::add(&app, self.grantee, name, &self.grants()).await;
        let id = added.map_err(message)?;
        match self.grantee {
            Grantee::Account => eprintln!("Created account {id} with the email address {name}."),
            Grantee::Role => eprintln!("Created the role {name}."),
        }
        Ok(())
    }

    /// Grants or revokes, and reports on standard error what that changed.
    pub async fn change(self, action: GrantAction) -> Outcome {
        if action == GrantAction::Grant {
            check_names(&self.permissions)?;
        }
        let (app, name) = (database::open(&self.database).await?, &self.name);
        let changed = accounts::change(&app, self.grantee, name, action, &self.grants()).await;
        let outcome = changed.map_err(message)?;
        let changed = outcome.changed.texts().join(", ");
        if action == GrantAction::Revoke {
            eprintln!("Revoked from {name}: {changed}.");
            for permission in &outcome.still_granted {
                eprintln!(
                    "Warning: {name} still has {permission}, through a wider permission or a role."
                );
            }
            return Ok(());
        }
        if outcome.changed.is_empty() {
            eprintln!("{name} already has all of them; nothing was changed.")
        } else {
            eprintln!("Granted to {name}: {changed}.")
        }
        Ok(())
    }
}

/// The name of a role in a table, which says whether the role is deleted.
pub fn marked(name: &str, is_deleted: bool) -> String {
    if is_deleted { format!("{name} (deleted)") } else { name.to_owned() }
}

/// Warns of permissions that no operation requires, which are stored all the same (D8).
///
/// # Errors
/// For a name that is nearly that of a permission.
pub fn check_names(permissions: &[String]) -> Outcome {
    let known = permission_names();
    // `*` means every permission.
    let is_known = |name: &str| name == "*" || known.contains(&name) || is_of_adopted(name);
    let is_unknown = |name: &&String| !is_known(name);
    for name in permissions.iter().filter(is_unknown) {
        let distance =
            |known: &str| strsim::levenshtein(&name.to_lowercase(), &known.to_lowercase());
        let nearest = known.iter().map(|known| (distance(known), known)).min();
        let unknown = format!("no operation requires the permission {name:?}");
        match nearest.filter(|(distance, _)| *distance <= MAX_DISTANCE) {
            Some((..=TYPING_ERROR, meant)) => {
                return Err(format!("{unknown}; did you mean {meant}? Nothing was done").into());
            }
            Some((_, meant)) => eprintln!("Warning: {unknown}; did you mean {meant}?"),
            None => eprintln!("Warning: {unknown}"),
        }
    }
    Ok(())
}
