//! `reinstate check`: checks the database, or whether a server is ready.

use clap::Args;
use serde_json::json;

use super::ready::ready;
use crate::{
    cli::terminal::{Outcome, print},
    config::{Database, Listen},
    data::check::{self, check},
};

/// Checks the database: reachable, schema current, rows consistent.
///
/// Changes nothing: does not create a database and does not update the schema. Reads every table once.
/// With --ready it asks the server at LISTEN instead, for a health check without a shell.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    server: Listen,
    /// Checks only that the server at LISTEN answers 200 to `GET /readyz`.
    #[arg(long)]
    ready: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate check
  reinstate check --json --database-url postgres://reinstate@db/reinstate
  reinstate check --ready --listen 127.0.0.1:8080

Exit codes: 0 all checks passed; 1 a check failed, a line says why; 2 invalid arguments.";

impl Check {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let checks = match self.ready {
            true => vec![ready(&self.server.listen).await],
            false => {
                let url = &self.database.database_url;
                check::exposed(url).iter().for_each(|it| eprintln!("Warning: {it}"));
                check(url).await
            }
        };
        let text = match self.json {
            true => as_json(&checks),
            false => checks.iter().map(lines).collect(),
        };
        print(&text)?;
        match checks.iter().filter(|check| !check.passed()).count() {
            0 => Ok(()),
            count => Err(format!("{count} of {} checks did not pass", checks.len()).into()),
        }
    }
}

/// A line for the check and one for each problem.
fn lines(check: &check::Check) -> String {
    let name = check.name;
    match &check.problems {
        None => format!("skipped  {name}\n"),
        Some(problems) if problems.is_empty() => format!("ok       {name}\n"),
        Some(problems) => {
            let problems: String = problems.iter().map(|it| format!("           {it}\n")).collect();
            format!("FAILED   {name}\n{problems}")
        }
    }
}

fn as_json(checks: &[check::Check]) -> String {
    let items = checks.iter().map(|check| {
        let outcome = match &check.problems {
            None => "skipped",
            Some(_) if check.passed() => "ok",
            Some(_) => "failed",
        };
        let problems: Vec<_> = check.problems.iter().flatten().collect();
        json!({ "name": check.name, "outcome": outcome, "problems": problems })
    });
    let ok = checks.iter().all(check::Check::passed);
    format!("{:#}\n", json!({ "ok": ok, "checks": items.collect::<Vec<_>>() }))
}
