//! `reinstate token`: issues, lists and revokes access tokens.

use clap::{ArgGroup, Args};
use serde_json::json;
use std::time::Duration;

use super::grants::check_names;
use crate::{
    cli::{
        database,
        terminal::{Outcome, message, print, table},
    },
    config::{Database, lifetime},
    operations::accounts::{
        IssuedToken, NewToken, issue_token, revoke_all_tokens, revoke_tokens, tokens,
    },
};

/// Issues, lists and revokes access tokens. A new one is printed, alone, on standard output.
///
/// A token is shown only once. Running servers reject a revoked token within a second.
#[derive(Args)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("action").args(["email", "list", "revoke", "revoke_all"]).required(true)))]
pub struct Token {
    #[command(flatten)]
    database: Database,
    /// Email address of the account, which can be deleted or inactive.
    email: Option<String>,
    /// Limits the token to this permission; can be repeated.
    #[arg(
        long = "permission",
        value_name = "P",
        conflicts_with = "no_permissions",
        conflicts_with_all = NOT_ISSUING
    )]
    permissions: Vec<String>,
    /// Issues a token without permissions.
    #[arg(long, conflicts_with_all = NOT_ISSUING)]
    no_permissions: bool,
    /// Lifetime, at least a second: 30d, 12h …
    #[arg(
        long,
        value_name = "DURATION",
        default_value = "30d",
        value_parser = lifetime,
        conflicts_with_all = NOT_ISSUING
    )]
    expires_in: Duration,
    /// A name that says what the token is for.
    #[arg(long, value_name = "N", conflicts_with_all = NOT_ISSUING)]
    name: Option<String>,
    /// Lists the tokens of this account, without their values.
    #[arg(long, value_name = "EMAIL")]
    list: Option<String>,
    /// Prints the list as JSON.
    #[arg(long, conflicts_with_all = ["email", "revoke", "revoke_all"])]
    json: bool,
    /// Revokes the tokens with these ids, all of them or none.
    #[arg(long, value_name = "ID", num_args = 1.., value_parser = clap::value_parser!(i64).range(1..))]
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

Exit codes: 0 done; 1 nothing was done, standard error says why; 2 invalid arguments.";

/// What the command does instead of issuing.
const NOT_ISSUING: [&str; 3] = ["list", "revoke", "revoke_all"];

impl Token {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        if self.permissions.iter().any(|name| name.is_empty() || name.contains('\0')) {
            return Err("--permission must not be empty".into());
        }
        check_names(&self.permissions)?;
        let app = database::open(&self.database).await?;
        if let Some(email) = &self.list {
            return list(&tokens(&app, email).await.map_err(message)?, self.json);
        }
        if let Some(email) = &self.revoke_all {
            let count = revoke_all_tokens(&app, email).await.map_err(message)?;
            eprintln!("Revoked {count} of the tokens of {email}.");
            return Ok(());
        }
        if !self.revoke.is_empty() {
            let count = revoke_tokens(&app, &self.revoke).await.map_err(message)?;
            eprintln!("Revoked {count} {}.", if count == 1 { "token" } else { "tokens" });
            return Ok(());
        }
        let limited = self.no_permissions || !self.permissions.is_empty();
        let token = NewToken {
            email: self.email.unwrap_or_default(),
            permissions: limited.then_some(self.permissions),
            expires_in: self.expires_in,
            name: self.name,
            is_link: false,
        };
        let secret = issue_token(&app, token).await.map_err(message)?;
        print(&format!("{}\n", secret.reveal()))
    }
}

fn list(tokens: &[IssuedToken], as_json: bool) -> Outcome {
    if as_json {
        return table::print_json(tokens.iter().map(|token| {
            json!({
                "id": token.id,
                "name": token.name,
                "permissions": token.permissions,
                "issued_by": token.issued_by,
                "created_at": token.created_at,
                "expires_at": token.expires_at,
                "revoked_at": token.revoked_at,
            })
        }));
    }
    let dash = || "-".to_owned();
    let cells = tokens.iter().map(|token| {
        vec![
            token.id.to_string(),
            token.name.clone().unwrap_or_else(dash),
            token
                .permissions
                .as_ref()
                .map_or_else(|| "those of the account".to_owned(), table::names),
            token.issued_by.map_or_else(dash, |id| id.to_string()),
            token.created_at.to_string(),
            token.expires_at.to_string(),
            token.revoked_at.map_or_else(dash, |at| at.to_string()),
        ]
    });
    table::print(["ID", "NAME", "PERMISSIONS", "BY ACCOUNT", "ISSUED", "EXPIRES", "REVOKED"], cells)
}
