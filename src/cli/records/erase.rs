//! `reinstate erase`: erases the personal data of an account.

use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;

use crate::{
    cli::{
        database,
        terminal::{Outcome, message, progress_bar, table},
    },
    config::Database,
    operations::purge::{Erasure, erasable, erase},
};

/// Erases an account's personal data, but keeps the audit trail.
///
/// The account keeps its id, gets a pseudonym for its address, and becomes inactive; its access tokens
/// are revoked and lose their names. Its notifications lose their texts, its API keys their names and
/// metadata. The values and reasons are removed from the events of the account and of these records.
/// Other records that it owns, notifications that it sent to others, and what is on hold, are kept as
/// they are. This can't be undone.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Erase {
    #[command(flatten)]
    database: Database,
    /// Email address of the account, which can be deleted or inactive.
    email: String,
    /// Erases. Without it, the command reports what would be erased, and erases nothing.
    #[arg(long)]
    yes: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate erase erin@example.com
  reinstate erase erin@example.com --yes

Servers can run meanwhile. If it is interrupted, run it again.

Exit codes: 0 done; 1 failed, standard error says why; 2 invalid arguments.";

impl Erase {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let app = database::open(&self.database).await?;
        let erasure = erasable(&app, &self.email).await.map_err(message)?;
        if !self.yes {
            self.report(&erasure)?;
            eprintln!("Nothing was erased. Run it with --yes to erase this.");
            return Ok(());
        }
        let records: u64 = erasure.records.iter().map(|(_, count)| count).sum();
        let bar = progress_bar(Some(records + 1), "records")?;
        let erased = erase(&app, &self.email, |more| bar.inc(more)).await;
        bar.finish_and_clear();
        self.report(&erased.map_err(message)?)
    }

    fn report(&self, erasure: &Erasure) -> Outcome {
        let Erasure { account, pseudonym, tokens, records, held } = erasure;
        if self.json {
            let records = records.iter().map(|(kind, count)| (kind.table.name, count));
            let line = json!({
                "account": account,
                "pseudonym": pseudonym,
                "access_tokens": tokens,
                "records": records.collect::<BTreeMap<_, _>>(),
                "held": held,
                "erased": self.yes,
            });
            return table::print_json(std::iter::once(line));
        }
        let row = |what: &str, count: u64| vec![what.to_owned(), count.to_string()];
        let records = records.iter().map(|(kind, count)| row(kind.table.name, *count));
        let own = [row(&format!("account {account}, to be {pseudonym}"), 1)];
        let tokens = [row("access tokens", *tokens)];
        let erased = if self.yes { "ERASED" } else { "TO ERASE" };
        let held = (*held > 0).then(|| row("on hold, kept as they are", *held));
        table::print(["WHAT", erased], own.into_iter().chain(tokens).chain(records).chain(held))
    }
}
