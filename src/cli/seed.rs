//! `reinstate seed [FILE]`.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::{io::Read, path::PathBuf};

use super::args::{Outcome, Storage};
use crate::{
    app::App,
    data::fixtures::{DEMO, Fixtures},
};

/// Loads fixtures (JSON) in one transaction; without a file, the demo data.
///
/// Example: `reinstate seed fixtures.json`
#[derive(Args)]
pub struct Seed {
    #[command(flatten)]
    storage: Storage,
    /// The file; `-` reads standard input.
    file: Option<PathBuf>,
}

impl Seed {
    /// Does so: everything or, when anything is wrong, nothing.
    pub async fn run(self) -> Outcome {
        let json = match &self.file {
            None => DEMO.to_owned(),
            Some(path) if path.as_os_str() == "-" => {
                let mut json = String::new();
                std::io::stdin().read_to_string(&mut json)?;
                json
            }
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| format!("FILE {} can't be read: {error}", path.display()))?,
        };
        let app = self.storage.open().await?;
        let rows = load(&app, &json).await?;
        eprintln!("Loaded {rows} rows.");
        Ok(())
    }
}

/// Loads fixtures, with a bar where standard error is a terminal. Answers how many rows there were.
pub async fn load(
    app: &App,
    json: &str,
) -> Result<usize, Box<dyn std::error::Error + Send + Sync>> {
    let fixtures = Fixtures::read(json, app.clock.now())?;
    let rows = fixtures.len();
    let bar = ProgressBar::new(u64::try_from(rows)?).with_style(ProgressStyle::with_template(
        "{bar:40} {human_pos} of {human_len} rows, {eta} left",
    )?);
    let loaded = fixtures.load(app, |done| bar.set_position(done as u64)).await;
    bar.finish_and_clear();
    loaded?;
    Ok(rows)
}
