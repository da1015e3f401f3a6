//! The indexes that lists and the trash of a kind need.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// A table of records, with the columns for sorting and searching lists.
#[derive(Clone, Copy, Debug)]
pub struct RecordTable {
    /// Its name.
    pub name: &'static str,
    /// The column of the id.
    pub id: &'static str,
    /// The column with the time of creation.
    pub created_at: &'static str,
    /// The column with the time of deletion.
    pub deleted_at: &'static str,
    /// The column that people know a record by.
    pub label: &'static str,
    /// The column with the account that owns a record, if any.
    pub owner: Option<&'static str>,
}

impl RecordTable {
    /// A table whose columns have their usual names.
    #[must_use]
    pub const fn new(name: &'static str, label: &'static str) -> Self {
        let (id, created_at, deleted_at) = ("id", "created_at", "deleted_at");
        Self { name, id, created_at, deleted_at, label, owner: None }
    }

    /// Sets the column with the account that owns a record.
    #[must_use]
    pub const fn owned_through(self, column: &'static str) -> Self {
        Self { owner: Some(column), ..self }
    }

    /// Creates the indexes for its lists and its trash.
    ///
    /// # Errors
    /// When the table or a column doesn't exist.
    pub async fn index(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let Self { name, id, created_at, deleted_at, label, owner } = *self;
        let live = || Expr::col(deleted_at).is_null();
        let deleted = || Expr::col(deleted_at).is_not_null();
        let is_postgres = manager.get_database_backend() == DbBackend::Postgres;
        let mut wanted = vec![
            ("live", vec![id], Some(live())),
            ("newest", vec![created_at, id], Some(live())),
            ("trash_id", vec![id], Some(deleted())),
            ("trash_newest", vec![created_at, id], Some(deleted())),
        ];
        match is_postgres {
            true => wanted.push(("bin", vec![deleted_at, id], Some(deleted()))),
            // SQLite searches the labels in the index, without reading a row for each record.
            false => wanted.push(("bin", vec![deleted_at, id, label], Some(deleted()))),
        }
        if let Some(owner) = owner {
            wanted.push(("own", vec![owner, id], None));
            wanted.push(("own_bin", vec![owner, deleted_at, id], Some(deleted())));
        }
        for (suffix, columns, state) in wanted {
            let mut index = Index::create();
            index.name(format!("{name}_{suffix}_index")).table(name).if_not_exists();
            for column in columns {
                index.col(column);
            }
            if let Some(state) = state {
                index.and_where(state);
            }
            manager.create_index(index.take()).await?;
        }
        match is_postgres {
            true => self.index_trigrams(manager).await,
            false => Ok(()),
        }
    }

    /// Indexes the trigrams of deleted records' labels, where the extension exists.
    async fn index_trigrams(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let Self { name, label, deleted_at, .. } = self;
        let statement = format!(
            "DO $$ BEGIN \
               CREATE EXTENSION IF NOT EXISTS pg_trgm; \
               CREATE INDEX IF NOT EXISTS {name}_trash_label_index ON {name} USING gin ({label} gin_trgm_ops) \
                 WHERE {deleted_at} IS NOT NULL; \
             EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file \
               OR undefined_object THEN \
               RAISE NOTICE 'no index for searches of the trash: %', SQLERRM; \
             END $$"
        );
        manager.get_connection().execute_unprepared(&statement).await.map(drop)
    }
}
