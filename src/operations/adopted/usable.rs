//! The tables of other programs that a caller may use.

use adopt::{NOTHING_KEPT, Own, Owner, RemovedRow};
use entity::user;
use sea_orm::{DbErr, EntityTrait, QuerySelect};
use serde_json::Value;
use std::sync::Arc;

use crate::{
    app::{AdoptedTable, AdoptedTables, App, StatementPermit},
    auth::{Call, Permission},
    error::{Error, Refusal},
    operations::rows::RawJson,
};

/// Rows that an undo, or a page of the rows of a removal, may read.
pub(super) const COUNTED: u64 = adopt::COUNTED as u64;

/// A removed or changed row, with what people know it by.
pub struct LabelledRow {
    /// The row.
    pub row: RemovedRow,
    /// Its values by column before, if they were kept and aren't too long for a list.
    pub values: Option<RawJson>,
    /// Its values after, if it was changed or created.
    pub after: Option<RawJson>,
    /// What people know it by.
    pub label: Option<String>,
}

/// The tables that a caller may use, of those that are asked for.
pub(super) struct Usable {
    pub adopted: Arc<AdoptedTables>,
    pub tables: Vec<AdoptedTable>,
    /// Of these only the caller's own rows: their names, and what says whose a row is.
    own: Vec<(String, Owner)>,
}

impl Usable {
    /// `None`: there are none.
    pub fn of(
        app: &App,
        call: &Call,
        asked: Option<&[String]>,
        permission: fn(&AdoptedTable) -> &Permission,
    ) -> Option<Self> {
        let adopted = Arc::clone(app.adopted.get()?);
        let all = adopted.tables();
        let is_asked = |it: &&AdoptedTable| asked.is_none_or(|names| names.contains(&it.name));
        let (mut tables, mut own) = (Vec::new(), Vec::new());
        for table in all.iter().filter(is_asked) {
            let Ok(access) = call.caller.require(permission(table)) else { continue };
            if access.account().is_some() {
                // Without owners there is no permission for own rows.
                own.extend(table.owner.clone().map(|owner| (table.name.clone(), owner)));
            }
            tables.push(table.clone());
        }
        (!tables.is_empty()).then_some(Self { adopted, tables, own })
    }

    /// How many rows a statement may read that looks for so many; the caller's own are looked for among all.
    pub fn rows(&self, found: u64) -> u64 {
        if self.own.is_empty() { found } else { found.max(COUNTED) }
    }

    /// Which rows are the caller's own, of tables where it may use no others.
    pub async fn own(&self, call: &Call, permit: &StatementPermit) -> Result<Vec<Own>, Error> {
        let mut own = Vec::with_capacity(self.own.len());
        if self.own.is_empty() {
            return Ok(own);
        }
        let address =
            user::Entity::find_by_id(call.user_id).select_only().column(user::Column::Email);
        let address: Option<String> = address.into_tuple().one(&**permit).await?;
        let Some(address) = address else { return Err(Error::Unauthenticated) };
        for (kind, owner) in &self.own {
            let database = self.adopted.database(permit);
            let found = adopt::own_rows(database, kind, owner, &address).await;
            own.push(found.map_err(of_write)?);
        }
        Ok(own)
    }

    /// The table that is asked for by name, if the caller may view it.
    pub fn one(app: &App, call: &Call, table: &str) -> Option<Self> {
        Self::of(app, call, Some(&[table.to_owned()]), |it| &it.view)
    }

    /// The columns of a key with these values, of the table that is asked for by name.
    pub fn key(&self, values: &[String]) -> Result<Vec<String>, Error> {
        let of: Vec<_> = self.tables.iter().flat_map(|it| &it.key).cloned().collect();
        if values.len() == of.len() {
            Ok(of)
        } else {
            Err(Error::bad_request(format!("key must have values of {}", of.join(", "))))
        }
    }

    /// What people know a row of a table by.
    pub fn label(&self, table: &str, values: &RawJson) -> Option<String> {
        let column = self.tables.iter().find(|it| it.name == table)?.label.as_deref()?;
        text_of(values, column)
    }

    pub fn names(&self) -> Vec<String> {
        self.tables.iter().map(|it| it.name.clone()).collect()
    }

    /// Rows with what people know them by; their bytes count for the caller.
    pub fn labelled(
        &self,
        app: &App,
        call: &Call,
        rows: Vec<RemovedRow>,
    ) -> Result<Vec<LabelledRow>, Error> {
        let images = rows.iter().flat_map(|it| [&it.values, &it.after]);
        let bytes = images.flatten().map(String::len).sum();
        app.spend_read(call, bytes)?;
        let labelled = |mut row: RemovedRow| {
            let [values, after] =
                [row.values.take(), row.after.take()].map(|it| it.map(RawJson::of).transpose());
            let (values, after) = (values?, after?);
            let shown = values.as_ref().or(after.as_ref());
            let label = shown.and_then(|it| self.label(&row.kind, it));
            Ok(LabelledRow { row, values, after, label })
        };
        rows.into_iter().map(labelled).collect::<Result<_, DbErr>>().map_err(Error::from)
    }
}

fn text_of(values: &RawJson, column: &str) -> Option<String> {
    let (_, value) = values.fields().into_iter().find(|(name, _)| name == column)?;
    match value.parse() {
        Value::Null => None,
        Value::String(text) => Some(text),
        value => Some(value.to_string()),
    }
}

/// Why nothing is written: nothing would be kept of it, or another error.
pub(super) fn of_write(error: DbErr) -> Error {
    match error {
        DbErr::Custom(text) if text == NOTHING_KEPT => Error::ConflictsWith(Refusal::NothingKept),
        error => error.into(),
    }
}

/// What was found; nothing, where nothing is kept.
pub(super) fn unless_nothing<T>(found: Result<Vec<T>, DbErr>) -> Result<Vec<T>, Error> {
    match found {
        Err(DbErr::Custom(text)) if text == NOTHING_KEPT => Ok(Vec::new()),
        found => Ok(found?),
    }
}
