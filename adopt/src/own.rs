//! Rows that are an account's own: the owner that a column of theirs names.

use sea_orm::{DbBackend, Value};
use serde_json::json;

use crate::{capture::value_at, sql};

/// Rows of a kind that are an account's own; others aren't there for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// The kind.
    pub kind: String,
    /// The column that says whose a row is.
    pub column: String,
    /// Its values in rows that are the account's.
    pub values: Vec<String>,
    /// Whether they are addresses, which have no case.
    pub are_addresses: bool,
}

impl Own {
    fn folded(&self, backend: DbBackend, value: &str) -> String {
        if self.are_addresses { lower(backend, value) } else { value.to_owned() }
    }

    /// The condition for rows `r` of a table with these columns, by the array of values that is bound; absent: there are none.
    pub(crate) fn of_row(
        &self,
        (columns, types): (&[String], &[String]),
        backend: DbBackend,
        array: &str,
    ) -> Option<String> {
        let at = columns.iter().position(|it| *it == self.column)?;
        // Of the column's type, so that an index of it is used.
        let text = "text".to_owned();
        let of = if self.are_addresses { Some(&text) } else { types.get(at) };
        let value = |place| self.folded(backend, &value_at(backend, array, place, of));
        let values: Vec<_> = (0..self.values.len()).map(value).collect();
        let name = self.folded(backend, &format!("r.{}", sql::name(&self.column)));
        (!values.is_empty()).then(|| format!(" AND {name} IN ({})", values.join(", ")))
    }

    /// The values as a bound array of JSON.
    pub(crate) fn bound(&self) -> Value {
        json!(self.values).to_string().into()
    }

    /// The condition for an image that the captured row `c` has.
    fn of_image(&self, backend: DbBackend, image: &str, values: &str) -> String {
        let column = sql::text(&self.column);
        let value = match backend {
            DbBackend::Postgres => format!("c.{image} ->> {column}"),
            // Its place is that of its column when it was kept.
            _ => format!(
                "CAST(json_extract(nullif(c.{image}, 'null'), (SELECT '$[' || k.key || ']' FROM reinstate_coverage v, \
                 json_each(v.columns) k WHERE v.id = c.coverage AND k.value = {column})) AS TEXT)"
            ),
        };
        let one = self.folded(backend, "o.value");
        format!("{} IN (SELECT {one} FROM {values} o)", self.folded(backend, &value))
    }
}

/// An address without the case of its ASCII letters: others are those of other addresses, such as the sign of Kelvin.
pub(crate) fn lower(backend: DbBackend, value: &str) -> String {
    match backend {
        DbBackend::Postgres => format!("lower(CAST({value} AS text) COLLATE \"C\")"),
        _ => format!("lower(CAST({value} AS text))"),
    }
}

/// The condition for captured rows `c`, which a bound array of arrays of values completes. It is empty if all are meant.
///
/// Each image must be of the owner: what a row was before it became the owner's is nobody else's matter.
pub(crate) fn of_images(own: &[Own], backend: DbBackend, arrays: &str) -> String {
    let each = own.iter().enumerate().map(|(at, it)| {
        let values = match backend {
            DbBackend::Postgres => format!("json_array_elements_text({arrays}::json -> {at})"),
            _ => format!("json_each({arrays}, '$[{at}]')"),
        };
        let [no_before, no_after] = ["before", "after"].map(|image| match backend {
            DbBackend::Postgres => format!("c.{image} IS NULL"),
            _ => format!("coalesce(c.{image}, 'null') = 'null'"),
        });
        let [before, after] = ["before", "after"].map(|image| it.of_image(backend, image, &values));
        let kind = sql::text(&it.kind);
        format!(
            " AND (c.kind <> {kind} OR ({no_before} OR {before}) AND ({no_after} OR {after}) \
             AND NOT ({no_before} AND {no_after}))"
        )
    });
    each.collect()
}

/// What completes it, if anything is to be bound.
pub(crate) fn bound(own: &[Own]) -> Option<Value> {
    let values: Vec<_> = own.iter().map(|it| &it.values).collect();
    (!own.is_empty()).then(|| json!(values).to_string().into())
}
