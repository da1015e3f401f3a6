//! How records are written, for kinds without documented responses.

use sea_orm::ColumnTrait;

use super::{
    change::{Answer, Body},
    input::{Catalogue, DefaultValue, Input, Rule},
    resource::Resource,
};
use crate::auth::Permission;

impl Resource {
    /// Lets records be created and updated by their fields and `is_active`. The account that creates
    /// one owns it, unless the request names another.
    pub fn written(self, create: Permission, update: Permission, fields: Vec<Input>) -> Self {
        let is_active = |description| {
            Input::new(self.columns.is_active, Rule::Bool, description).or(DefaultValue::True)
        };
        let is_active = if self.is_account() {
            is_active(
                "Whether the account can sign in; independent of deletion. Whoever activates it must \
                 hold every permission that it holds.",
            )
            .deciding_sign_in()
            .kept()
        } else {
            is_active("Whether the record is in use; independent of deletion.")
        };
        let changes: Vec<Input> = fields.into_iter().chain([is_active]).collect();
        let owner = self.owner.filter(|_| !self.is_account());
        let owner = owner.map(|column| {
            Input::new(
                column,
                Rule::Account,
                "Id of the user that owns the record; the caller if absent.",
            )
            .or(DefaultValue::Caller)
        });
        let inputs = changes.iter().cloned().chain(owner).collect();
        self.created("create", create, inputs, Body::Whole).updated(update, changes, Body::Whole)
    }

    /// The response with all fields of a record.
    pub fn whole_answer(&self) -> &Answer {
        self.whole.get_or_init(|| self.answer(Body::Whole))
    }

    /// Lets a request import records that differ in two columns only.
    pub fn catalogued<C: ColumnTrait>(mut self, key: C, text: C) -> Self {
        let Some(create) = &self.create else { return self };
        let named = |column: C| create.inputs.iter().find(|input| input.name == column.as_str());
        let (Some(key), Some(text)) = (named(key), named(text)) else { return self };
        let texts = Input::new(
            "catalogue",
            Rule::Catalogue,
            "The texts by key, at most 10,000. The key of a text in a nested object is `object.key`.",
        );
        let is_shared = |input: &&Input| {
            input.default_value == DefaultValue::None
                && ![key.name, text.name].contains(&input.name)
        };
        let inputs = create.inputs.iter().filter(is_shared).cloned().chain([texts.clone()]);
        self.catalogue = Some(Catalogue {
            name: texts.name,
            key_column: key.name,
            key: key.rule,
            text_column: text.name,
            text: text.rule,
            inputs: inputs.collect(),
        });
        self
    }
}
