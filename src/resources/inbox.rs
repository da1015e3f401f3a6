//! Records that are for an account, which finds them in its inbox; making one for each of many.

use sea_orm::ColumnTrait;

use super::{
    action::Create,
    input::{DefaultValue, Input},
    resource::Resource,
};

/// An inbox: where an account finds the records that are for it, and which of them it has read. It
/// takes the permission to read them, and never shows or touches another's.
#[derive(Clone, Copy, Debug)]
pub struct Inbox {
    /// The column that says whether a record has been read.
    pub is_read: &'static str,
    /// The column that says when.
    pub read_at: &'static str,
}

/// Making a record for each of many accounts, to which they will belong. With the own permission,
/// those accounts, too, must be the caller.
#[derive(Debug)]
pub struct Many {
    /// The input that lists the accounts.
    pub accounts: &'static str,
    /// The input that names a role instead.
    pub role: &'static str,
    /// What is asked for: these two, and what all the records have alike.
    pub inputs: Vec<Input>,
}

impl Resource {
    /// Lets accounts find the records that are for them in an inbox, and say which they have read.
    #[must_use]
    pub fn collected<C: ColumnTrait>(mut self, is_read: C, read_at: C) -> Self {
        let inbox = Inbox { is_read: is_read.as_str(), read_at: read_at.as_str() };
        self.inbox = Some(inbox);
        self
    }

    /// Lets records be made for many accounts at once: those of one input, or those that have the
    /// role that the other names.
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
