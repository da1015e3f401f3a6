//! `reinstate user`: accounts, their permissions and roles.

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
    operations::accounts::{Account, GrantAction, account_list, add_account, change_account},
};

/// Creates accounts, grants and revokes their permissions and roles, and lists them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct User {
    #[command(subcommand)]
    action: Action,
}

const EXAMPLES: &str = "\
Examples:
  reinstate user add erin@example.com --permission reports.view --role auditors
  reinstate user grant erin@example.com reports.restore reports.delete.own
  reinstate user revoke erin@example.com --role auditors
  reinstate user list

Running servers apply a change within a second.

Exit codes: 0 done; 1 nothing was done, standard error says why; 2 invalid arguments.";

#[derive(Subcommand)]
enum Action {
    /// Creates an account.
    #[command(after_help = EXAMPLES)]
    Add {
        #[command(flatten)]
        database: Database,
        /// Email address; no other account can have it.
        email: String,
        /// Permission to grant; can be repeated.
        #[arg(long = "permission", value_name = "P")]
        permissions: Vec<String>,
        /// Role to grant; can be repeated.
        #[arg(long = "role", value_name = "ROLE")]
        roles: Vec<String>,
    },
    /// Grants permissions and roles to an account.
    #[command(after_help = EXAMPLES)]
    Grant(Change),
    /// Revokes permissions and roles of an account.
    #[command(after_help = EXAMPLES)]
    Revoke(Change),
    /// Lists all accounts, deleted ones included.
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
    /// Email address of the account, which can be deleted or inactive.
    email: String,
    /// Names of permissions; `*` is every permission.
    #[arg(value_name = "PERMISSION", required_unless_present = "roles")]
    permissions: Vec<String>,
    /// A role; can be repeated.
    #[arg(long = "role", value_name = "ROLE")]
    roles: Vec<String>,
}

impl User {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        match self.action {
            Action::Add { database, email, permissions, roles } => {
                let app = database::open(&database).await?;
                let grants = grants(&permissions, &roles);
                let account = add_account(&app, &email, &grants).await.map_err(message)?;
                warn_unknown(&permissions);
                eprintln!("Created account {} with the email address {email}.", account.id);
                Ok(())
            }
            Action::Grant(change) => change.run(GrantAction::Grant).await,
            Action::Revoke(change) => change.run(GrantAction::Revoke).await,
            Action::List { database, json } => {
                let app = database::open(&database).await?;
                table::show(&account_list(&app).await.map_err(message)?, json)
            }
        }
    }
}

impl Change {
    async fn run(self, giving: GrantAction) -> Outcome {
        let app = database::open(&self.database).await?;
        let grants = grants(&self.permissions, &self.roles);
        let granted = change_account(&app, &self.email, giving, &grants).await;
        report(giving, &self.email, &self.permissions, granted)
    }
}

impl Listed for Account {
    const HEAD: &'static [&'static str] = &["ID", "EMAIL", "STATE", "PERMISSIONS", "ROLES"];

    fn cells(&self) -> Vec<String> {
        let state = match (self.row.deleted_at, self.row.is_active) {
            (Some(_), _) => "deleted",
            (None, true) => "active",
            (None, false) => "inactive",
        };
        vec![
            self.row.id.to_string(),
            self.row.email.clone(),
            state.to_owned(),
            table::names(&self.grants.permissions),
            table::names(&self.grants.roles),
        ]
    }

    fn json(&self) -> Json {
        json!({
            "id": self.row.id,
            "uuid": self.row.uuid,
            "email": self.row.email,
            "is_active": self.row.is_active,
            "deleted_at": self.row.deleted_at.map(|at| at.to_string()),
            "permissions": self.grants.permissions,
            "roles": self.grants.roles,
        })
    }
}
