//! `reinstate import [FILE]`.

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use super::args::{Outcome, Storage};
use crate::{
    clock::Clock,
    data::transfer::{Conflict, Import as Projection, Imported, examine},
};

/// Reads records as JSON Lines, as export writes them.
///
/// A line is a record and its kind: `{"kind": "reports", "record": {"title": "…", "user_id": 1}}`.
/// What a record leaves out gets its default; one without an id gets the next. 500 lines at most are
/// one transaction, all of them or none, so that servers go on writing meanwhile. Each record that is
/// made or changed is told by an event.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Import {
    #[command(flatten)]
    storage: Storage,
    /// The file, looked through before anything is written; without one, or with `-`, standard input.
    file: Option<PathBuf>,
    /// What becomes of a record that the database has already.
    #[arg(long, value_name = "WHAT", default_value = "refuse")]
    on_conflict: OnConflict,
    /// Says what would be imported, and imports nothing. It is all one transaction: on SQLite, servers
    /// that run wait with their writes meanwhile.
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum OnConflict {
    /// It stops the import.
    Refuse,
    /// It is left as it is stored.
    Skip,
    /// It gets what its line says.
    Update,
}

const EXAMPLES: &str = "\
Examples:
  reinstate import backup.jsonl --dry-run
  reinstate import backup.jsonl
  reinstate import backup.jsonl --on-conflict skip      # go on after an import that stopped
  reinstate import corrections.jsonl --on-conflict update

Exit codes: 0 done; 1 it stopped, standard error says at which line, why, and what is in; 2 the
arguments are off.";

impl Import {
    /// Does so.
    pub async fn run(self) -> Outcome {
        match &self.file {
            Some(path) if path.as_os_str() != "-" => {
                let file = open(path)?;
                let length = file.get_ref().metadata()?.len();
                // A pipe can be read but once.
                if file.get_ref().metadata()?.is_file() {
                    examine(file, Clock::system().now())
                        .map_err(|flaw| format!("{flaw}; nothing was imported"))?;
                    return self.read(open(path)?, Some(length)).await;
                }
                self.read(file, None).await
            }
            _ => self.read(std::io::stdin().lock(), None).await,
        }
    }

    async fn read(&self, from: impl BufRead, length: Option<u64>) -> Outcome {
        let conflict = match self.on_conflict {
            OnConflict::Refuse => Conflict::Refuse,
            OnConflict::Skip => Conflict::Skip,
            OnConflict::Update => Conflict::Update,
        };
        let projection = Projection { conflict, dry_run: self.dry_run };
        let app = self.storage.open().await?;
        let bar = match length {
            Some(length) => ProgressBar::new(length).with_style(ProgressStyle::with_template(
                "{bar:40} {binary_bytes} of {binary_total_bytes}, {eta} left",
            )?),
            None => ProgressBar::new_spinner()
                .with_style(ProgressStyle::with_template("{spinner} {binary_bytes}")?),
        };
        let imported = projection.read(&app, from, |bytes| bar.set_position(bytes)).await;
        bar.finish_and_clear();
        let Imported { made, changed, unchanged } = imported?;
        let done = if self.dry_run { "Would import" } else { "Imported" };
        let count = made + changed + unchanged;
        eprintln!(
            "{done} {count} records: {made} new, {changed} changed, {unchanged} as they were."
        );
        Ok(())
    }
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    let problem = |error| format!("FILE {} can't be read: {error}", path.display());
    File::open(path).map(BufReader::new).map_err(problem)
}
