//! `reinstate user`: accounts, their permissions and roles.

use clap::{Args, Subcommand};
use serde_json::json;

use super::grants::{List, Named, marked};
use crate::{
    cli::{
        database,
        terminal::{Outcome, message, table},
    },
    config::Database,
    operations::accounts::{Account, GrantAction, Grantee, account_list},
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
    List(List),
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
                named(Change { database, email, permissions, roles }).add().await
            }
            Action::Grant(change) => named(change).change(GrantAction::Grant).await,
            Action::Revoke(change) => named(change).change(GrantAction::Revoke).await,
            Action::List(List { database, json }) => {
                let app = database::open(&database).await?;
                list(&account_list(&app).await.map_err(message)?, json)
            }
        }
    }
}

fn list(accounts: &[Account], as_json: bool) -> Outcome {
    if as_json {
        return table::print_json(accounts.iter().map(|Account { row, grants, deleted_roles }| {
            json!({
                "id": row.id,
                "uuid": row.uuid,
                "email": row.email,
                "is_active": row.is_active,
                "deleted_at": row.deleted_at,
                "permissions": grants.permissions,
                "roles": grants.roles,
                "deleted_roles": deleted_roles,
            })
        }));
    }
    let cells = accounts.iter().map(|Account { row, grants, deleted_roles }| {
        let state = match (row.deleted_at, row.is_active) {
            (Some(_), _) => "deleted",
            (None, true) => "active",
            (None, false) => "inactive",
        };
        let permissions = table::names(&grants.permissions);
        let roles = grants.roles.iter().map(|name| marked(name, deleted_roles.contains(name)));
        let roles = table::names(&roles.collect::<Vec<_>>());
        vec![row.id.to_string(), row.email.clone(), state.to_owned(), permissions, roles]
    });
    table::print(["ID", "EMAIL", "STATE", "PERMISSIONS", "ROLES"], cells)
}

fn named(Change { database, email, permissions, roles }: Change) -> Named {
    Named { grantee: Grantee::Account, database, name: email, permissions, roles }
}
