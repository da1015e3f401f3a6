//! `reinstate purge`: permanently removes old deleted records.

use clap::Args;
use serde_json::json;
use std::{collections::BTreeMap, time::Duration};

use crate::{
    cli::{
        database,
        terminal::{Outcome, message, progress_bar, table},
    },
    config::{Database, kind},
    kinds,
    operations::purge::{Age, Purged, purge, purgeable},
    resources::Resource,
};

/// Permanently removes records that were deleted longer ago than a given time.
///
/// Their values are removed from their events too; who did what to which record and when remains,
/// and a purge is an event itself. A record that others refer to is kept and counted: an account that
/// owns, received or sent records, deleted or not, a locale that has translations, and what is on hold.
/// With an account its tokens, API keys, permissions and roles are removed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Purge {
    #[command(flatten)]
    database: Database,
    /// Minimum time since the deletion: 90d, 12h, 0s …
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    older_than: Duration,
    /// Purges only this kind (reports, api_keys …); can be repeated.
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    kinds: Vec<&'static Resource>,
    /// Reports what would be removed, and removes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate purge --older-than 90d --dry-run
  reinstate purge --older-than 90d
  reinstate purge --older-than 30d --kind notifications --kind reports

Servers can run meanwhile: the purge uses short transactions. If it is interrupted, run it again.

Exit codes: 0 done; 1 failed, standard error says why; 2 invalid arguments.";

impl Purge {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let wanted =
            |resource: &&'static Resource| self.kinds.is_empty() || self.kinds.contains(resource);
        let ages: Vec<Age> = kinds::registered()
            .iter()
            .filter(wanted)
            .map(|resource| Age { resource, longer_than: self.older_than })
            .collect();
        let app = database::open(&self.database).await?;
        let due = purgeable(&app, &ages).await.map_err(message)?;
        if self.dry_run {
            return self.report(&due);
        }
        let bar = progress_bar(Some(due.iter().map(|due| due.count).sum()), "records")?;
        let purged = purge(&app, &ages, |more| bar.inc(more)).await;
        bar.finish_and_clear();
        self.report(&purged.map_err(message)?)
    }

    fn report(&self, purged: &[Purged]) -> Outcome {
        if self.json {
            return table::print_json(purged.iter().map(|it| {
                json!({
                    "kind": it.resource.table.name,
                    "purged": it.count,
                    "kept": it.kept,
                    "referred_to_by": it.referred.iter().copied().collect::<BTreeMap<_, _>>(),
                })
            }));
        }
        let rows = purged.iter().filter(|it| it.count + it.kept > 0).map(|it| {
            let referred = it.referred.iter().map(|(table, count)| format!("{table} ({count})"));
            let because = match referred.collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => "-".to_owned(),
                referred => format!("referred to by {referred}"),
            };
            let kind = it.resource.table.name.to_owned();
            vec![kind, it.count.to_string(), it.kept.to_string(), because]
        });
        let mut rows = rows.peekable();
        if rows.peek().is_none() {
            eprintln!("Nothing was deleted that long ago.");
            return Ok(());
        }
        let removed = if self.dry_run { "TO PURGE" } else { "PURGED" };
        table::print(["KIND", removed, "KEPT", "BECAUSE"], rows)
    }
}
