//! `reinstate role`: roles and their permissions.

use clap::{Args, Subcommand};
use serde_json::json;

use super::grants::{List, Named, marked};
use crate::{
    cli::{
        database,
        terminal::{Outcome, message, table},
    },
    config::Database,
    operations::accounts::{self, GrantAction, Grantee, role_list},
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
    /// Grants permissions to a role, so to every account with it.
    #[command(after_help = EXAMPLES)]
    Grant(Change),
    /// Revokes permissions of a role.
    #[command(after_help = EXAMPLES)]
    Revoke(Change),
    /// Lists all roles, deleted ones included.
    #[command(after_help = EXAMPLES)]
    List(List),
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
                named(Change { database, name, permissions }).add().await
            }
            Action::Grant(change) => named(change).change(GrantAction::Grant).await,
            Action::Revoke(change) => named(change).change(GrantAction::Revoke).await,
            Action::List(List { database, json }) => {
                let app = database::open(&database).await?;
                list(&role_list(&app).await.map_err(message)?, json)
            }
        }
    }
}

fn list(roles: &[accounts::Role], as_json: bool) -> Outcome {
    if as_json {
        return table::print_json(roles.iter().map(|role| {
            json!({
                "id": role.row.id,
                "name": role.row.name,
                "deleted_at": role.row.deleted_at,
                "permissions": role.permissions,
                "accounts": role.accounts,
            })
        }));
    }
    let cells = roles.iter().map(|accounts::Role { row, permissions, accounts }| {
        let name = marked(&row.name, row.deleted_at.is_some());
        vec![row.id.to_string(), name, table::names(permissions), accounts.to_string()]
    });
    table::print(["ID", "NAME", "PERMISSIONS", "ACCOUNTS"], cells)
}

fn named(Change { database, name, permissions }: Change) -> Named {
    Named { grantee: Grantee::Role, database, name, permissions, roles: Vec::new() }
}
