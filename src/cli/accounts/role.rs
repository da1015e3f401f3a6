//! `reinstate role`: roles and their permissions.

use super::grants::grants;
use super::grants::report;
use super::permissions::warn_unknown;
use crate::cli::database;
use crate::cli::terminal::Listed;
use crate::cli::terminal::Outcome;
use crate::cli::terminal::message;
use crate::cli::terminal::table;
use clap::{Args, Subcommand};
use serde_json::{Value as Json, json};

use crate::{
    config::Database,
    operations::accounts::{self, GrantAction, add_role, change_role, role_list},
};

/// Creates roles, grants and revokes their permissions, and lists them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Role {
    #[command(subcommand)]
    action: Action,
}

const EXAMPLES: &str = "\
Examples:
  reinstate role add auditors --permission audit.view
  reinstate role grant auditors reports.view users.view
  reinstate role revoke auditors users.view
  reinstate role list

Running servers apply a change within a second.

Exit codes: 0 done; 1 nothing was done, standard error says why; 2 invalid arguments.";

#[derive(Subcommand)]
enum Action {
    /// Creates a role.
    #[command(after_help = EXAMPLES)]
    Add {
        #[command(flatten)]
        database: Database,
        /// Name of the role; no other role can have it.
        name: String,
        /// Permission to grant; can be repeated.
        #[arg(long = "permission", value_name = "P")]
        permissions: Vec<String>,
    },
    /// Grants permissions to a role, and so to every account that has the role.
    #[command(after_help = EXAMPLES)]
    Grant(Change),
    /// Revokes permissions of a role.
    #[command(after_help = EXAMPLES)]
    Revoke(Change),
    /// Lists all roles.
    #[command(after_help = EXAMPLES)]
    List {
        #[command(flatten)]
        database: Database,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
struct Change {
    #[command(flatten)]
    database: Database,
    /// Name of the role.
    name: String,
    /// Names of permissions; `*` is every permission.
    #[arg(value_name = "PERMISSION", required = true)]
    permissions: Vec<String>,
}

impl Role {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        match self.action {
            Action::Add { database, name, permissions } => {
                let app = database::open(&database).await?;
                add_role(&app, &name, &grants(&permissions, &[])).await.map_err(message)?;
                warn_unknown(&permissions);
                eprintln!("Created the role {name}.");
                Ok(())
            }
            Action::Grant(change) => change.run(GrantAction::Grant).await,
            Action::Revoke(change) => change.run(GrantAction::Revoke).await,
            Action::List { database, json } => {
                let app = database::open(&database).await?;
                table::show(&role_list(&app).await.map_err(message)?, json)
            }
        }
    }
}

impl Change {
    async fn run(self, giving: GrantAction) -> Outcome {
        let app = database::open(&self.database).await?;
        let grants = grants(&self.permissions, &[]);
        let granted = change_role(&app, &self.name, giving, &grants).await;
        report(giving, &self.name, &self.permissions, granted)
    }
}

impl Listed for accounts::Role {
    const HEAD: &'static [&'static str] = &["ID", "NAME", "PERMISSIONS", "ACCOUNTS"];

    fn cells(&self) -> Vec<String> {
        let permissions = table::names(&self.permissions);
        vec![self.id.to_string(), self.name.clone(), permissions, self.accounts.to_string()]
    }

    fn json(&self) -> Json {
        json!({
            "id": self.id,
            "name": self.name,
            "permissions": self.permissions,
            "accounts": self.accounts,
        })
    }
}
