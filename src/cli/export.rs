//! `reinstate export [FILE]`.

use clap::{Args, builder::PossibleValuesParser};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fs::{self, File, OpenOptions},
    io::{BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use super::args::{Outcome, Storage};
use crate::{
    app::App,
    data::transfer::{self, kinds},
};

/// Writes all records as JSON Lines, as they are at one moment, deleted ones included.
///
/// A line is a record and its kind: `{"kind": "reports", "record": {"id": 1, "title": "…"}}`. Roles
/// and accounts come with their permissions. Events are not part of it, and the hashes of credentials
/// only with --secrets.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    #[command(flatten)]
    storage: Storage,
    /// The file, readable for you alone; without one, or with `-`, standard output.
    file: Option<PathBuf>,
    /// Of this kind alone; may be given several times.
    #[arg(long = "kind", value_name = "KIND", value_parser = PossibleValuesParser::new(kinds()))]
    kinds: Vec<String>,
    /// Writes the hashes of API keys and access tokens too, so that they go on working where they are
    /// imported.
    #[arg(long)]
    secrets: bool,
}

const EXAMPLES: &str = "\
Examples:
  reinstate export backup.jsonl
  reinstate export --secrets | reinstate import --database-url postgres://reinstate@db/reinstate
  reinstate export --kind reports | jq .record.title

Servers that run go on meanwhile.

Exit codes: 0 done; 1 it failed, standard error says why; 2 the arguments are off.";

impl Export {
    /// Does so.
    pub async fn run(self) -> Outcome {
        let tables = kinds().filter(|kind| self.kinds.iter().any(|wanted| wanted == kind));
        let export = transfer::Export { kinds: tables.collect(), secrets: self.secrets };
        if !self.secrets
            && let Some(kind) = self.kinds.iter().find(|it| transfer::SECRET.contains(&it.as_str()))
        {
            return Err(format!("--kind {kind} takes --secrets: they are nothing else").into());
        }
        let app = self.storage.open().await?;
        match self.file {
            Some(path) if path.as_os_str() != "-" => to_file(&app, &export, &path).await,
            _ => {
                let count = write(&app, &export, std::io::stdout().lock()).await?;
                eprintln!("Exported {count} records.");
                Ok(())
            }
        }
    }
}

/// Writes a file that is there whole or, when something fails, is as it was.
async fn to_file(app: &App, export: &transfer::Export, path: &Path) -> Outcome {
    let problem =
        |error: std::io::Error| format!("FILE {} can't be written: {error}", path.display());
    // A pipe, say, can't be replaced.
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        let file = OpenOptions::new().write(true).open(path).map_err(problem)?;
        write(app, export, file).await?;
        return Ok(());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let file = private(&part).map_err(problem)?;
    let written = async {
        let count = write(app, export, &file).await?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        Ok(count)
    };
    let written: Result<u64, Box<dyn std::error::Error + Send + Sync>> = written.await;
    if written.is_err() {
        // It says nothing that the error does not.
        let _ = fs::remove_file(&part);
    }
    eprintln!("Exported {} records to {}.", written?, path.display());
    Ok(())
}

/// A new file that nobody else can read.
fn private(path: &Path) -> std::io::Result<File> {
    let _ = fs::remove_file(path);
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

async fn write(
    app: &App,
    export: &transfer::Export,
    out: impl Write,
) -> Result<u64, Box<dyn std::error::Error + Send + Sync>> {
    let bar = ProgressBar::no_length().with_style(ProgressStyle::with_template(
        "{bar:40} {human_pos} of {human_len} records, {eta} left",
    )?);
    if !bar.is_hidden() {
        bar.set_length(export.count(app).await?);
    }
    let mut out = BufWriter::new(out);
    let written = export.write(app, &mut out, |done| bar.set_position(done)).await;
    bar.finish_and_clear();
    written
}
