//! `reinstate import [FILE]`: reads records as JSON Lines.

use clap::Args;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::sync::Mutex;

use super::{
    database,
    terminal::{Outcome, interrupt::interrupted, progress},
};
use crate::{
    clock::Clock,
    config::Database,
    data::transfer::{self, Conflict, Imported, examine, imported_up_to},
};

/// Reads records as JSON Lines, in the format of export.
///
/// A line is a record with its kind: `{"kind": "reports", "record": {"title": "…", "user_id": 1}}`.
/// An omitted field gets its default; a record without an id gets the next one. A transaction has up
/// to 1,000 lines, so that servers can write meanwhile. Each record that is created or changed gets an
/// event.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Import {
    #[command(flatten)]
    database: Database,
    /// The file, checked before anything is written. Without it, or with `-`, standard input.
    file: Option<PathBuf>,
    /// What happens to a record that already exists.
    #[arg(long, value_name = "WHAT", default_value = "refuse")]
    on_conflict: Conflict,
    /// Reports what would be imported, and imports nothing. Uses one transaction: on SQLite, the writes
    /// of running servers wait.
    #[arg(long)]
    dry_run: bool,
    /// Reads an export with --full into an empty database. It has the audit trail, and takes one
    /// transaction.
    #[arg(long, conflicts_with = "on_conflict")]
    full: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate import backup.jsonl --dry-run
  reinstate import backup.jsonl
  reinstate import --full backup.jsonl                  # restore a backup
  reinstate import backup.jsonl --on-conflict skip      # continue an import that stopped
  reinstate import corrections.jsonl --on-conflict update

Exit codes: 0 done; 1 stopped, standard error names the line, the reason and what was imported;
2 invalid arguments.";

impl Import {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        match &self.file {
            Some(path) if path.as_os_str() != "-" => {
                let file = open(path)?;
                let length = file.get_ref().metadata()?.len();
                // A pipe can be read only once.
                if file.get_ref().metadata()?.is_file() {
                    examine(file, Clock::system().now(), self.full)
                        .map_err(|error| format!("{error}; nothing was imported"))?;
                    return self.read(open(path)?, Some(length)).await;
                }
                self.read(file, None).await
            }
            _ => self.read(BufReader::new(std::io::stdin()), None).await,
        }
    }

    async fn read(&self, from: impl BufRead + Send + 'static, length: Option<u64>) -> Outcome {
        let import =
            transfer::Import { conflict: self.on_conflict, dry_run: self.dry_run, full: self.full };
        let app = database::open_or_create(&self.database).await?;
        let bar = progress::bytes(length)?;
        // Reading can block, so that the task that was interrupted ends the process.
        let committed = Arc::<Mutex<usize>>::default();
        tokio::spawn(stop_when_interrupted(Arc::clone(&committed), self.dry_run));
        let imported = import.read(&app, from, &committed, |bytes| bar.set_position(bytes)).await;
        bar.finish_and_clear();
        let Imported { created, changed, unchanged } = imported?;
        let done = if self.dry_run { "Would import" } else { "Imported" };
        let count = created + changed + unchanged;
        eprintln!(
            "{done} {count} records: {created} new, {changed} changed, {unchanged} as they were."
        );
        Ok(())
    }
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    let problem = |error| format!("FILE {} can't be read: {error}", path.display());
    File::open(path).map(BufReader::new).map_err(problem)
}

/// Ends the process at an interrupt, between two transactions. It says what was imported.
async fn stop_when_interrupted(committed: Arc<Mutex<usize>>, dry_run: bool) {
    interrupted().await;
    let line = committed.lock().await;
    let done = imported_up_to(if dry_run { 0 } else { *line });
    eprintln!("reinstate: interrupted; {done}");
    std::process::exit(1);
}
