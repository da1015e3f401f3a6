//! Updates stored records from lines.

use entity::table::Column;
use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait,
    sea_query::{Expr, Query},
};
use serde_json::{Map, json};
use std::collections::BTreeSet;

use super::{
    batch::{Batch, Stored},
    line::Line,
};
use crate::{
    data::fixtures::{LoadError, Row, bind},
    operations::{
        accounts::{GrantField, Grants},
        audit::{self, Action, OperatorChange},
        records::dependents,
        rows::Value,
    },
    resources::Columns,
};

/// A field of grants, and the stored names in it.
type Differing = (GrantField, BTreeSet<String>);

impl Batch<'_> {
    /// Updates a stored row, and returns whether that changed anything.
    pub(super) async fn change(&self, line: &Line, stored: &Stored) -> Result<bool, LoadError> {
        let id = self.id(stored);
        let Columns { id: key, version, updated_at, .. } = self.table.standard();
        let differs = |column: &&Column| {
            column.name != key
                && line.given.contains_key(column.name)
                && line.row.value(column.name) != Some(self.value(stored, column.name))
        };
        let columns: Vec<&Column> = self.table.columns().filter(differs).collect();
        let given = self.differing(line, id).await?;
        if columns.is_empty() && given.is_empty() {
            return Ok(false);
        }
        self.loading().reject_dangling(&[&line.row]).await?;
        let (mut before, mut after) = (Map::new(), Map::new());
        let mut update = Query::update();
        update.table(self.table.name()).and_where(Expr::col(key).eq(id));
        let counts = self.table.table.column(version).is_some();
        if counts && !columns.iter().any(|column| column.name == version) {
            update.value(version, Expr::col(version).add(1));
        }
        if !line.given.contains_key(updated_at) && self.index_of(updated_at).is_some() {
            update.value(updated_at, Expr::value(self.at));
        }
        for column in columns {
            let Some(value) = line.row.value(column.name) else { continue };
            update.value(column.name, bind(column, value));
            before.insert(column.name.to_owned(), self.value(stored, column.name).to_json());
            after.insert(column.name.to_owned(), value.to_json());
        }
        self.transaction.execute(&update).await?;
        self.rename(line, stored).await?;
        for (field, old) in &given {
            let new = line.row.grants.field(*field);
            before.insert(field.name().to_owned(), json!(old - new));
            after.insert(field.name().to_owned(), json!(new - old));
        }
        self.replace_grants(line, id, &given).await?;
        let number = |name| line.row.value(name).unwrap_or(self.value(stored, name)).as_int();
        let owner = match self.owner() {
            Some(column) if column == key => Some(id),
            owner => owner.and_then(number),
        };
        let event = audit::ImportedRecord { id, owner, before: Some(before), after };
        self.record(vec![event]).await?;
        self.record_token(line, stored).await?;
        Ok(true)
    }

    /// Lets records that name the row follow its new key (D28).
    async fn rename(&self, line: &Line, stored: &Stored) -> Result<(), LoadError> {
        let (Some(resource), Some(writer)) = (self.table.resource, self.writer) else {
            return Ok(());
        };
        let key = resource.key_column;
        let given = line.row.value(key).filter(|_| line.given.contains_key(key));
        let Some(new) = given else { return Ok(()) };
        for dependent in dependents(resource, &[(key, new.clone())]) {
            let keys = [self.value(stored, key), new];
            let followed = dependent.follow(writer, self.transaction, self.at, keys).await?;
            let place = self.table.place(line.row.index);
            followed.map_err(|it| LoadError(format!("{place}.{}: {}", it.field, it.problem)))?;
        }
        Ok(())
    }

    /// The permissions and roles of the row that differ from its line.
    async fn differing(&self, line: &Line, id: i64) -> Result<Vec<Differing>, DbErr> {
        let mut differing = Vec::new();
        let Some(grantee) = self.table.grantee else { return Ok(differing) };
        for field in grantee.fields().iter().filter(|it| line.given.contains_key(it.name())) {
            let mut names = grantee.names(self.transaction, *field, Some(&[id])).await?;
            let has = names.remove(&id).unwrap_or_default();
            differing.extend((*line.row.grants.field(*field) != has).then_some((*field, has)));
        }
        Ok(differing)
    }

    /// Records the events by which servers end live connections of a changed token's accounts. Revoking
    /// a token does the same.
    async fn record_token(&self, line: &Line, stored: &Stored) -> Result<(), LoadError> {
        let Some(writer) = self.writer.filter(|_| self.table.name() == "access_tokens") else {
            return Ok(());
        };
        let old = |name| self.value(stored, name);
        let new = |name| {
            if line.given.contains_key(name) {
                line.row.value(name).unwrap_or(old(name))
            } else {
                old(name)
            }
        };
        let [from, to] = [old("user_id"), new("user_id")];
        for account in [from, to].into_iter().take(if from == to { 1 } else { 2 }) {
            let Value::Int(account_id) = account else { continue };
            let tokens = |its: bool| json!({ "access_tokens": Vec::from_iter(its.then(|| self.id(stored))) });
            let before = Some(tokens(from == account && *old("revoked_at") == Value::Null));
            let after = tokens(to == account && *new("revoked_at") == Value::Null);
            let change = OperatorChange { action: Action::Updated, at: self.at, before, after };
            writer.record_account(self.transaction, *account_id, change).await?;
        }
        Ok(())
    }

    /// Replaces a row's permissions and roles by its line's.
    async fn replace_grants(
        &self,
        line: &Line,
        id: i64,
        given: &[Differing],
    ) -> Result<(), LoadError> {
        let Some(grantee) = self.table.grantee.filter(|_| !given.is_empty()) else { return Ok(()) };
        // Granting finds the row by its current name.
        let key = self.table.natural_key();
        let name = line.row.values.iter().find(|(column, _)| column.name == key).cloned();
        let (index, values) = (line.row.index, Vec::from_iter(name));
        let mut row = Row { index, values, grants: Grants::default() };
        for (field, _) in given {
            row.grants.field_mut(*field).clone_from(line.row.grants.field(*field));
            let (table, [column, _]) = grantee.table(*field);
            let theirs =
                Query::delete().from_table(table).and_where(Expr::col(column).eq(id)).take();
            self.transaction.execute(&theirs).await?;
        }
        self.loading().grant([&row].into_iter()).await
    }
}
