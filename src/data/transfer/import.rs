//! Imports records, in transactions of many lines.

use sea_orm::DatabaseTransaction;
use std::{io::BufRead, sync::Arc, time::Duration};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep},
};

use super::{
    batch::Batch,
    chunk::{Chunk, chunks},
    line::{Line, events, tables},
};
use crate::{app::App, data::fixtures::LoadError, operations::audit::AuditWriter, store::Stale};

/// How records are imported.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// What happens to records that already exist.
    pub conflict: Conflict,
    /// Whether everything is rolled back at the end.
    pub dry_run: bool,
    /// Whether the database becomes the exported one. It has the export's events and no others
    /// then.
    pub full: bool,
}

/// What happens to a record that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Conflict {
    /// Stops the import.
    Refuse,
    /// Leaves the stored record unchanged.
    Skip,
    /// Updates the stored record.
    Update,
}

/// The numbers of imported records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Created.
    pub created: u64,
    /// Changed.
    pub changed: u64,
    /// Existing and not changed.
    pub unchanged: u64,
}

/// Says what was imported before a stop, and how to go on.
pub fn imported_up_to(line: usize) -> String {
    match line {
        0 => "nothing was imported".to_owned(),
        line => format!("lines 1 to {line} were imported; continue with --on-conflict skip"),
    }
}

impl Import {
    /// Imports all lines; `progress` gets the number of bytes so far.
    ///
    /// A transaction has many lines; a dry run and a full import are one transaction. Each record
    /// that is created or changed gets an event without an actor. `committed` is the last line that
    /// was committed; it is locked during each transaction.
    ///
    /// # Errors
    /// For the first line that is not well-formed, conflicts with a stored record or refers to a
    /// missing one. Earlier transactions remain.
    pub async fn read(
        self,
        app: &Arc<App>,
        from: impl BufRead + Send + 'static,
        committed: &Mutex<usize>,
        progress: impl Fn(u64),
    ) -> Result<Imported, LoadError> {
        let run = async {
            let mut imported = Imported::default();
            let now = app.clock.now();
            let mut chunks = chunks(from, now, self.full)?;
            let writer = (!self.full).then(|| AuditWriter::of_the_system(app));
            let whole = if self.dry_run || self.full {
                Some(app.database.operator().begin().await?)
            } else {
                None
            };
            if let (Some(transaction), true) = (&whole, self.full) {
                require_empty(transaction).await?;
            }
            let (mut last, mut took) = (0, Duration::ZERO);
            while let Some(chunk) = chunks.recv().await.transpose()? {
                let Chunk { table, lines, bytes } = chunk;
                last = lines.last().map_or(last, |line| line.row.index);
                let batch =
                    |transaction| Batch { table, transaction, writer: writer.as_ref(), at: now };
                match &whole {
                    Some(transaction) => {
                        self.store(batch(transaction), lines, &mut imported).await?
                    }
                    None => {
                        // The writer is left to others for as long as the batch before took.
                        sleep(took).await;
                        let (mut committed, started) = (committed.lock().await, Instant::now());
                        let transaction = app.database.operator().begin().await?;
                        self.store(batch(&transaction), lines, &mut imported).await?;
                        transaction.commit().await?;
                        *committed = last;
                        app.written(Stale::Credentials);
                        took = started.elapsed();
                    }
                }
                progress(bytes);
            }
            match whole {
                Some(transaction) if self.dry_run => transaction.rollback().await?,
                Some(transaction) => {
                    let mut committed = committed.lock().await;
                    transaction.commit().await?;
                    *committed = last;
                    app.written(Stale::Credentials);
                }
                None => {}
            }
            app.written(Stale::Translations);
            Ok(imported)
        };
        match run.await {
            Ok(imported) => Ok(imported),
            Err(LoadError(error)) => {
                let line = if self.dry_run { 0 } else { *committed.lock().await };
                Err(LoadError(format!("{error}; {}", imported_up_to(line))))
            }
        }
    }

    /// Imports the lines of a batch, and treats existing records as configured.
    async fn store(
        self,
        batch: Batch<'_>,
        lines: Vec<Line>,
        imported: &mut Imported,
    ) -> Result<(), LoadError> {
        let stored = match self.conflict {
            // Inserting them fails.
            Conflict::Refuse => Vec::new(),
            _ => batch.stored(&lines).await?,
        };
        let (mut new, mut existing) = (Vec::new(), Vec::new());
        for line in lines {
            match batch.matching(&line, &stored)? {
                None => new.push(line),
                Some(row) => existing.push((line, row)),
            }
        }
        imported.created += new.len() as u64;
        batch.create(new).await?;
        for (line, row) in existing {
            if self.conflict == Conflict::Update && batch.change(&line, row).await? {
                imported.changed += 1
            } else {
                imported.unchanged += 1
            }
        }
        Ok(())
    }
}

/// Fails unless all tables are empty. Ids of events and records would be taken.
async fn require_empty(transaction: &DatabaseTransaction) -> Result<(), LoadError> {
    for table in tables().iter().chain([events()]) {
        if table.has_rows(transaction).await? {
            let name = table.name();
            return Err(LoadError(format!("--full takes an empty database, and {name} has rows")));
        }
    }
    Ok(())
}
