//! `reinstate export [FILE]`: writes all records as JSON Lines.

use clap::{Args, builder::PossibleValuesParser};
use std::{
    fs::{self, File, OpenOptions},
    io::{BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use super::{
    database,
    terminal::{Outcome, progress_bar, unless_interrupted},
};
use crate::{
    app::App,
    config::Database,
    data::transfer::{self, Exported, kinds},
};

/// Writes all records, deleted ones included, as JSON Lines, from one snapshot.
///
/// A line is a record with its kind: `{"kind": "reports", "record": {"id": 1, "title": "…"}}`. Roles
/// and accounts include their permissions. Events are exported only with --full, hashes of
/// credentials only with --full or --secrets.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    #[command(flatten)]
    database: Database,
    /// The file, readable by you only. Without it, or with `-`, standard output.
    file: Option<PathBuf>,
    /// Exports only this kind; can be repeated.
    #[arg(long = "kind", value_name = "KIND", value_parser = PossibleValuesParser::new(kinds()))]
    kinds: Vec<String>,
    /// Exports the hashes of API keys and access tokens too. They then work where they are
    /// imported.
    #[arg(long)]
    secrets: bool,
    /// Exports everything, the audit trail and hashes of credentials included: a backup.
    #[arg(long, conflicts_with_all = ["kinds", "secrets"])]
    full: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate export --full backup.jsonl
  reinstate export --secrets | reinstate import --database-url postgres://reinstate@db/reinstate
  reinstate export --kind reports | jq .record.title

Servers can run meanwhile.

Exit codes: 0 done; 1 failed, standard error says why; 2 invalid arguments.";

impl Export {
    /// Runs the command.
    pub async fn run(self) -> Outcome {
        let tables = kinds().filter(|kind| self.kinds.iter().any(|wanted| wanted == kind));
        let (kinds, secrets) = (tables.collect(), self.secrets || self.full);
        let export = transfer::Export { kinds, secrets, events: self.full };
        if !self.secrets
            && let Some(kind) = self.kinds.iter().find(|it| transfer::SECRET.contains(&it.as_str()))
        {
            return Err(
                format!("--kind {kind} requires --secrets: its records are credentials").into()
            );
        }
        let app = database::open(&self.database).await?;
        if self.full {
            eprintln!(
                "Warning: the export has the audit trail and the hashes of all credentials; keep it \
                 as safe as the database."
            );
        }
        match self.file {
            Some(path) if path.as_os_str() != "-" => to_file(&app, &export, &path).await,
            _ => {
                let exported = write(&app, &export, std::io::stdout().lock()).await?;
                eprintln!("Exported {} records.", exported.count);
                complete(&exported)
            }
        }
    }
}

/// Writes a file completely or, if anything fails, leaves it unchanged.
async fn to_file(app: &App, export: &transfer::Export, path: &Path) -> Outcome {
    let problem =
        |error: std::io::Error| format!("FILE {} can't be written: {error}", path.display());
    // A pipe can't be replaced by a file.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        let file = OpenOptions::new().write(true).open(path).map_err(problem)?;
        return complete(&write(app, export, file).await?);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    // The file is created once signals are handled, so that no signal leaves it behind.
    let written = async {
        let file = private(&part).map_err(problem)?;
        let exported = write(app, export, &file).await?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        Ok(exported)
    };
    let written = unless_interrupted(written).await;
    if written.is_err() {
        // The first error says more than one about removing the file.
        let _ = fs::remove_file(&part);
    }
    let written = written?;
    eprintln!("Exported {} records to {}.", written.count, path.display());
    complete(&written)
}

/// Fails if rows are missing.
fn complete(exported: &Exported) -> Outcome {
    if exported.unreadable.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> =
        exported.unreadable.iter().map(|(table, id)| format!("{table} {id}")).collect();
    Err(format!("These rows can't be read and are not exported: {}", rows.join(", ")).into())
}

/// Creates a file that only its owner can read.
fn private(path: &Path) -> std::io::Result<File> {
    let _ = fs::remove_file(path);
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

async fn write(app: &App, export: &transfer::Export, out: impl Write) -> Outcome<Exported> {
    let bar = progress_bar(None, "records")?;
    if !bar.is_hidden() {
        bar.set_length(export.count(app).await?);
    }
    let mut out = BufWriter::new(out);
    let written = export.write(app, &mut out, |done| bar.set_position(done)).await;
    bar.finish_and_clear();
    written
}
