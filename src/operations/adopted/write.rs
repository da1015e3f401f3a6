//! Creates and changes single rows of tables of other programs, where `kinds.toml` opens columns for it.

use adopt::{Own, PresentRow, Writing, Written};
use serde_json::{Map, Value as Json};

use super::{
    present::{ShownRow, key_in, shown},
    undo::account,
    usable::{Usable, of_write},
};
use crate::{
    app::{AdoptedTable, App},
    auth::{Access, Call, Permission},
    error::{Error, Problem, Refusal},
    operations::{
        records::write::check,
        rows::{Expected, Fields},
    },
    resources::{Absent, Input, Rule},
};

/// A row that a caller writes.
pub struct WantedRow {
    /// Its table.
    pub table: String,
    /// Which one it is; `None`: it is new.
    pub row: Option<RowName>,
    /// Its values by column.
    pub values: Map<String, Json>,
    /// The version that it must have.
    pub expected: Expected,
}

/// How a row is named.
pub enum RowName {
    /// By the values of its key by column.
    Key(Map<String, Json>),
    /// By its id.
    Id(String),
}

impl WantedRow {
    /// Reads the fields of a request.
    ///
    /// # Errors
    /// `Invalid` for those that are missing or of another type.
    pub fn read(mut fields: Fields, inputs: &'static [Input], call: &Call) -> Result<Self, Error> {
        Error::of_fields(check(inputs, &fields, Absent::Filled, call.user_id).field_errors)?;
        let mut read = |name: &str| fields.remove(name);
        let text = |value: Option<Json>| value?.as_str().map(str::to_owned);
        let object = |value| match value {
            Some(Json::Object(of)) => Some(of),
            _ => None,
        };
        // What is no number is no row's version.
        let version = text(read("version")).map(|it| it.parse().into_iter().collect());
        Ok(Self {
            table: text(read("table")).unwrap_or_default(),
            row: object(read("key")).map(RowName::Key),
            values: object(read("values")).unwrap_or_default(),
            expected: version.map_or(Expected::Any, Expected::OneOf),
        })
    }

    /// Takes the columns of a table, of the row with an id or of a new one.
    ///
    /// # Errors
    /// `Invalid` for those that are missing or of another type, and for more than a row may have.
    pub fn of_columns(
        table: &str,
        id: Option<String>,
        values: Fields,
        inputs: &'static [Input],
        expected: Expected,
    ) -> Result<Self, Error> {
        let absent = if id.is_some() { Absent::Kept } else { Absent::Filled };
        // Nothing of it is the caller's account.
        let mut field_errors = check(inputs, &values, absent, 0).field_errors;
        field_errors.iter_mut().for_each(|it| it.field.insert_str(0, "values."));
        Error::of_fields(field_errors)?;
        // The limits are those of rows that are written without types.
        let values = Json::Object(values);
        Rule::Json.check(&values).map_err(|problem| Error::invalid("values", problem))?;
        let Json::Object(values) = values else { return Err(Error::Internal) };
        Ok(Self { table: table.to_owned(), row: id.map(RowName::Id), values, expected })
    }
}

/// Creates a row, or changes it, if the caller may. It is shown to those who may view the table.
///
/// # Errors
/// `Forbidden`, `NotFound` for rows, and for tables that the caller may neither view nor write, `Invalid` for columns that
/// aren't open and values that don't fit, `VersionMismatch`, and `Refused` with the database's sentence.
pub async fn write_row(app: &App, call: &Call, wanted: WantedRow) -> Result<ShownRow, Error> {
    let permission: fn(&AdoptedTable) -> &Permission =
        if wanted.row.is_some() { |it| &it.update } else { |it| &it.create };
    let name = &wanted.table;
    let Some(usable) = Usable::of(app, call, Some(std::slice::from_ref(name)), permission) else {
        return Err(refusal(app, call, name, permission));
    };
    let Some(table) = usable.tables.first() else { return Err(Error::not_found("Table")) };
    let open = if wanted.row.is_some() { &table.updatable } else { &table.creatable };
    if open.is_empty() {
        return Err(Error::Refused(Refusal::NothingOpen { table: name.clone() }));
    }
    if let Some(column) = wanted.values.keys().find(|it| !open.contains(it)) {
        let problem = Problem::Closed { columns: open.join(", ") };
        return Err(Error::invalid(format!("values.{column}"), problem));
    }
    if wanted.row.is_some() && wanted.values.is_empty() {
        return Err(Error::invalid("values", Problem::Empty));
    }
    let key = wanted.row.as_ref().map(|row| key_of(table, row)).transpose()?;
    let (by, mut values) = (account(call), wanted.values);
    let permit = app.point_reader(call, 1).await?;
    let own = usable.own(call, &permit).await?;
    if let Some(Own { column, values: owners, .. }) = own.first()
        && let (None, [owner]) = (&key, &owners[..])
    {
        // Who may create only own rows need not say whose they are.
        values.entry(column).or_insert_with(|| owner.as_str().into());
    }
    let expected = &wanted.expected;
    let is_expected = |version: &str| version.parse().is_ok_and(|it| expected.check(it).is_ok());
    let writing = Writing {
        kind: name,
        key: key.as_deref(),
        values: &values,
        expects: (*expected != Expected::Any).then_some(&is_expected),
        by: &by,
        own: own.first(),
    };
    let written = adopt::write_row(usable.adopted.database(&permit), writing).await;
    match written.map_err(of_write)? {
        Written::Row(row) => {
            tracing::info!(account = call.user_id, table = name, "a row was written");
            // Whose row it is is known of those that are written as the caller's own.
            let views = |it: Access| it.account().is_none() || !own.is_empty();
            let may_view = call.caller.require(&table.view).is_ok_and(views);
            let row = match may_view {
                true => row,
                // On SQLite the version is a hash of the values.
                false => PresentRow { values: None, version: None, ..row },
            };
            Ok(shown(&usable, name, row)?)
        }
        Written::Gone => Err(Error::not_found("Row")),
        Written::Foreign => Err(Error::Forbidden { required: vec![permission(table).all] }),
        Written::Changed => Err(Error::VersionMismatch),
        Written::Invalid(says) => Err(Error::invalid("values", Problem::Says { says })),
        Written::Refused(says) => Err(Error::Refused(Refusal::NotWritten { says })),
    }
}

/// The values of a row's key as text, in the order of its columns.
fn key_of(table: &AdoptedTable, row: &RowName) -> Result<Vec<String>, Error> {
    let key = match row {
        RowName::Key(key) => key,
        RowName::Id(id) => {
            return key_in(id, table.key.len()).ok_or_else(|| Error::not_found("Row"));
        }
    };
    let text = |column: &String| match key.get(column)? {
        Json::String(text) => Some(text.clone()),
        value @ (Json::Number(_) | Json::Bool(_)) => Some(value.to_string()),
        _ => None,
    };
    let values: Option<Vec<_>> = table.key.iter().map(text).collect();
    values.filter(|it| it.len() == key.len()).ok_or_else(|| {
        Error::bad_request(format!("key must have values of {}", table.key.join(", ")))
    })
}

/// Which permission would do, of a table that the caller may view. Of another one it isn't said whether it is there.
fn refusal(app: &App, call: &Call, table: &str, of: fn(&AdoptedTable) -> &Permission) -> Error {
    let known = Usable::one(app, call, table);
    match known.as_ref().and_then(|it| it.tables.first()) {
        Some(table) => Error::Forbidden { required: vec![of(table).all] },
        None => Error::not_found("Table"),
    }
}
