//! Why a statement failed: an outage, another statement, or too little time.

use sea_orm::{
    DbErr, RuntimeErr, SqlxError,
    sqlx::{error::DatabaseError, postgres::PgDatabaseError},
};

/// PostgreSQL's code of a statement that was cancelled.
const QUERY_CANCELED: &str = "57014";

/// Whether the database can't be reached or can't write at present.
pub fn is_outage(error: &DbErr) -> bool {
    if matches!(error, DbErr::ConnectionAcquire(_) | DbErr::Conn(_)) {
        return true;
    }
    match driver_error(error) {
        Some(
            SqlxError::Io(_)
            | SqlxError::Tls(_)
            | SqlxError::PoolTimedOut
            | SqlxError::PoolClosed
            | SqlxError::WorkerCrashed,
        ) => true,
        Some(SqlxError::Database(error)) => is_outage_code(error.as_ref()),
        _ => false,
    }
}

/// Whether PostgreSQL gave up the statement: a deadlock or serialization failure.
///
/// Two updates that claim each other's unique value deadlock: each locks its row and waits for the
/// other.
pub fn is_given_up(error: &DbErr) -> bool {
    has_code(error, ["40P01", "40001"])
}

/// Whether the statement was cancelled: too slow, or nobody waits for it.
pub fn is_out_of_time(error: &DbErr) -> bool {
    // SQLITE_INTERRUPT.
    has_code(error, [QUERY_CANCELED, "9"])
}

/// Whether the database reports one of these codes.
fn has_code(error: &DbErr, codes: [&str; 2]) -> bool {
    let error = driver_error(error).and_then(SqlxError::as_database_error);
    error.and_then(|it| it.code()).is_some_and(|code| codes.contains(&&*code))
}

/// Whether the statement was refused because another row has a unique value.
pub fn is_duplicate(error: &DbErr) -> bool {
    let error = driver_error(error).and_then(SqlxError::as_database_error);
    error.is_some_and(|it| it.is_unique_violation())
}

fn driver_error(error: &DbErr) -> Option<&SqlxError> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            Some(error.as_ref())
        }
        _ => None,
    }
}

/// Whether the code means an outage, not a defect.
///
/// PostgreSQL: the classes connection (08), resources (53) and operator intervention (57), and a
/// read-only standby. SQLite: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB, which
/// are the low byte of its extended codes; a file that was truncated is first noticed as corrupt.
fn is_outage_code(error: &dyn DatabaseError) -> bool {
    let Some(code) = error.code() else {
        return false;
    };
    if let Some(error) = error.try_downcast_ref::<PgDatabaseError>() {
        let is_of = |class: &&str| error.code().starts_with(class);
        return error.code() != QUERY_CANCELED && ["08", "53", "57", "25006"].iter().any(is_of);
    }
    code.parse::<i32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6 | 8 | 10 | 11 | 13 | 14 | 26))
}
