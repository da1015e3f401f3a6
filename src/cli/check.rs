//! `reinstate check`.

use clap::Args;
use serde_json::json;

use super::args::{Outcome, Storage, print};
use crate::data::check::{Check as Looked, check};

/// Looks whether the database can be reached, its schema is current and what is stored in it is sound.
///
/// It changes nothing: it makes no database and brings no schema up to date. On a large database it
/// reads every table once.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    storage: Storage,
    /// Tells it as JSON.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate check
  reinstate check --json --database-url postgres://reinstate@db/reinstate

Exit codes: 0 all is well; 1 something is not, a line says what; 2 the arguments are off.";

impl Check {
    /// Does so.
    pub async fn run(self) -> Outcome {
        let checks = check(&self.storage.database_url).await;
        let told = match self.json {
            true => as_json(&checks),
            false => checks.iter().map(lines).collect(),
        };
        print(&told)?;
        match checks.iter().filter(|check| !check.passed()).count() {
            0 => Ok(()),
            count => Err(format!("{count} of {} checks did not pass", checks.len()).into()),
        }
    }
}

/// A line for the check, and one for each problem.
fn lines(check: &Looked) -> String {
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

fn as_json(checks: &[Looked]) -> String {
    let shown = checks.iter().map(|check| {
        let outcome = match &check.problems {
            None => "skipped",
            Some(_) if check.passed() => "ok",
            Some(_) => "failed",
        };
        json!({ "name": check.name, "outcome": outcome, "problems": check.problems.iter().flatten().collect::<Vec<_>>() })
    });
    let ok = checks.iter().all(Looked::passed);
    format!("{:#}\n", json!({ "ok": ok, "checks": shown.collect::<Vec<_>>() }))
}
