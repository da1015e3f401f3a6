//! Reading records in, some lines in one transaction: all of them or none.

use entity::Timestamp;
use sea_orm::DatabaseTransaction;
use std::{fmt, io::BufRead, sync::Arc};

use super::{
    line::{Line, Lines},
    stored::Batch,
};
use crate::{app::App, data::fixtures::Flaw, operations::audit::ImportAudit, store::Stale};

/// Records in one transaction.
const BATCH: usize = 500;

/// What becomes of a record that the database has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// It stops the import.
    Refuse,
    /// It is left as it is stored.
    Skip,
    /// It gets what its line says.
    Update,
}

/// How records are read in.
#[derive(Clone, Copy, Debug)]
pub struct Import {
    /// What becomes of those that the database has already.
    pub conflict: Conflict,
    /// Whether everything is undone at the end.
    pub dry_run: bool,
}

/// What became of the records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// How many were made.
    pub made: u64,
    /// How many were changed.
    pub changed: u64,
    /// How many were there and are as they were.
    pub unchanged: u64,
}

/// Why an import stopped before its end.
#[derive(Debug)]
pub struct Stopped {
    /// What is wrong.
    pub flaw: Flaw,
    /// What was imported until then, and stays so.
    pub imported: Imported,
    /// The last line of it; 0: none.
    pub line: usize,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; ", self.flaw)?;
        match self.line {
            0 => f.write_str("nothing was imported"),
            line => write!(
                f,
                "lines 1 to {line} were imported: with --on-conflict skip the import goes on from there"
            ),
        }
    }
}

impl std::error::Error for Stopped {}

impl Import {
    /// Reads a text to its end. Lines are taken some at a time, each time in one transaction: all of
    /// them or none; a dry run is one transaction that is undone. Each record that is made or changed
    /// is told by an event, done by the system. Tells `progress` how many bytes have been read.
    ///
    /// # Errors
    /// For the first line that is not well-formed, clashes with what is stored or refers to what
    /// isn't there; what stands before it is in, as far as it was committed.
    pub async fn read(
        self,
        app: &Arc<App>,
        from: impl BufRead,
        progress: impl Fn(u64),
    ) -> Result<Imported, Stopped> {
        let mut done = Progress { imported: Imported::default(), line: 0 };
        match self.take(app, from, progress, &mut done).await {
            Ok(()) => Ok(done.imported),
            Err(flaw) if self.dry_run => {
                Err(Stopped { flaw, imported: Imported::default(), line: 0 })
            }
            Err(flaw) => Err(Stopped { flaw, imported: done.imported, line: done.line }),
        }
    }

    async fn take(
        self,
        app: &Arc<App>,
        from: impl BufRead,
        progress: impl Fn(u64),
        done: &mut Progress,
    ) -> Result<(), Flaw> {
        let now = app.clock.now();
        let mut lines = Lines::of(from, now);
        let importing = ImportAudit::begin(app);
        let mut dry = match self.dry_run {
            true => Some(app.database.begin().await?),
            false => None,
        };
        let mut next = lines.next()?;
        while let Some(first) = next {
            let table = first.table;
            let mut batch = vec![first];
            // Those before a line that is off are imported.
            let after = loop {
                match lines.next() {
                    Ok(Some(line)) if line.table.name() == table.name() && batch.len() < BATCH => {
                        batch.push(line);
                    }
                    after => break after,
                }
            };
            let last = batch.last().map_or(0, |line| line.row.index);
            let imported = match &mut dry {
                Some(transaction) => self.store(transaction, &importing, batch, now).await?,
                None => {
                    let transaction = app.database.begin().await?;
                    let imported = self.store(&transaction, &importing, batch, now).await?;
                    transaction.commit().await?;
                    app.written(Stale::Credentials);
                    imported
                }
            };
            done.add(imported, last);
            progress(lines.bytes);
            next = after?;
        }
        if let Some(transaction) = dry {
            transaction.rollback().await?;
        }
        app.written(Stale::Translations);
        Ok(())
    }

    async fn store(
        self,
        transaction: &DatabaseTransaction,
        importing: &ImportAudit,
        lines: Vec<Line>,
        at: Timestamp,
    ) -> Result<Imported, Flaw> {
        let Some(table) = lines.first().map(|line| line.table) else {
            return Ok(Imported::default());
        };
        Batch { table, transaction, importing, at }.store(lines, self.conflict).await
    }
}

struct Progress {
    imported: Imported,
    line: usize,
}

impl Progress {
    fn add(&mut self, more: Imported, line: usize) {
        self.imported.made += more.made;
        self.imported.changed += more.changed;
        self.imported.unchanged += more.unchanged;
        self.line = line;
    }
}
