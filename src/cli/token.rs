//! `reinstate token`: issuing, listing and revoking access tokens.

use clap::{ArgGroup, Args};
use serde_json::json;
use std::time::Duration;

use super::{
    args::{Outcome, Storage, print, told},
    table,
};
use crate::operations::accounts::{
    IssuedToken, NewToken, issue_token, revoke_all_tokens, revoke_tokens, tokens,
};

/// Issues an access token and prints it, alone, on standard output; lists and revokes them.
///
/// A token is shown this once. One that was revoked stops working within a second on the servers
/// that run.
#[derive(Args)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("act").args(["email", "list", "revoke", "revoke_all"]).required(true)))]
pub struct Token {
    #[command(flatten)]
    storage: Storage,
    /// Address of the account it acts as; deleted and inactive accounts are allowed.
    email: Option<String>,
    /// Limits the token to this permission; may be given several times.
    #[arg(
        long = "permission",
        value_name = "P",
        conflicts_with = "no_permissions",
        conflicts_with_all = ELSE
    )]
    permissions: Vec<String>,
    /// Limits the token to nothing.
    #[arg(long, conflicts_with_all = ELSE)]
    no_permissions: bool,
    /// How long it works: 30d, 12h, 0s …
    #[arg(
        long,
        value_name = "DURATION",
        default_value = "30d",
        value_parser = humantime::parse_duration,
        conflicts_with_all = ELSE
    )]
    expires_in: Duration,
    /// What it is for.
    #[arg(long, value_name = "N", conflicts_with_all = ELSE)]
    name: Option<String>,
    /// Lists the tokens of this account, without their values.
    #[arg(long, value_name = "EMAIL")]
    list: Option<String>,
    /// Lists them as JSON.
    #[arg(long, conflicts_with_all = ["email", "revoke", "revoke_all"])]
    json: bool,
    /// Revokes the tokens of these numbers, all of them or none.
    #[arg(long, value_name = "NUMBER", num_args = 1.., value_parser = clap::value_parser!(i64).range(1..))]
    revoke: Vec<i64>,
    /// Revokes all tokens of this account.
    #[arg(long, value_name = "EMAIL")]
    revoke_all: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  TOKEN=$(reinstate token admin@example.com --permission reports.view)
  reinstate token --list admin@example.com
  reinstate token --revoke 3 4

Exit codes: 0 done; 1 nothing was done, standard error says why; 2 the arguments are off.";

/// What is done instead of issuing.
const ELSE: [&str; 3] = ["list", "revoke", "revoke_all"];

impl Token {
    /// Does so.
    pub async fn run(self) -> Outcome {
        if let Some(email) = &self.list {
            let app = self.storage.open().await?;
            return self.show(&tokens(&app, email).await.map_err(told)?);
        }
        if let Some(email) = &self.revoke_all {
            let app = self.storage.open().await?;
            let count = revoke_all_tokens(&app, email).await.map_err(told)?;
            eprintln!("Revoked {count} of the tokens of {email}.");
            return Ok(());
        }
        if !self.revoke.is_empty() {
            let app = self.storage.open().await?;
            let count = revoke_tokens(&app, &self.revoke).await.map_err(told)?;
            eprintln!("Revoked {count} {}.", if count == 1 { "token" } else { "tokens" });
            return Ok(());
        }
        self.issue().await
    }

    async fn issue(self) -> Outcome {
        if self.permissions.iter().any(|name| name.is_empty() || name.contains('\0')) {
            return Err("--permission must not be empty".into());
        }
        let app = self.storage.open().await?;
        let limited = self.no_permissions || !self.permissions.is_empty();
        let token = NewToken {
            email: self.email.unwrap_or_default(),
            permissions: limited.then_some(self.permissions),
            expires_in: self.expires_in,
            name: self.name,
        };
        let secret = issue_token(&app, token).await.map_err(told)?;
        print(&format!("{}\n", secret.reveal()))
    }

    fn show(&self, tokens: &[IssuedToken]) -> Outcome {
        if self.json {
            let tokens: Vec<_> = tokens.iter().map(as_json).collect();
            return print(&format!("{:#}\n", json!(tokens)));
        }
        let rows = tokens.iter().map(|token| {
            vec![
                token.id.to_string(),
                token.name.clone().unwrap_or_else(|| "-".to_owned()),
                match &token.permissions {
                    None => "all".to_owned(),
                    Some(names) => table::list(names),
                },
                token.created_at.to_string(),
                token.expires_at.to_string(),
                token.revoked_at.map_or_else(|| "-".to_owned(), |at| at.to_string()),
            ]
        });
        let head = ["NUMBER", "NAME", "PERMISSIONS", "ISSUED", "EXPIRES", "REVOKED"];
        print(&table::table(&head, rows))
    }
}

fn as_json(token: &IssuedToken) -> serde_json::Value {
    json!({
        "id": token.id,
        "name": token.name,
        "permissions": token.permissions,
        "created_at": token.created_at.to_string(),
        "expires_at": token.expires_at.to_string(),
        "revoked_at": token.revoked_at.map(|at| at.to_string()),
    })
}
