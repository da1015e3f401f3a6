//! Giving stored rows what their lines say.

use entity::table::Column;
use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait,
    sea_query::{Expr, Query},
};
use serde_json::{Map, json};

use super::{
    export::held,
    line::Line,
    stored::{Batch, Stored, sorted},
};
use crate::{
    data::fixtures::{Extra, Flaw, Row, bind},
    operations::{audit, records::Value},
};

impl Batch<'_> {
    /// Gives a stored row what its line says, and tells whether that is anything new.
    pub(crate) async fn change(&self, line: &Line, stored: &Stored) -> Result<bool, Flaw> {
        let id = self.id(stored);
        let differs = |column: &&Column| {
            column.name != "id"
                && line.given.contains_key(column.name)
                && line.row.value(column.name) != Some(self.value(stored, column.name))
        };
        let columns: Vec<&Column> = self.table.columns().filter(differs).collect();
        let given = self.given(line, id).await?;
        if columns.is_empty() && given.is_empty() {
            return Ok(false);
        }
        self.loading().refuse_unknown(&[&line.row]).await?;
        let (mut before, mut after) = (Map::new(), Map::new());
        let mut update = Query::update();
        update.table(self.table.name()).and_where(Expr::col("id").eq(id));
        let counts = self.table.table.column("version").is_some();
        if counts && !columns.iter().any(|column| column.name == "version") {
            update.value("version", Expr::col("version").add(1));
        }
        if !line.given.contains_key("updated_at") && self.place_of("updated_at").is_some() {
            update.value("updated_at", Expr::value(self.at));
        }
        for column in columns {
            let Some(value) = line.row.value(column.name) else { continue };
            update.value(column.name, bind(column, value));
            before.insert(column.name.to_owned(), self.value(stored, column.name).to_json());
            after.insert(column.name.to_owned(), value.to_json());
        }
        self.transaction.execute(&update).await?;
        for (extra, names) in &given {
            let wanted = match extra {
                Extra::Permissions { .. } => &line.row.permissions,
                _ => &line.row.roles,
            };
            before.insert(extra.name().to_owned(), json!(names));
            after.insert(extra.name().to_owned(), json!(sorted(wanted)));
        }
        self.give(line, id, &given).await?;
        let number = |name| match line.row.value(name).unwrap_or(self.value(stored, name)) {
            Value::Int(number) => Some(*number),
            _ => None,
        };
        let owner = match self.owner() {
            Some("id") => Some(id),
            owner => owner.and_then(number),
        };
        let told = audit::ImportedRecord { id, owner, before: Some(before), after };
        self.importing.record(self.transaction, self.table.name(), self.at, &[told]).await?;
        Ok(true)
    }

    /// What a line says that its row has of permissions and roles, where it has others; with those.
    async fn given(&self, line: &Line, id: i64) -> Result<Vec<(Extra, Vec<String>)>, DbErr> {
        let mut given = Vec::new();
        for extra in self.table.extras {
            let wanted = match extra {
                Extra::Permissions { .. } => &line.row.permissions,
                _ => &line.row.roles,
            };
            let has = held(self.transaction, *extra, &[id]).await?.remove(&id).unwrap_or_default();
            if line.given.contains_key(extra.name()) && sorted(wanted) != has {
                given.push((*extra, has));
            }
        }
        Ok(given)
    }

    /// Takes from a row what it has, and gives it what its line says.
    async fn give(&self, line: &Line, id: i64, given: &[(Extra, Vec<String>)]) -> Result<(), Flaw> {
        // What is given goes by the name that the row has by now.
        let key = self.table.natural_key();
        let mut row = Row {
            index: line.row.index,
            values: line
                .row
                .values
                .iter()
                .filter(|(column, _)| column.name == key)
                .cloned()
                .collect(),
            permissions: Vec::new(),
            roles: Vec::new(),
        };
        for (extra, _) in given {
            let (table, column) = match extra {
                Extra::Permissions { table, column } => {
                    row.permissions.clone_from(&line.row.permissions);
                    (*table, *column)
                }
                _ => {
                    row.roles.clone_from(&line.row.roles);
                    ("user_roles", "user_id")
                }
            };
            let theirs =
                Query::delete().from_table(table).and_where(Expr::col(column).eq(id)).take();
            self.transaction.execute(&theirs).await?;
        }
        match given.is_empty() {
            true => Ok(()),
            false => self.loading().give([&row].into_iter()).await,
        }
    }
}
