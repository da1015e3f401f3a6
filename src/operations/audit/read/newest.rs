//! Reads the newest events of each of several records.

use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement, Value, sea_query::ArrayType};
use serde_json::json;

use super::wanted::HistoryPart;
use crate::{error::Error, operations::audit::Action, store::database::Connection};

/// A record, and the action of which the events are wanted. `None`: any.
pub(super) type EventKey<'k> = (&'k str, i64, Option<Action>);

/// Reads these columns of each record's newest events, up to a limit.
///
/// The part for each record ends with its page, however many events the record has.
pub(super) async fn newest(
    connection: &Connection,
    columns: &str,
    wanted: &[EventKey<'_>],
    HistoryPart { size, older_than, as_of }: HistoryPart,
) -> Result<Vec<QueryResult>, Error> {
    let mut values = match connection.get_database_backend() {
        DbBackend::Postgres => arrays(wanted).to_vec(),
        _ => vec![list(wanted)],
    };
    values.push(older_than.unwrap_or(i64::MAX).into());
    values.extend(as_of.map(Value::from));
    let sql = match connection.get_database_backend() {
        // Sorted by the record too, so that the events can't be read by the primary key, with all
        // newer ones of other records.
        DbBackend::Postgres => format!(
            "SELECT {columns} FROM unnest($1, $2, $3) AS wanted (kind, id, action) \
             CROSS JOIN LATERAL (SELECT * FROM record_events \
             WHERE kind = wanted.kind AND record_id >= wanted.id \
             AND (record_id, id) < (wanted.id, $4) AND wanted.action IN ('', action) {} \
             ORDER BY record_id DESC, id DESC LIMIT {size}) AS event ORDER BY event.id DESC",
            as_of.map_or("", |_| "AND created_at <= $5")
        ),
        // A cross join keeps the order of the tables.
        _ => format!(
            "SELECT {columns} FROM json_each(?) AS wanted CROSS JOIN record_events AS event \
             WHERE event.id IN (SELECT id FROM record_events \
             WHERE kind = json_extract(wanted.value, '$[0]') \
             AND record_id = json_extract(wanted.value, '$[1]') AND id < ? \
             AND json_extract(wanted.value, '$[2]') IN ('', action) {} \
             ORDER BY id DESC LIMIT {size}) ORDER BY event.id DESC",
            as_of.map_or("", |_| "AND created_at <= ?")
        ),
    };
    let backend = connection.get_database_backend();
    let statement = Statement::from_sql_and_values(backend, sql, values);
    Ok(connection.query_all_raw(statement).await?)
}

fn name(action: Option<Action>) -> &'static str {
    action.map_or("", Action::name)
}

fn arrays(wanted: &[EventKey<'_>]) -> [Value; 3] {
    let array = |kind, values: Vec<Value>| Value::Array(kind, Some(Box::new(values)));
    let kinds = wanted.iter().map(|it| it.0.into()).collect();
    let actions = wanted.iter().map(|it| name(it.2).into()).collect();
    [
        array(ArrayType::String, kinds),
        array(ArrayType::BigInt, wanted.iter().map(|it| it.1.into()).collect()),
        array(ArrayType::String, actions),
    ]
}

fn list(wanted: &[EventKey<'_>]) -> Value {
    let list: Vec<_> = wanted.iter().map(|it| json!([it.0, it.1, name(it.2)])).collect();
    json!(list).to_string().into()
}
