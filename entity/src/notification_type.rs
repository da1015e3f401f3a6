//! How urgent a notification is.

use sea_orm::entity::prelude::*;

/// The types of notifications, stored as their lower-case names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "lowercase")]
pub enum NotificationType {
    /// Something to know.
    Info,
    /// Something to look at.
    Warning,
    /// Something went wrong.
    Error,
    /// Something went well.
    Success,
}
