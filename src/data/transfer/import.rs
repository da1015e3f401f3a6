//! Imports records, in transactions of many lines.

use entity::Timestamp;
use sea_orm::DatabaseTransaction;
use std::{fmt, io::BufRead, sync::Arc};

use super::{
    batch::Batch,
    line::{Line, Lines},
    outcome::{Conflict, Imported},
};
use crate::{
    app::App,
    data::fixtures::{FixtureTable, LoadError},
    operations::audit::ImportAudit,
    store::Stale,
};

/// Most records in a transaction.
const BATCH: usize = 500;

/// How records are imported.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// What happens to records that already exist.
    pub conflict: Conflict,
    /// Whether everything is rolled back at the end.
    pub dry_run: bool,
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
        write!(f, "{}; ", self.error)?;
        match self.line {
            0 => f.write_str("nothing was imported"),
            line => write!(f, "lines 1 to {line} were imported; continue with --on-conflict skip"),
        }
    }
}

impl std::error::Error for Stopped {}

impl Import {
    /// Imports all lines; `progress` gets the number of bytes so far.
    ///
    /// A transaction has many lines, and a dry run is one transaction. Each record that is created or
    /// changed gets an event without an actor.
    ///
    /// # Errors
    /// For the first line that is not well-formed, conflicts with a stored record or refers to a
    /// missing one. Earlier transactions remain.
    pub async fn read(
        self,
        app: &Arc<App>,
        from: impl BufRead,
        progress: impl Fn(u64),
    ) -> Result<Imported, Stopped> {
        let (mut imported, mut line) = (Imported::default(), 0);
        let done = |more: Imported, last, bytes| {
            imported += more;
            line = last;
            progress(bytes);
        };
        match self.run(app, from, done).await {
            Ok(()) => Ok(imported),
            Err(error) if self.dry_run => Err(Stopped { error, line: 0 }),
            Err(error) => Err(Stopped { error, line }),
        }
    }

    async fn run(
        self,
        app: &Arc<App>,
        from: impl BufRead,
        mut done: impl FnMut(Imported, usize, u64),
    ) -> Result<(), LoadError> {
        let now = app.clock.now();
        let mut lines = Lines::of(from, now);
        let importing = ImportAudit::begin(app);
        let mut dry_run = match self.dry_run {
            true => Some(app.database.begin().await?),
            false => None,
        };
        let mut next = lines.next()?;
        while let Some(first) = next {
            let table = first.table;
            let mut batch = vec![first];
            // The lines before an invalid one are imported.
            let after = loop {
                match lines.next() {
                    Ok(Some(line)) if line.table.name() == table.name() && batch.len() < BATCH => {
                        batch.push(line);
                    }
                    after => break after,
                }
            };
            let last = batch.last().map_or(0, |line| line.row.index);
            let imported = match &mut dry_run {
                Some(transaction) => self.store(table, transaction, &importing, batch, now).await?,
                None => {
                    let transaction = app.database.begin().await?;
                    let imported = self.store(table, &transaction, &importing, batch, now).await?;
                    transaction.commit().await?;
                    app.written(Stale::Credentials);
                    imported
                }
            };
            done(imported, last, lines.bytes);
            next = after?;
        }
        if let Some(transaction) = dry_run {
            transaction.rollback().await?;
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
