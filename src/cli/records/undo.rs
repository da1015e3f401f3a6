//! `reinstate undo`: takes back what happened since a time.

use adopt::Wanted;
use clap::Args;
use entity::Timestamp;
use serde_json::json;

use crate::{
    auth::CredentialKind,
    cli::{
        adopt::{connect, words},
        database,
        terminal::{Outcome, message, progress_bar, table},
    },
    config::{Database, kind, time_or_ago},
    error::Code,
    operations::{
        accounts::account_id,
        bulk::{Undone, undo_as_operator},
    },
    parameters::credential,
    resources::Resource,
};

/// Takes back what an account or a credential did, or everybody since a time.
///
/// Records that were created are deleted, deleted ones restored, restored ones deleted, and fields, grants
/// and roles get their earlier values: the newest change first. What somebody else has changed since is left
/// alone, and counted with its reason. The undo is an operation of its own, which can be undone.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Undo {
    #[command(flatten)]
    database: Database,
    /// Since when: a time, such as 2026-03-01T09:00:00Z, or how long ago, such as 10m or 2h.
    #[arg(long, value_name = "TIME", value_parser = time_or_ago)]
    since: Timestamp,
    /// Until when; until now if absent.
    #[arg(long, value_name = "TIME", value_parser = time_or_ago)]
    until: Option<Timestamp>,
    /// Only what was done with this credential: api_key:5 or access_token:7.
    #[arg(long, value_name = "KIND:ID", value_parser = of_credential)]
    credential: Option<(CredentialKind, i64)>,
    /// Only what the account with this email address did.
    #[arg(long, value_name = "EMAIL")]
    actor: Option<String>,
    /// Only what was done to this kind (reports, api_keys …); can be repeated.
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    kinds: Vec<&'static Resource>,
    /// What was deleted in SQL, past every API, from tables that `adopt` has.
    #[arg(long, conflicts_with_all = ["credential", "actor", "kinds"])]
    by_sql: bool,
    /// With --by-sql: only what this role of the database deleted.
    #[arg(long, value_name = "ROLE", requires = "by_sql")]
    role: Option<String>,
    /// With --by-sql: only rows of this table, as kinds.toml calls it; can be repeated.
    #[arg(long = "table", value_name = "NAME", requires = "by_sql")]
    tables: Vec<String>,
    /// With --by-sql: also what was changed and created, of tables with `record = "all"`.
    #[arg(long, requires = "by_sql")]
    changes: bool,
    /// Reports what would be taken back, and changes nothing.
    #[arg(long)]
    preview: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate undo --since 10m --preview
  reinstate undo --since 10m --credential api_key:5
  reinstate undo --since 2026-03-01T09:00:00Z --actor erin@example.com --kind reports
  reinstate undo --since 10m --by-sql --preview

Servers can run meanwhile. If it is interrupted, run it again.

Exit codes: 0 done; 1 failed, standard error says why; 2 invalid arguments.";

impl Undo {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        if self.by_sql {
            return self.of_sql().await;
        }
        let app = database::open(&self.database).await?;
        let actor = match &self.actor {
            Some(email) => Some(account_id(&app, email).await.map_err(message)?),
            None => None,
        };
        let names = || self.kinds.iter().map(|kind| kind.name).collect();
        let undone = Undone {
            operation: None,
            credential: self.credential,
            actor,
            since: Some(self.since),
            until: self.until,
            kinds: (!self.kinds.is_empty()).then(names),
        };
        let bar = progress_bar(None, "records")?;
        let counts = undo_as_operator(&app, undone, self.preview, |more| bar.inc(more)).await;
        bar.finish_and_clear();
        let counts = counts.map_err(message)?;
        if self.json {
            return table::print_json(counts.iter().map(|(kind, error, count)| {
                json!({ "kind": kind, "error": error.map(Code::as_str), "count": count })
            }));
        }
        let done = if self.preview { "to be taken back" } else { "taken back" };
        let rows = counts.iter().map(|(kind, error, count)| {
            let outcome = match error {
                None => done.to_owned(),
                Some(error) => format!("left alone: {}", error.as_str()),
            };
            vec![kind.unwrap_or_default().to_owned(), count.to_string(), outcome]
        });
        table::print(["KIND", "RECORDS", "OUTCOME"], rows)
    }

    /// Brings back what was deleted in SQL.
    async fn of_sql(self) -> Outcome {
        let database = connect(&self.database.database_url).await?;
        let wanted = Wanted {
            since: Some(self.since.to_string()),
            until: self.until.map(|it| it.to_string()),
            kinds: self.tables,
            role: self.role,
            changes: self.changes,
            ..Wanted::default()
        };
        let undone = adopt::undo(&database, &wanted, self.preview).await.map_err(words)?;
        undone.warnings.iter().for_each(|it| eprintln!("{it}."));
        if self.json {
            return table::print_json(undone.outcomes.into_iter().map(|it| {
                let [reason, remark] = [it.reason, it.remark].map(|it| it.map(|it| it.to_string()));
                json!({ "table": it.kind, "rows": it.rows, "reason": reason, "remark": remark })
            }));
        }
        for it in &undone.removals {
            let by = [it.role.as_deref(), it.person.as_deref()].into_iter().flatten();
            let by = by.map(|it| format!(" by {it}")).collect::<String>();
            eprintln!("{}: {} of {} {}{by}", it.at, it.rows, it.kind, it.done);
        }
        let done = match (self.changes, self.preview) {
            (false, false) => "brought back",
            (false, true) => "to be brought back",
            (true, false) => "as before",
            (true, true) => "to be as before",
        };
        let rows = undone.outcomes.into_iter().map(|it| {
            let outcome = match (it.reason, it.remark) {
                (Some(reason), _) => format!("left out: {reason}"),
                (None, Some(remark)) => format!("{done}; {remark}"),
                (None, None) => done.to_owned(),
            };
            vec![it.kind, it.rows.to_string(), outcome]
        });
        table::print(["TABLE", "ROWS", "OUTCOME"], rows)
    }
}

fn of_credential(text: &str) -> Result<(CredentialKind, i64), String> {
    credential(text).ok_or_else(|| "must be like api_key:5 or access_token:7".to_owned())
}
