//! `reinstate seed [FILE]`: loads fixtures.

use clap::Args;
use std::path::PathBuf;

use super::{
    database,
    terminal::{Outcome, progress},
};
use crate::{app::App, config::Database, data::fixtures::Fixtures, kinds::DEMO};

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
            None => DEMO.to_owned(),
            Some(path) if path.as_os_str() == "-" => std::io::read_to_string(std::io::stdin())?,
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| format!("FILE {} can't be read: {error}", path.display()))?,
        };
        let app = database::open_or_create(&self.database).await?;
        let rows = load(&app, &json).await?;
        eprintln!("Loaded {rows} rows.");
        Ok(())
    }
}

/// Loads fixtures and returns the number of their rows.
pub async fn load(app: &App, json: &str) -> Outcome<usize> {
    let fixtures = Fixtures::read(json, app.clock.now())?;
    let rows = fixtures.count();
    let bar = progress::bar(Some(u64::try_from(rows)?), "rows")?;
    let loaded = fixtures.load(app, |done| bar.set_position(done as u64)).await;
    bar.finish_and_clear();
    loaded?;
    Ok(rows)
}
