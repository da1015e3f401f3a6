//! Errors of the database: outage, conflict or bug.

use database::{is_given_up, is_out_of_time, is_outage};
use sea_orm::{DbErr, RuntimeErr};

use super::{
    budget::BudgetExceeded,
    error::{CREDENTIAL_ENDED, Error},
    refusal::Refusal,
};

impl From<DbErr> for Error {
    /// Classifies a database error: outage, conflict or bug.
    fn from(error: DbErr) -> Self {
        match &error {
            // No statement ran: the monitor has already logged the outage, once for all requests.
            DbErr::Conn(RuntimeErr::Internal(_)) => Self::Unavailable,
            DbErr::Custom(text) if text == CREDENTIAL_ENDED => Self::Unauthenticated,
            DbErr::Custom(text) if *text == Refusal::NoAdministrator.to_string() => {
                Self::Refused(Refusal::NoAdministrator)
            }
            DbErr::Custom(text) if *text == Refusal::CallerChanged.to_string() => {
                Self::ConflictsWith(Refusal::CallerChanged)
            }
            error if is_out_of_time(error) => BudgetExceeded::of_time().into(),
            error if is_outage(error) => {
                tracing::warn!(%error, "the database is unavailable");
                Self::Unavailable
            }
            error if is_given_up(error) => Self::Conflict,
            error => {
                tracing::error!(%error, "the database refused a statement");
                Self::Internal
            }
        }
    }
}
