//! `reinstate purge`: removing for good what has been deleted for long.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::time::Duration;

use super::{
    args::{Outcome, Storage, print, told},
    retention::kind,
    table,
};
use crate::{
    kinds,
    operations::purge::{Age, Purged, purge, purgeable},
    resources::Resource,
};

/// Removes for good the records that have been deleted for longer than that.
///
/// Their values go from all that was told of them too; what remains is who did what to which record
/// and when, and an event that it was purged. A record that others refer to is kept and counted: an
/// account that owns, received or sent records, deleted or not, and a locale that translations are
/// of. With an account go its tokens, API keys, permissions and roles.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Purge {
    #[command(flatten)]
    storage: Storage,
    /// How long ago they must have been deleted: 90d, 12h, 0s …
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    older_than: Duration,
    /// Of this kind alone (reports, api_keys …); may be given several times.
    #[arg(long = "kind", value_name = "KIND", value_parser = kind)]
    kinds: Vec<&'static Resource>,
    /// Says what would be removed, and removes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Tells it as JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate purge --older-than 90d --dry-run
  reinstate purge --older-than 90d
  reinstate purge --older-than 30d --kind notifications --kind reports

It works in short transactions beside servers that run; one that is interrupted is simply run again.

Exit codes: 0 done; 1 it failed on the way, standard error says why; 2 the arguments are off.";

impl Purge {
    /// Does so.
    pub async fn run(self) -> Outcome {
        let wanted = |resource: &&'static Resource| {
            self.kinds.is_empty() || self.kinds.iter().any(|kind| kind.name == resource.name)
        };
        let ages: Vec<Age> = kinds::all()
            .iter()
            .filter(wanted)
            .map(|resource| Age { resource, longer_than: self.older_than })
            .collect();
        let app = self.storage.open().await?;
        let due = purgeable(&app, &ages).await.map_err(told)?;
        if self.dry_run {
            return self.report(&due);
        }
        let bar = ProgressBar::new(due.iter().map(|due| due.count).sum()).with_style(
            ProgressStyle::with_template(
                "{bar:40} {human_pos} of {human_len} records, {eta} left",
            )?,
        );
        let purged = purge(&app, &ages, |more| bar.inc(more)).await;
        bar.finish_and_clear();
        self.report(&purged.map_err(told)?)
    }

    fn report(&self, purged: &[Purged]) -> Outcome {
        if self.json {
            let purged: Vec<_> = purged.iter().map(as_json).collect();
            return print(&format!("{:#}\n", json!(purged)));
        }
        let rows = purged.iter().filter(|it| it.count + it.kept > 0).map(|it| {
            let referred = it.referred.iter().map(|(table, count)| format!("{table} ({count})"));
            let because: Vec<String> = referred.collect();
            let because = match because.is_empty() {
                true => "-".to_owned(),
                false => format!("referred to by {}", because.join(", ")),
            };
            vec![
                it.resource.table.name.to_owned(),
                it.count.to_string(),
                it.kept.to_string(),
                because,
            ]
        });
        let rows: Vec<Vec<String>> = rows.collect();
        if rows.is_empty() {
            eprintln!("Nothing has been deleted for that long.");
            return Ok(());
        }
        let removed = if self.dry_run { "WOULD GO" } else { "PURGED" };
        print(&table::table(&["KIND", removed, "KEPT", "BECAUSE"], rows.into_iter()))
    }
}

fn as_json(purged: &Purged) -> serde_json::Value {
    let referred = purged.referred.iter().map(|(table, count)| ((*table).to_owned(), json!(count)));
    json!({
        "kind": purged.resource.table.name,
        "purged": purged.count,
        "kept": purged.kept,
        "referred_to_by": referred.collect::<serde_json::Map<_, _>>(),
    })
}
