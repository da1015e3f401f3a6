//! How records of a kind are written, for kinds without a documented response.

use super::rest::{Answer, Body};
use crate::{
    auth::Permission,
    resources::{
        input::{DefaultValue, Input, Rule},
        resource::Resource,
    },
};

impl Resource {
    /// Lets records be created and updated by their fields and `is_active`. The account that creates
    /// one owns it, unless the request names another.
    #[must_use]
    pub fn written(self, create: Permission, update: Permission, fields: Vec<Input>) -> Self {
        let is_active = "Whether the record is in use; independent of deletion.";
        let is_active =
            Input::new(self.columns.is_active, Rule::Bool, is_active).or(DefaultValue::True);
        let changes: Vec<Input> = fields.into_iter().chain([is_active]).collect();
        let owner = self.owner.filter(|_| !self.is_account());
        let owner = owner.map(|column| {
            Input::new(column, Rule::Account, "Id of the user that owns it; the caller if absent.")
                .or(DefaultValue::Caller)
        });
        let inputs = changes.iter().cloned().chain(owner).collect();
        self.created("create", create, inputs, Body::Whole).updated(update, changes, Body::Whole)
    }

    /// The response with all fields of a record.
    pub fn whole_answer(&self) -> &Answer {
        self.whole.get_or_init(|| self.answer(Body::Whole))
    }
}
