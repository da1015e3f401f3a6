//! Parses the grantee of `grant`, an account or a role. It is an input object of which exactly one
//! field is given.

use async_graphql::{Value, registry::MetaType};

use crate::{
    api::graphql::{
        execute::Context,
        resolve::arguments::{body, object},
        schema::{input, input_object, input_type},
    },
    error::Error,
    operations::records::Fields,
    resources::RequestBody,
};

/// The field with the account or role.
const TO: &str = "to";
/// Its type.
const GRANTEE: &str = "Grantee";
/// The fields of the input that name it.
const NAMED: [&str; 3] = ["userId", "user", "role"];

/// The type of the input, and of the grantee in it.
pub fn types(body: &RequestBody) -> [MetaType; 2] {
    let mut ty = input_type(body);
    let mut grantee = Vec::new();
    if let MetaType::InputObject { input_fields, .. } = &mut ty {
        grantee.extend(NAMED.iter().filter_map(|name| input_fields.shift_remove(*name)));
        let to = input(TO, format!("{GRANTEE}!"), "The account or the role.");
        input_fields.shift_insert(0, TO.to_owned(), to);
    }
    let text = "An account or a role: exactly one field.";
    [ty, input_object(GRANTEE, text, grantee).oneof(true).build()]
}

/// Parses the input to the fields of the operation.
pub fn fields(ctx: Context<'_>, of: &RequestBody) -> Result<Fields, Error> {
    let mut sent = object(ctx, of.argument)?;
    if let Some(Value::Object(to)) = sent.shift_remove(TO) {
        sent.extend(to);
    }
    body(sent, of.inputs)
}
