//! Updates stored records from rows.

use entity::table::Column;
use sea_orm::{
    ConnectionTrait, ExprTrait,
    sea_query::{Expr, Query},
};
use serde_json::{Map, json};

use super::{
    batch::{Batch, Stored},
    row::{LoadError, Row},
};
use crate::{
    kinds::accounts,
    operations::{accounts::tokens_changed, records::dependents, rows::Value},
    resources::Columns,
};

impl Batch<'_> {
    /// Updates a stored row, and returns whether that changed anything.
    pub async fn change(&self, row: &Row, stored: &Stored) -> Result<bool, LoadError> {
        let id = self.id(stored);
        let Columns { id: key, version, updated_at, .. } = self.table.standard();
        let differs = |column: &&Column| {
            column.name != key
                && row.is_given(column.name)
                && row.value(column.name) != Some(self.value(stored, column.name))
        };
        let columns: Vec<&Column> = self.table.columns().filter(differs).collect();
        let given = self.differing(row, id).await?;
        if columns.is_empty() && given.is_empty() {
            return Ok(false);
        }
        self.reject_dangling(&[row]).await?;
        let (mut before, mut after) = (Map::new(), Map::new());
        let mut update = Query::update();
        update.table(self.table.name()).and_where(Expr::col(key).eq(id));
        let counts = self.table.table.column(version).is_some();
        if counts && !columns.iter().any(|column| column.name == version) {
            update.value(version, Expr::col(version).add(1));
        }
        if !row.is_given(updated_at) && self.table.table.column(updated_at).is_some() {
            update.value(updated_at, Expr::value(self.at));
        }
        for column in columns {
            let Some(value) = row.value(column.name) else { continue };
            let new = Expr::value(value.clone().into_sql(column.column_type));
            update.value(column.name, new);
            before.insert(column.name.to_owned(), self.value(stored, column.name).to_json());
            after.insert(column.name.to_owned(), value.to_json());
        }
        self.transaction.execute(&update).await?;
        self.rename(row, stored).await?;
        for (field, old) in &given {
            let new = row.grants.field(*field);
            before.insert(field.name().to_owned(), json!(old - new));
            after.insert(field.name().to_owned(), json!(new - old));
        }
        self.replace_grants(row, id, &given).await?;
        let number = |name| row.value(name).unwrap_or(self.value(stored, name)).as_int();
        let owner = match self.owner() {
            Some(column) if column == key => Some(id),
            owner => owner.and_then(number),
        };
        self.record(self.changes((id, owner), Some(before), after)).await?;
        self.record_token(row, stored).await?;
        Ok(true)
    }

    /// Lets records that name the row follow its new key (D28).
    async fn rename(&self, row: &Row, stored: &Stored) -> Result<(), LoadError> {
        let (Some(resource), Some(writer)) = (self.table.resource, self.writer) else {
            return Ok(());
        };
        let key = resource.key_column;
        let Some(new) = row.value(key).filter(|_| row.is_given(key)) else { return Ok(()) };
        for dependent in dependents(resource, &[(key, new.clone())]) {
            let keys = [self.value(stored, key), new];
            let followed = dependent.follow(writer, self.transaction, self.at, keys).await?;
            let place = self.table.place(row.index);
            followed.map_err(|it| LoadError(format!("{place}.{}: {}", it.field, it.problem)))?;
        }
        Ok(())
    }

    /// Records the events by which servers end live connections of a changed token's accounts. Revoking
    /// a token does the same.
    async fn record_token(&self, row: &Row, stored: &Stored) -> Result<(), LoadError> {
        let Some(writer) = self.writer.filter(|_| self.table.name() == "access_tokens") else {
            return Ok(());
        };
        let old = |name| self.value(stored, name);
        let given = |name| row.value(name).filter(|_| row.is_given(name));
        let new = |name| given(name).unwrap_or(old(name));
        let [from, to] = [old("user_id"), new("user_id")];
        for account in [from, to].into_iter().take(if from == to { 1 } else { 2 }) {
            let Value::Int(account_id) = account else { continue };
            let token = |its: bool| its.then(|| self.id(stored));
            let before = token(from == account && *old("revoked_at") == Value::Null);
            let after = token(to == account && *new("revoked_at") == Value::Null);
            let change = tokens_changed(*account_id, before, after);
            writer.record(self.transaction, accounts().name, self.at, [change]).await?;
        }
        Ok(())
    }
}
