//! The tables of other programs that the service shows, and their database.

use adopt::{Gap, Kinds, Owner, Record, TypedKind};
use database::end_left_statements;
use sea_orm::{ConnectOptions, Database, DatabaseConnection, DbErr};
use std::{
    num::NonZeroU32,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};
use tokio::{
    sync::{Mutex, MutexGuard},
    time::sleep,
};

use super::concurrency::StatementPermit;
use crate::auth::Permission;

/// Connections to the database of the tables. Reads are few, and undos take turns.
const CONNECTIONS: u32 = 3;
/// How long a request waits for one.
const PATIENCE: Duration = Duration::from_secs(4);
/// How long a statement may take. An undo that tries rows one by one is a single one.
const STATEMENT_TIME: Duration = Duration::from_secs(20);

/// How many rows are forgotten by one statement.
const BATCH: u32 = 5_000;
/// How long others may write to SQLite after it.
const PAUSE: Duration = Duration::from_millis(50);

/// The tables of other programs that the service shows.
pub struct AdoptedTables {
    tables: RwLock<Arc<[AdoptedTable]>>,
    database: DatabaseConnection,
    undo: Mutex<()>,
}

impl AdoptedTable {
    /// The permissions that operations on it take.
    pub fn permissions(&self) -> impl Iterator<Item = &Permission> {
        let written = [(&self.creatable, &self.create), (&self.updatable, &self.update)];
        let open = written.into_iter().filter(|(columns, _)| !columns.is_empty());
        [&self.view, &self.restore].into_iter().chain(open.map(|(_, it)| it))
    }
}

/// A table of another program, by its name in `kinds.toml`.
#[derive(Clone, Debug)]
pub struct AdoptedTable {
    /// Its name.
    pub name: String,
    /// The column that names a row for people.
    pub label: Option<String>,
    /// The columns of its key.
    pub key: Vec<String>,
    /// What says whose a row is; `None`: nothing, so that no row is anybody's own.
    pub owner: Option<Owner>,
    /// Whether changes are recorded too.
    pub records_changes: bool,
    /// How many days what is kept stays; `None`: until somebody forgets it.
    pub keep_days: Option<u32>,
    /// The permission to view what was removed from it.
    pub view: Permission,
    /// The permission to bring it back.
    pub restore: Permission,
    /// The columns that new rows may be given.
    pub creatable: Vec<String>,
    /// The permission to create rows.
    pub create: Permission,
    /// The columns that may be changed.
    pub updatable: Vec<String>,
    /// The permission to change rows.
    pub update: Permission,
}

impl AdoptedTables {
    /// Takes the tables of a database, which may not be reachable yet.
    ///
    /// # Errors
    /// When the URL is invalid, and when SQLite's file can't be opened.
    pub async fn open(url: &str, kinds: &Kinds) -> Result<Self, DbErr> {
        let mut options = ConnectOptions::new(url);
        options
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .connect_lazy(true)
            .sqlx_logging(false)
            .record_stmt_in_spans(false);
        let time = STATEMENT_TIME.as_millis().to_string();
        options.map_sqlx_postgres_opts(move |options| {
            options.options([("statement_timeout", time.as_str())])
        });
        end_left_statements(&mut options);
        let database = Database::connect(options).await?;
        Ok(Self { tables: RwLock::new(tables(kinds)), database, undo: Mutex::default() })
    }

    /// The tables, in the order of their names.
    pub fn tables(&self) -> Arc<[AdoptedTable]> {
        Arc::clone(&self.tables.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Shows the tables of these kinds from now on.
    pub fn replace(&self, kinds: &Kinds) {
        *self.tables.write().unwrap_or_else(PoisonError::into_inner) = tables(kinds);
    }

    /// The database of the tables, for as long as somebody has a permit.
    pub const fn database<'a>(&'a self, _permit: &'a StatementPermit) -> &'a DatabaseConnection {
        &self.database
    }

    /// The typed ones of these kinds, as they are now.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn typed(&self, kinds: &Kinds) -> Result<Vec<TypedKind>, DbErr> {
        adopt::typed_kinds(&self.database, kinds).await
    }

    /// What isn't kept any more, or not yet, by table.
    ///
    /// # Errors
    /// When the database can't be reached, and when nothing is kept in it.
    pub async fn gaps(&self) -> Result<Vec<(String, Gap)>, DbErr> {
        let (tables, covered) = (self.tables(), adopt::coverage(&self.database).await?);
        let gaps =
            tables.iter().flat_map(|table| match covered.iter().find(|it| it.kind == table.name) {
                None => vec![(table.name.clone(), Gap::NothingKept)],
                Some(it) => it.gaps.iter().map(|gap| (it.kind.clone(), gap.clone())).collect(),
            });
        Ok(gaps.collect())
    }

    /// Forgets what was kept for longer than each table's days.
    ///
    /// # Errors
    /// When the database can't be reached, and when nothing is kept in it.
    pub async fn forget_old(&self) -> Result<(), DbErr> {
        for AdoptedTable { name, keep_days, .. } in self.tables().iter() {
            let Some(days) = keep_days else { continue };
            let mut rows = 0;
            loop {
                let forgotten = adopt::forget_old(&self.database, name, *days, BATCH).await?;
                rows += forgotten;
                if forgotten < u64::from(BATCH) {
                    break;
                }
                sleep(PAUSE).await;
            }
            if rows > 0 {
                tracing::info!(table = name, rows, days, "what was kept for long is forgotten");
            }
        }
        Ok(())
    }

    /// Whether an account's address decides whose rows are its own.
    pub fn know_addresses(&self) -> bool {
        self.tables().iter().any(|it| it.owner.is_some())
    }

    /// Waits for the turn to undo.
    pub async fn turn(&self) -> MutexGuard<'_, ()> {
        self.undo.lock().await
    }
}

fn tables(kinds: &Kinds) -> Arc<[AdoptedTable]> {
    let table = |(name, kind): (&String, &adopt::Kind)| {
        let on_rows = |it| Permission::on_adopted(name, it, kind.owner.is_some());
        let [view, restore, create, update] = ["view", "restore", "create", "update"].map(on_rows);
        let records_changes = kind.record == Record::All;
        AdoptedTable {
            name: name.clone(),
            label: kind.label.clone(),
            key: kind.key.clone(),
            owner: kind.owner(kinds),
            records_changes,
            keep_days: kind.keep_days.map(NonZeroU32::get),
            view,
            restore,
            creatable: kind.create.clone(),
            create,
            updatable: kind.update.clone(),
            update,
        }
    };
    kinds.iter().map(table).collect()
}
