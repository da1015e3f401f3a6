//! `reinstate token EMAIL`.

use std::time::Duration;

use clap::Args;

use super::{Outcome, Storage, print};
use crate::{
    failure::Failure,
    operations::{NewToken, issue_token},
};

/// Issues an access token and prints it, alone, on standard output. It is shown this once.
///
/// Example: `TOKEN=$(reinstate token admin@example.com --permission reports.view)`
#[derive(Args)]
pub struct Token {
    #[command(flatten)]
    storage: Storage,
    /// Address of the account it acts as; deleted and inactive accounts are allowed.
    email: String,
    /// Limits the token to this permission; may be given several times.
    #[arg(long = "permission", value_name = "P", conflicts_with = "no_permissions")]
    permissions: Vec<String>,
    /// Limits the token to nothing.
    #[arg(long)]
    no_permissions: bool,
    /// How long it works: 30d, 12h, 0s …
    #[arg(long, value_name = "DURATION", default_value = "30d", value_parser = humantime::parse_duration)]
    expires_in: Duration,
    /// What it is for.
    #[arg(long, value_name = "N")]
    name: Option<String>,
}

impl Token {
    /// Does so.
    pub async fn run(self) -> Outcome {
        if self.permissions.iter().any(|name| name.is_empty() || name.contains('\0')) {
            return Err("--permission must not be empty".into());
        }
        let app = self.storage.open().await?;
        let limited = self.no_permissions || !self.permissions.is_empty();
        let token = NewToken {
            email: self.email,
            permissions: limited.then_some(self.permissions),
            expires_in: self.expires_in,
            name: self.name,
        };
        let secret = issue_token(&app, token).await.map_err(told)?;
        print(&format!("{}\n", secret.reveal()))
    }
}

/// A failure in terms of the command line.
fn told(failure: Failure) -> String {
    match failure {
        Failure::Invalid(complaints) => complaints
            .iter()
            .map(|complaint| {
                format!("--{} {}", complaint.field.replace('_', "-"), complaint.message)
            })
            .collect::<Vec<_>>()
            .join("; "),
        failure => failure.message().to_owned(),
    }
}
