//! Imports records, in transactions of many lines.

use entity::Timestamp;
use sea_orm::DatabaseTransaction;
use std::{fmt, io::BufRead, sync::Arc};
use tokio::sync::Mutex;

use super::{
    batch::Batch,
    chunk::{Chunk, chunks},
    line::Line,
    outcome::{Conflict, Imported},
    tables::{events, tables},
};
use crate::{
    app::App,
    data::fixtures::{FixtureTable, LoadError},
    operations::audit::ImportAudit,
    store::Stale,
};

/// How records are imported.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// What happens to records that already exist.
    pub conflict: Conflict,
    /// Whether everything is rolled back at the end.
    pub dry_run: bool,
    /// Whether the database becomes the exported one, with the events of the export and no others.
    pub full: bool,
}

/// Why an import stopped.
#[derive(Debug)]
pub struct Stopped {
    /// The error.
    pub error: LoadError,
    /// The last line that was committed; 0: none.
    pub line: usize,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.error, imported_up_to(self.line))
    }
}

/// Says which lines were imported before an import stopped, and how to go on.
#[must_use]
pub fn imported_up_to(line: usize) -> String {
    match line {
        0 => "nothing was imported".to_owned(),
        line => format!("lines 1 to {line} were imported; continue with --on-conflict skip"),
    }
}

impl std::error::Error for Stopped {}

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
    ) -> Result<Imported, Stopped> {
        let mut imported = Imported::default();
        let done = |more: Imported, bytes| {
            imported += more;
            progress(bytes);
        };
        match self.run(app, from, committed, done).await {
            Ok(()) => Ok(imported),
            Err(error) if self.dry_run => Err(Stopped { error, line: 0 }),
            Err(error) => Err(Stopped { error, line: *committed.lock().await }),
        }
    }

    async fn run(
        self,
        app: &Arc<App>,
        from: impl BufRead + Send + 'static,
        committed: &Mutex<usize>,
        mut done: impl FnMut(Imported, u64),
    ) -> Result<(), LoadError> {
        let now = app.clock.now();
        let mut chunks = chunks(from, now, self.full)?;
        let importing = if self.full { ImportAudit::none() } else { ImportAudit::begin(app) };
        let mut whole = match self.dry_run || self.full {
            true => Some(app.database.begin().await?),
            false => None,
        };
        if let (Some(transaction), true) = (&whole, self.full) {
            require_empty(transaction).await?;
        }
        let mut last = 0;
        while let Some(chunk) = chunks.recv().await.transpose()? {
            let Chunk { table, lines, bytes } = chunk;
            last = lines.last().map_or(last, |line| line.row.index);
            let imported = match &mut whole {
                Some(transaction) => self.store(table, transaction, &importing, lines, now).await?,
                None => {
                    let mut committed = committed.lock().await;
                    let transaction = app.database.begin().await?;
                    let imported = self.store(table, &transaction, &importing, lines, now).await?;
                    transaction.commit().await?;
                    *committed = last;
                    app.written(Stale::Credentials);
                    imported
                }
            };
            done(imported, bytes);
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
        Ok(())
    }

    /// Imports the lines of a batch, and treats existing records as configured.
    async fn store(
        self,
        table: &'static FixtureTable,
        transaction: &DatabaseTransaction,
        importing: &ImportAudit,
        lines: Vec<Line>,
        at: Timestamp,
    ) -> Result<Imported, LoadError> {
        let batch = Batch { table, transaction, importing, at };
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
        let mut imported = Imported { created: new.len() as u64, ..Imported::default() };
        batch.create(new).await?;
        for (line, row) in existing {
            match self.conflict == Conflict::Update && batch.change(&line, row).await? {
                true => imported.changed += 1,
                false => imported.unchanged += 1,
            }
        }
        Ok(imported)
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
