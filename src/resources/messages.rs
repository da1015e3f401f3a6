//! Makes a kind's records messages: with an inbox, and sent to many accounts.

use sea_orm::ColumnTrait;

use super::{
    actions::Create,
    input::{DefaultValue, Input},
    many::{Inbox, Many},
    resource::Resource,
};

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
