//! `reinstate seed [FILE]`: loads fixtures.

use clap::Args;
use std::{path::PathBuf, time::Duration};

use super::{
    database,
    terminal::{Outcome, progress_bar},
};
use crate::{
    app::App,
    config::Database,
    data::fixtures::Fixtures,
    kinds::{DEMO, DEMO_DAY},
};

/// Loads fixtures (JSON) in one transaction; without a file, the demo data.
///
/// If anything is wrong, nothing is loaded.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Seed {
    #[command(flatten)]
    database: Database,
    /// The file; `-` reads standard input.
    file: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  reinstate seed
  reinstate seed fixtures.json

Exit codes: 0 done; 1 nothing was loaded, standard error says why; 2 invalid arguments.";

impl Seed {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let json = match &self.file {
            None => None,
            Some(path) if path.as_os_str() == "-" => {
                Some(std::io::read_to_string(std::io::stdin())?)
            }
            Some(path) => Some(
                std::fs::read_to_string(path)
                    .map_err(|error| format!("FILE {} can't be read: {error}", path.display()))?,
            ),
        };
        let app = database::open_or_create(&self.database).await?;
        let json = json.unwrap_or_else(|| demo(&app));
        let rows = load(&app, &json).await?;
        eprintln!("Loaded {rows} rows.");
        Ok(())
    }
}

/// The demo data, whose deletions were four days ago.
///
/// Retention would purge what was deleted on a fixed day sooner or later.
pub fn demo(app: &App) -> String {
    const AGE: Duration = Duration::from_secs(4 * 24 * 60 * 60);
    let day = app.clock.now().before(AGE).map(|at| at.text());
    DEMO.replace(DEMO_DAY, day.as_deref().and_then(|it| it.get(..10)).unwrap_or(DEMO_DAY))
}

/// Loads fixtures and returns the number of their rows.
pub async fn load(app: &App, json: &str) -> Outcome<usize> {
    let fixtures = Fixtures::read(json, app.clock.now())?;
    fixtures.check_rules()?;
    let rows = fixtures.count();
    let bar = progress_bar(Some(u64::try_from(rows)?), "rows")?;
    let loaded = fixtures.load(app, |done| bar.set_position(done as u64)).await;
    bar.finish_and_clear();
    loaded?;
    Ok(rows)
}
