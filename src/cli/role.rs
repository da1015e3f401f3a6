//! `reinstate role`: roles and the permissions they give.

use clap::{Args, Subcommand};
use serde_json::json;

use super::{
    args::{Outcome, Storage, print, told},
    grants::{Gifts, report, warn_unknown},
    table,
};
use crate::operations::accounts::{GrantAction, Role as Listed, add_role, change_role, role_list};

/// Makes roles, gives them permissions, and lists them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Role {
    #[command(subcommand)]
    act: Act,
}

const EXAMPLES: &str = "\
Examples:
  reinstate role add auditors --permission audit.view
  reinstate role grant auditors reports.view users.view
  reinstate role revoke auditors users.view
  reinstate role list

Servers that run act by it within a second.

Exit codes: 0 done; 1 nothing was done, standard error says why; 2 the arguments are off.";

#[derive(Subcommand)]
enum Act {
    /// Makes a role.
    #[command(after_help = EXAMPLES)]
    Add {
        #[command(flatten)]
        storage: Storage,
        /// Its name; no other role may have it.
        name: String,
        /// Lets it give this permission; may be given several times.
        #[arg(long = "permission", value_name = "P")]
        permissions: Vec<String>,
    },
    /// Lets a role give more permissions, to all accounts that have it.
    #[command(after_help = EXAMPLES)]
    Grant(Change),
    /// Takes permissions from a role.
    #[command(after_help = EXAMPLES)]
    Revoke(Change),
    /// Lists all roles.
    #[command(after_help = EXAMPLES)]
    List {
        #[command(flatten)]
        storage: Storage,
        /// Lists them as JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
struct Change {
    #[command(flatten)]
    storage: Storage,
    /// Name of the role.
    name: String,
    /// Names of permissions; `*` stands for all of them.
    #[arg(value_name = "PERMISSION", required = true)]
    permissions: Vec<String>,
}

impl Role {
    /// Does so.
    pub async fn run(self) -> Outcome {
        match self.act {
            Act::Add { storage, name, permissions } => {
                let gifts = Gifts { permissions, roles: Vec::new() };
                let app = storage.open().await?;
                add_role(&app, &name, &gifts.grants()).await.map_err(told)?;
                warn_unknown(&gifts.permissions);
                eprintln!("CreatedMany the role {name}.");
                Ok(())
            }
            Act::Grant(change) => change.run(GrantAction::Grant).await,
            Act::Revoke(change) => change.run(GrantAction::Revoke).await,
            Act::List { storage, json } => {
                let app = storage.open().await?;
                list(&role_list(&app).await.map_err(told)?, json)
            }
        }
    }
}

impl Change {
    async fn run(self, giving: GrantAction) -> Outcome {
        let gifts = Gifts { permissions: self.permissions, roles: Vec::new() };
        let app = self.storage.open().await?;
        let granted = change_role(&app, &self.name, giving, &gifts.grants()).await.map_err(told)?;
        report(giving, &self.name, &gifts, &granted);
        Ok(())
    }
}

fn list(roles: &[Listed], json: bool) -> Outcome {
    if json {
        let as_json = |role: &Listed| {
            json!({
                "id": role.id,
                "name": role.name,
                "permissions": role.permissions,
                "accounts": role.accounts,
            })
        };
        let roles: Vec<_> = roles.iter().map(as_json).collect();
        return print(&format!("{:#}\n", json!(roles)));
    }
    let rows = roles.iter().map(|role| {
        let (id, accounts) = (role.id.to_string(), role.accounts.to_string());
        vec![id, role.name.clone(), table::list(&role.permissions), accounts]
    });
    print(&table::table(&["NUMBER", "NAME", "PERMISSIONS", "ACCOUNTS"], rows))
}
