//! `reinstate import [FILE]`: reads records as JSON Lines.

use clap::Args;
use futures_util::FutureExt;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::{sync::Mutex, time::sleep};

use super::{
    database,
    terminal::{Outcome, byte_bar, interrupted},
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
        let (committed, noticed) = (Arc::<Mutex<usize>>::default(), interrupted());
        // Reading can block, so that the task that was interrupted ends the process.
        let stop = stop_when_interrupted(interrupted(), Arc::clone(&committed), self.dry_run);
        let stop = tokio::spawn(stop);
        let imported = self.import(&committed).await;
        // A signal can have ended the input too, as that of a pipeline. It is noticed by now.
        sleep(Duration::from_millis(1)).await;
        if noticed.now_or_never().is_some() {
            stop.await?;
        }
        imported
    }

    async fn import(&self, committed: &Mutex<usize>) -> Outcome {
        let (from, length): (Box<dyn BufRead + Send>, _) = match &self.file {
            Some(path) if path.as_os_str() != "-" => {
                let mut file = open(path)?;
                let metadata = file.get_ref().metadata()?;
                // A pipe can be read only once.
                if metadata.is_file() {
                    examine(file, Clock::system().now(), self.full)
                        .map_err(|error| format!("{error}; nothing was imported"))?;
                    file = open(path)?;
                }
                (Box::new(file), metadata.is_file().then_some(metadata.len()))
            }
            _ => (Box::new(BufReader::new(std::io::stdin())), None),
        };
        let import =
            transfer::Import { conflict: self.on_conflict, dry_run: self.dry_run, full: self.full };
        let app = database::open_or_create(&self.database).await?;
        let bar = byte_bar(length)?;
        let imported = import.read(&app, from, committed, |bytes| bar.set_position(bytes)).await;
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
async fn stop_when_interrupted(
    interrupted: impl Future<Output = ()>,
    committed: Arc<Mutex<usize>>,
    dry_run: bool,
) {
    interrupted.await;
    let line = committed.lock().await;
    let done = imported_up_to(if dry_run { 0 } else { *line });
    eprintln!("reinstate: interrupted; {done}");
    std::process::exit(1);
}
