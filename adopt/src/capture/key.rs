//! How rows are found by their keys in what is kept of them.

use sea_orm::DbBackend;

use crate::{kinds::Kind, sql};

/// The image of a row: how it was before, or after where it wasn't there.
const ON_POSTGRES: &str = "coalesce(before, after)";
const ON_SQLITE: &str = "coalesce(nullif(before, 'null'), after)";

/// A column of the key as text: by its name, or on SQLite by its place in images.
pub(crate) fn key_of(backend: DbBackend, column: &str, columns: &[String]) -> String {
    match backend {
        DbBackend::Postgres => format!("({ON_POSTGRES} ->> {})", sql::text(column)),
        _ => {
            let place = columns.iter().position(|it| it == column).unwrap_or(columns.len());
            format!("CAST(json_extract({ON_SQLITE}, '$[{place}]') AS TEXT)")
        }
    }
}

/// The statement for the index by which a row of a kind is found. `columns` are those of its images.
pub(crate) fn index(backend: DbBackend, name: &str, kind: &Kind, columns: &[String]) -> String {
    let keys: Vec<_> = kind.key.iter().map(|it| key_of(backend, it, columns)).collect();
    let (keys, only) = (keys.join(", "), sql::text(name));
    // Names of indexes are short, and a kind whose key changes gets another one.
    let hash = format!("{only}{keys}").bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    match backend {
        DbBackend::Postgres => format!(
            "CREATE INDEX IF NOT EXISTS captured_{hash:016x} ON reinstate.captured ({keys}, id) WHERE kind = {only}"
        ),
        _ => format!(
            "CREATE INDEX IF NOT EXISTS reinstate_captured_{hash:016x} ON reinstate_captured ({keys}, id) WHERE kind = {only}"
        ),
    }
}
