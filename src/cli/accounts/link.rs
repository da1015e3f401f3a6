//! `reinstate link`: makes a one-time link that signs a person in to the console.

use clap::Args;
use std::time::Duration;
use url::Url;

use crate::{
    cli::{
        database,
        terminal::{Outcome, message, print},
    },
    config::{Database, lifetime},
    operations::accounts::{NewToken, issue_token},
};

/// Prints a link that signs a person in to the console, once, within ten minutes.
///
/// The person acts as the account until the session ends. Opening it is an event of the account.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Link {
    #[command(flatten)]
    database: Database,
    /// Email address of the account, which can be deleted or inactive.
    email: String,
    /// The address of the server, as the person's browser reaches it.
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: Url,
    /// Lifetime of the session, at least a second: 30d, 12h …
    #[arg(long, value_name = "DURATION", default_value = "30d", value_parser = lifetime)]
    expires_in: Duration,
}

const EXAMPLES: &str = "\
Examples:
  reinstate link admin@example.com
  reinstate link erin@example.com --url https://admin.example.com --expires-in 12h

Exit codes: 0 done; 1 nothing was done, standard error says why; 2 invalid arguments.";

impl Link {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let app = database::open(&self.database).await?;
        let link = NewToken {
            email: self.email,
            permissions: None,
            expires_in: self.expires_in,
            name: Some("Sign-in link".to_owned()),
            is_link: true,
        };
        let secret = issue_token(&app, link).await.map_err(message)?;
        print(&format!("{}\n", link_to(self.url.as_str(), secret.reveal())))
    }
}

/// The address that opens a link. Its value is behind `#`, which browsers send to no server.
pub fn link_to(server: &str, value: &str) -> String {
    format!("{}/console#link={value}", server.trim_end_matches('/'))
}
