//! Accounts or a role in an input, as an input object of which exactly one field is given.

use async_graphql::{
    Value,
    registry::{Deprecation, MetaType},
};

use crate::{
    actions::Recipients,
    api::graphql::{
        execute::Context,
        resolve::arguments::{body, object},
        schema::{global_field, input, input_object, input_type},
    },
    error::Error,
    operations::rows::Fields,
    resources::{RequestBody, camel_case},
};

/// The field with the accounts or the role.
const TO: &str = "to";

/// The type of an input, and that of its recipients.
pub fn types(body: &RequestBody, recipients: &Recipients) -> [MetaType; 2] {
    let Recipients { named, type_name: of, deprecated } = *recipients;
    let mut ty = input_type(body);
    let mut fields = Vec::new();
    if let MetaType::InputObject { input_fields, .. } = &mut ty {
        for input in body.inputs.iter().filter(|input| named.contains(&input.name)) {
            let name = camel_case(input.name);
            fields.extend(input_fields.get(&name).cloned());
            match input_fields.get_mut(&name) {
                Some(field) if deprecated => {
                    let reason = Some(format!("Use `{TO}`."));
                    field.deprecation = Deprecation::Deprecated { reason };
                }
                _ => drop(input_fields.shift_remove(&name)),
            }
            let global = global_field(input);
            fields.extend(global.and_then(|(name, _)| input_fields.shift_remove(&name)));
        }
        let to = if deprecated {
            input(
                TO,
                of,
                "The accounts to send it to; required unless a deprecated field names them.",
            )
        } else {
            input(TO, format!("{of}!"), "The account or the role.")
        };
        input_fields.shift_insert(0, TO.to_owned(), to);
    }
    let text = if deprecated {
        "The accounts to send a notification to: exactly one field."
    } else {
        "An account or a role: exactly one field."
    };
    [ty, input_object(of, text, fields).oneof(true).build()]
}

/// Parses an input to the fields of the operation.
pub fn fields(
    ctx: Context<'_>,
    of: &RequestBody,
    recipients: &Recipients,
) -> Result<Fields, Error> {
    let mut sent = object(ctx, of.argument)?;
    if let Some(Value::Object(to)) = sent.shift_remove(TO) {
        if recipients.named.iter().any(|name| sent.contains_key(camel_case(name).as_str())) {
            return Err(Error::bad_request(format!("{TO} can't be given with what it replaces")));
        }
        // Validation has seen that it is exactly one field, and not null.
        sent.extend(to);
    }
    body(sent, of.inputs)
}
