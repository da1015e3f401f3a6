//! `reinstate user`: accounts and what they are given.

use clap::{Args, Subcommand};
use serde_json::json;

use super::{
    args::{Outcome, Storage, print, told},
    grants::{Gifts, report, warn_unknown},
    table,
};
use crate::operations::accounts::{
    Account, GrantAction, account_list, add_account, change_account,
};

/// Makes accounts, gives them permissions and roles, and lists them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct User {
    #[command(subcommand)]
    act: Act,
}

const EXAMPLES: &str = "\
Examples:
  reinstate user add erin@example.com --permission reports.view --role auditors
  reinstate user grant erin@example.com reports.restore reports.delete.own
  reinstate user revoke erin@example.com --role auditors
  reinstate user list

Servers that run act by it within a second.

Exit codes: 0 done; 1 nothing was done, standard error says why; 2 the arguments are off.";

#[derive(Subcommand)]
enum Act {
    /// Makes an account.
    #[command(after_help = EXAMPLES)]
    Add {
        #[command(flatten)]
        storage: Storage,
        /// Its address; no other account may have it.
        email: String,
        /// Gives it this permission; may be given several times.
        #[arg(long = "permission", value_name = "P")]
        permissions: Vec<String>,
        /// Gives it this role; may be given several times.
        #[arg(long = "role", value_name = "ROLE")]
        roles: Vec<String>,
    },
    /// Gives an account permissions and roles.
    #[command(after_help = EXAMPLES)]
    Grant(Change),
    /// Takes permissions and roles from an account.
    #[command(after_help = EXAMPLES)]
    Revoke(Change),
    /// Lists all accounts, deleted ones included.
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
    /// Address of the account; it may be deleted or inactive.
    email: String,
    /// Names of permissions; `*` stands for all of them.
    #[arg(value_name = "PERMISSION", required_unless_present = "roles")]
    permissions: Vec<String>,
    /// A role; may be given several times.
    #[arg(long = "role", value_name = "ROLE")]
    roles: Vec<String>,
}

impl User {
    /// Does so.
    pub async fn run(self) -> Outcome {
        match self.act {
            Act::Add { storage, email, permissions, roles } => {
                let gifts = Gifts { permissions, roles };
                let app = storage.open().await?;
                let account = add_account(&app, &email, &gifts.grants()).await.map_err(told)?;
                warn_unknown(&gifts.permissions);
                eprintln!("CreatedMany account {} with the address {email}.", account.id);
                Ok(())
            }
            Act::Grant(change) => change.run(GrantAction::Grant).await,
            Act::Revoke(change) => change.run(GrantAction::Revoke).await,
            Act::List { storage, json } => {
                let app = storage.open().await?;
                list(&account_list(&app).await.map_err(told)?, json)
            }
        }
    }
}

impl Change {
    async fn run(self, giving: GrantAction) -> Outcome {
        let gifts = Gifts { permissions: self.permissions, roles: self.roles };
        let app = self.storage.open().await?;
        let granted =
            change_account(&app, &self.email, giving, &gifts.grants()).await.map_err(told)?;
        report(giving, &self.email, &gifts, &granted);
        Ok(())
    }
}

fn list(accounts: &[Account], json: bool) -> Outcome {
    if json {
        let accounts: Vec<_> = accounts.iter().map(as_json).collect();
        return print(&format!("{:#}\n", json!(accounts)));
    }
    let rows = accounts.iter().map(|Account { row, grants }| {
        let state = match (row.deleted_at, row.is_active) {
            (Some(_), _) => "deleted",
            (None, true) => "active",
            (None, false) => "inactive",
        };
        vec![
            row.id.to_string(),
            row.email.clone(),
            state.to_owned(),
            table::list(&grants.permissions),
            table::list(&grants.roles),
        ]
    });
    print(&table::table(&["NUMBER", "ADDRESS", "STATE", "PERMISSIONS", "ROLES"], rows))
}

fn as_json(account: &Account) -> serde_json::Value {
    let row = &account.row;
    json!({
        "id": row.id,
        "uuid": row.uuid,
        "email": row.email,
        "is_active": row.is_active,
        "deleted_at": row.deleted_at.map(|at| at.to_string()),
        "permissions": account.grants.permissions,
        "roles": account.grants.roles,
    })
}
