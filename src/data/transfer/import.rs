//! Imports records, in transactions of many lines.

use sea_orm::{DatabaseTransaction, DbBackend};
use std::{io::BufRead, sync::Arc, time::Duration};
use tokio::{
    sync::Mutex,
    time::{Instant, sleep},
};

use super::chunk::{Chunk, chunks};
use crate::{
    app::App,
    data::load::{Batch, LoadError, Row, events, tables},
    operations::audit::AuditWriter,
    store::Stale,
};

/// How long transactions follow each other on SQLite, whose writer they hold, and how long it is left to
/// others then: as long as the longest pause between two tries of who has waited so long.
const TURNS: (Duration, Duration) = (Duration::from_millis(100), Duration::from_millis(50));

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
            let is_whole = self.dry_run || self.full;
            let begin = || app.database.operator().begin();
            let mut whole = if is_whole { Some(begin().await?) } else { None };
            if let (Some(transaction), true) = (&whole, self.full) {
                require_empty(transaction).await?;
            }
            let takes_turns = !is_whole && app.database.backend() == DbBackend::Sqlite;
            let (mut last, mut turn) = (0, Instant::now());
            while let Some(Chunk { table, rows, bytes }) = chunks.recv().await.transpose()? {
                last = rows.last().map_or(last, |row| row.index);
                if takes_turns && turn.elapsed() > TURNS.0 {
                    sleep(TURNS.1).await;
                    turn = Instant::now();
                }
                let mut committed = committed.lock().await;
                let transaction = match whole.take() {
                    Some(transaction) => transaction,
                    None => begin().await?,
                };
                let writer = writer.as_ref();
                let batch = Batch { table, transaction: &transaction, writer, at: now };
                self.store(batch, rows, &mut imported).await?;
                if is_whole {
                    whole = Some(transaction);
                } else {
                    transaction.commit().await?;
                    *committed = last;
                    app.written(Stale::Credentials);
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

    /// Imports the rows of a batch, and treats existing records as configured.
    async fn store(
        self,
        batch: Batch<'_>,
        rows: Vec<Row>,
        imported: &mut Imported,
    ) -> Result<(), LoadError> {
        let stored = batch.stored(&rows).await?;
        if self.conflict == Conflict::Refuse {
            batch.reject_taken(&rows, &stored)?;
        }
        let (mut new, mut existing) = (Vec::new(), Vec::new());
        for row in rows {
            match batch.matching(&row, &stored)? {
                None => new.push(row),
                Some(known) => existing.push((row, known)),
            }
        }
        imported.created += new.len() as u64;
        batch.create(new, |_| {}).await?;
        for (row, known) in existing {
            if self.conflict == Conflict::Update && batch.change(&row, known).await? {
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
    for table in tables(true).iter().chain([events(true)]) {
        if table.has_rows(transaction).await? {
            let name = table.name();
            return Err(LoadError(format!("--full takes an empty database, and {name} has rows")));
        }
    }
    Ok(())
}
