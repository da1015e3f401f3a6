//! Types of notifications.

use sea_orm::entity::prelude::*;

/// The types of notifications, stored as their lower-case names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "lowercase")]
pub enum NotificationType {
    /// Information.
    Info,
    /// A warning.
    Warning,
    /// An error.
    Error,
    /// A success.
    Success,
}
