//! Estimates how many rows a list makes the database read (D23).

use super::{
    filter::{Filter, Test},
    list::Wanted,
};
use crate::{
    app::App,
    error::Error,
    resources::{Columns, Resource},
};

impl Wanted {
    /// About how many rows a page of that size may read.
    pub(crate) async fn rows_of_page(&self, app: &App, size: u64) -> Result<u64, Error> {
        let Columns { id, created_at, deleted_at, .. } = self.resource.columns;
        // There are indexes for these.
        let columns = [id, created_at, deleted_at, self.resource.key_column];
        let sorted = self.order.first().is_none_or(|sort| columns.contains(&sort.field));
        match &self.filter {
            Some(filter) if filter.is_indexed(self.resource) => Ok(size),
            None if sorted => Ok(size),
            _ => self.rows_of_count(app).await,
        }
    }

    /// About how many rows counting the list may read: as many as the table has for each test.
    pub(crate) async fn rows_of_count(&self, app: &App) -> Result<u64, Error> {
        let size = app.table_sizes.of(&app.database, self.resource.table.name).await?;
        Ok(size.saturating_mul(self.filter.as_ref().map_or(1, Filter::tests).max(1)))
    }
}

impl Filter {
    /// The number of tests that a row may have to pass.
    fn tests(&self) -> u64 {
        match self {
            Self::All(filters) | Self::Any(filters) => filters.iter().map(Self::tests).sum(),
            Self::Not(filter) => filter.tests(),
            Self::Field(..) | Self::HasRole(_) => 1,
            // The accounts are read once more.
            Self::Account(..) => 2,
        }
    }

    /// Whether an index finds the rows.
    fn is_indexed(&self, resource: &Resource) -> bool {
        match self {
            Self::All(filters) => filters.iter().any(|it| it.is_indexed(resource)),
            Self::Any(filters) => filters.iter().all(|it| it.is_indexed(resource)),
            Self::Not(_) => false,
            Self::HasRole(_) => true,
            Self::Field(name, _, test) | Self::Account(name, test) => {
                let found = [resource.columns.id, resource.key_column];
                let found = found.contains(name) || resource.owner == Some(name);
                found && matches!(test, Test::Is(_) | Test::IsIn(_))
            }
        }
    }
}
