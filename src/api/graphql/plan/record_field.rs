//! The parts of a record that fields of GraphQL show.

use crate::{
    kinds::{self, Related},
    operations::accounts::Grantee,
    resources::{Format, Resource},
};

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordField {
    /// The global id.
    GlobalId,
    /// The id.
    Id,
    /// The key in REST paths. It is a column, by its index in the table.
    RestKey(usize),
    /// A column, by its index in the table.
    Column(usize),
    /// A column with one of a few texts.
    Choice(usize),
    /// An account that the record refers to, by index of relation.
    Account(usize),
    /// The record itself: an account is its own user.
    Itself,
    /// Nothing: the kind's records belong to nobody.
    Nobody,
    /// The records of another kind that belong to it.
    Related(Related),
    /// The permissions that an account or a role is granted directly.
    Permissions(Grantee),
    /// The roles of an account.
    Roles,
    /// The accounts that have a role.
    Members,
    /// The access tokens of an account.
    AccessTokens,
    /// The kind.
    Kind,
    /// What the caller may do with it.
    ViewerCan,
    /// Who deleted it.
    DeletedBy,
    /// Why it was deleted.
    DeletionReason,
    /// Who restored it.
    RestoredBy,
    /// When it may be purged.
    PurgeAt,
    /// The hold that keeps it.
    Hold,
    /// Whether an account is purged.
    Purged,
    /// Its events.
    History,
}

impl RecordField {
    /// The part of a kind's records that a field shows. `None`: they have no such field.
    pub fn named(resource: &'static Resource, name: &str) -> Option<Self> {
        Some(match name {
            "id" => Self::GlobalId,
            "databaseId" => Self::Id,
            "restKey" => Self::RestKey(resource.place(resource.key_column)),
            "kind" => Self::Kind,
            "label" => Self::of_column(resource, resource.label)?,
            "viewerCan" => Self::ViewerCan,
            "deletedBy" => Self::DeletedBy,
            "deletionReason" => Self::DeletionReason,
            "restoredBy" => Self::RestoredBy,
            "purgeAt" => Self::PurgeAt,
            "hold" => Self::Hold,
            "history" => Self::History,
            "permissions" if resource.is_account() => Self::Permissions(Grantee::Account),
            "roles" if resource.is_account() => Self::Roles,
            "accessTokens" if resource.is_account() => Self::AccessTokens,
            "permissions" if resource.permits => Self::Permissions(Grantee::Role),
            "members" if resource.permits => Self::Members,
            "purged" if resource.is_account() => Self::Purged,
            _ => {
                let relation = resource.relations.iter().position(|known| known.name == name);
                match relation {
                    Some(place) => return Some(Self::Account(place)),
                    None if name == "user" && resource.is_account() => return Some(Self::Itself),
                    None if name == "user" => return Some(Self::Nobody),
                    None => {}
                }
                let mut related = kinds::related(resource);
                if let Some(related) = related.find(|it| it.resource.plural() == name) {
                    return Some(Self::Related(related));
                }
                let field = resource.fields.iter().find(|field| field.camel_name == name)?;
                Self::of_column(resource, field.name)?
            }
        })
    }

    fn of_column(resource: &Resource, name: &str) -> Option<Self> {
        let place = resource.table.columns.iter().position(|column| column.name == name)?;
        Some(match resource.field(name).map(|field| &field.format) {
            Some(Format::OneOf(_)) => Self::Choice(place),
            _ => Self::Column(place),
        })
    }
}
