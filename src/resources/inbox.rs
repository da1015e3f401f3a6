//! Inboxes, and the creation of a record for each of many accounts.

use sea_orm::ColumnTrait;

use super::{
    change::Create,
    input::{DefaultValue, Input},
    resource::Resource,
};

/// An inbox: the records of an account, which it can mark as read. It requires the permission to
/// view them, and never shows or changes those of others.
#[derive(Clone, Copy, Debug)]
pub struct Inbox {
    /// The column with whether a record has been read.
    pub is_read: &'static str,
    /// The column with when it was read.
    pub read_at: &'static str,
}

/// The creation of a record for each of many accounts, which become their owners. The `.own`
/// permission allows only the caller as the owner.
#[derive(Debug)]
pub struct Many {
    /// The input with the ids of the accounts.
    pub accounts: &'static str,
    /// The input with the name of a role, as an alternative.
    pub role: &'static str,
    /// The fields: these two, and those that all the records share.
    pub inputs: Vec<Input>,
}

impl Resource {
    /// Gives each account an inbox with its records.
    #[must_use]
    pub fn collected<C: ColumnTrait>(mut self, is_read: C, read_at: C) -> Self {
        let inbox = Inbox { is_read: is_read.as_str(), read_at: read_at.as_str() };
        self.inbox = Some(inbox);
        self
    }

    /// Allows creation for many accounts: those of one input, or those with the role in the other.
    #[must_use]
    pub fn for_many(mut self, accounts: Input, role: Input) -> Self {
        let owner = self.owner;
        self.create = self.create.map(|create| {
            let alike = create.inputs.iter().filter(|input| Some(input.name) != owner).cloned();
            let (accounts, role) = (accounts.or(DefaultValue::Null), role.or(DefaultValue::Null));
            let (named, named_role) = (accounts.name, role.name);
            let inputs = [accounts, role].into_iter().chain(alike).collect();
            Create { many: Some(Many { accounts: named, role: named_role, inputs }), ..create }
        });
        self
    }
}
