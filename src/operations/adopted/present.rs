//! Reads the rows of tables of other programs that are there.

use adopt::{Having, NO_COLUMN, Place, PresentRow};
use sea_orm::DbErr;

use super::usable::{COUNTED, Usable, unless_nothing};
use crate::{app::App, auth::Call, error::Error, operations::rows::RawJson};

/// A row that is there, with what people know it by.
pub struct ShownRow {
    /// The values of its key as text.
    pub key: Vec<String>,
    /// Where it is among the others.
    pub place: Place,
    /// What people know it by.
    pub label: Option<String>,
    /// Its values by column, unless they are too long for a list.
    pub values: Option<RawJson>,
    /// What changes with it.
    pub version: Option<String>,
}

impl ShownRow {
    /// Its id among the rows of its table: the values of its key, with commas.
    pub fn id(&self) -> String {
        match &self.key[..] {
            [only] => only.clone(),
            several => {
                let escaped = several.iter().map(|it| it.replace('%', "%25").replace(',', "%2C"));
                escaped.collect::<Vec<_>>().join(",")
            }
        }
    }
}

/// The values of a key of so many columns in an id. `None`: no row has it.
pub(super) fn key_in(id: &str, columns: usize) -> Option<Vec<String>> {
    if columns == 1 {
        return Some(vec![id.to_owned()]);
    }
    let values = id.split(',').map(|it| it.replace("%2C", ",").replace("%25", "%"));
    Some(values.collect()).filter(|it: &Vec<_>| it.len() == columns)
}

/// Which rows of a table are asked for.
pub enum Which<'a> {
    /// The one with this id.
    Id(&'a str),
    /// The one with this key.
    Key(&'a [String]),
    /// Those with a value, if one is named, after a place.
    Having(Option<Having<'a>>, Option<&'a Place>),
}

/// A page of the rows of a table that are there, if the caller may view it.
///
/// # Errors
/// `BadRequest` for a key with other columns and for columns that aren't shown, when the database can't be reached, and
/// `TooExpensive`.
pub async fn present_rows(
    app: &App,
    call: &Call,
    table: &str,
    which: Which<'_>,
    size: u64,
) -> Result<Vec<ShownRow>, Error> {
    let Some(usable) = Usable::one(app, call, table) else { return Ok(Vec::new()) };
    let rows = match which {
        Which::Key(_) | Which::Id(_) => 1,
        // Nobody knows which columns have an index.
        Which::Having(Some(_), _) => COUNTED,
        Which::Having(None, _) => usable.rows(size),
    };
    let permit = app.reader(call, rows).await?;
    let (database, own) = (usable.adopted.database(&permit), usable.own(call, &permit).await?);
    let of = (table, own.first());
    let with_key = async |key: &[String]| {
        let row = adopt::present_row(database, of, key).await;
        row.map(|it| it.into_iter().collect())
    };
    let rows = match which {
        Which::Id(id) => match key_in(id, usable.tables.iter().map(|it| it.key.len()).sum()) {
            Some(key) => with_key(&key).await,
            None => Ok(Vec::new()),
        },
        Which::Key(key) => {
            usable.key(key)?;
            with_key(key).await
        }
        Which::Having(having, after) => {
            adopt::present_rows(database, of, having, after, size).await
        }
    };
    if let Err(DbErr::Custom(text)) = &rows
        && text == NO_COLUMN
    {
        return Err(Error::bad_request(format!("column {NO_COLUMN}")));
    }
    let rows = unless_nothing(rows)?;
    app.spend_read(call, rows.iter().flat_map(|it| &it.values).map(String::len).sum())?;
    let shown = |row| shown(&usable, table, row);
    rows.into_iter().map(shown).collect::<Result<_, DbErr>>().map_err(Error::from)
}

/// A row with what people know it by.
pub(super) fn shown(usable: &Usable, table: &str, row: PresentRow) -> Result<ShownRow, DbErr> {
    let PresentRow { key, place, values, version } = row;
    let values = values.map(RawJson::of).transpose()?;
    let label = values.as_ref().and_then(|it| usable.label(table, it));
    Ok(ShownRow { key, place, label, values, version })
}
