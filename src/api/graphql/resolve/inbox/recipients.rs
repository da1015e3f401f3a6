//! Parses the recipients of `sendNotifications`. They are an input object of which exactly one
//! field is given.

use async_graphql::{
    Value,
    registry::{Deprecation, MetaType},
};

use crate::{
    api::graphql::{
        execute::Context,
        resolve::arguments::{body, object},
        schema::{global_field, input, input_object, input_type},
    },
    error::Error,
    operations::records::Fields,
    resources::{Input, Many, RequestBody, camel_case},
};

/// The field with the recipients.
const TO: &str = "to";
/// Its type.
const RECIPIENTS: &str = "NotificationRecipients";

/// The inputs that name the recipients.
fn named(many: &Many) -> impl Iterator<Item = &Input> {
    many.inputs.iter().filter(|input| input.name == many.accounts || input.name == many.role)
}

/// The type of the input, and that of its recipients.
pub fn types(body: &RequestBody, many: &Many) -> [MetaType; 2] {
    let mut ty = input_type(body);
    let mut recipients = Vec::new();
    if let MetaType::InputObject { input_fields, .. } = &mut ty {
        for input in named(many) {
            let global = global_field(input).and_then(|(name, _)| input_fields.shift_remove(&name));
            if let Some(field) = input_fields.get_mut(&camel_case(input.name)) {
                recipients.push(field.clone());
                let reason = Some(format!("Use `{TO}`."));
                field.deprecation = Deprecation::Deprecated { reason };
            }
            recipients.extend(global);
        }
        let to = "The accounts to send it to; required unless a deprecated field names them.";
        input_fields.shift_insert(0, TO.to_owned(), input(TO, RECIPIENTS, to));
    }
    let text = "The accounts to send a notification to: exactly one field.";
    [ty, input_object(RECIPIENTS, text, recipients).oneof(true).build()]
}

/// Parses the input to the fields of the operation.
pub fn fields(ctx: Context<'_>, many: &Many) -> Result<Fields, Error> {
    let mut sent = object(ctx, "input")?;
    if let Some(Value::Object(to)) = sent.shift_remove(TO) {
        let is_named = |input: &Input| sent.contains_key(camel_case(input.name).as_str());
        if named(many).any(is_named) {
            return Err(Error::bad_request(format!("{TO} can't be given with what it replaces")));
        }
        // Validation has seen that it is exactly one field, and not null.
        sent.extend(to);
    }
    body(sent, &many.inputs)
}
