//! Kinds whose records are messages: an inbox, and sending to many accounts.

use sea_orm::ColumnTrait;

use super::{
    change::Create,
    input::{DefaultValue, Input},
    resource::Resource,
};

/// An inbox, where an account finds its own records and marks them as read.
///
/// It takes the permission to view the kind, and never covers another account's records.
#[derive(Clone, Copy, Debug)]
pub struct Inbox {
    /// The column that says whether the record was read.
    pub is_read: &'static str,
    /// The column that says when it was read.
    pub read_at: &'static str,
}

/// How records are created for many accounts, each of which will own one (D6).
#[derive(Debug)]
pub struct Many {
    /// The column of the account.
    pub owner: &'static str,
    /// The input that lists the accounts.
    pub accounts: &'static str,
    /// The input that names a role instead of accounts.
    pub role: &'static str,
    /// The inputs: these two, and those that all the records share.
    pub inputs: Vec<Input>,
}

impl Resource {
    /// Gives the kind an inbox.
    #[must_use]
    pub fn collected<C: ColumnTrait>(mut self, is_read: C, read_at: C) -> Self {
        let inbox = Inbox { is_read: is_read.as_str(), read_at: read_at.as_str() };
        self.inbox = Some(inbox);
        self
    }

    /// Lets a request create records for many accounts: those of one input, or those with the role
    /// of the other.
    #[must_use]
    pub fn for_many(mut self, accounts: Input, role: Input) -> Self {
        let Some(owner) = self.owner else { return self };
        self.create = self.create.map(|create| {
            let common = create.inputs.iter().filter(|input| input.name != owner).cloned();
            let (accounts, role) = (accounts.or(DefaultValue::Null), role.or(DefaultValue::Null));
            let (named, named_role) = (accounts.name, role.name);
            let inputs = [accounts, role].into_iter().chain(common).collect();
            Create {
                many: Some(Many { owner, accounts: named, role: named_role, inputs }),
                ..create
            }
        });
        self
    }
}
