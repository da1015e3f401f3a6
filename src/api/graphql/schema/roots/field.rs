//! What the table of operations says of every root field.

use async_graphql::registry::MetaField;

use crate::{
    api::graphql::schema::directives::{permission, rest},
    resources::{Act, Action},
};

/// The field, with the description and the directives of its entry.
pub fn root_field(action: &Action, field: MetaField) -> MetaField {
    let rest = action.rest().map(|(method, path)| rest(method.name(), path));
    let permission = action.permission.map(permission);
    MetaField {
        description: Some(description(action)),
        directive_invocations: permission.into_iter().chain(rest).collect(),
        ..field
    }
}

fn description(action: &Action) -> String {
    let mut text = action.description.clone();
    match action.events {
        [] => {}
        [event] => text += &format!(" Event: {}.", event.to_ascii_uppercase()),
        events => {
            let events: Vec<String> = events.iter().map(|it| it.to_ascii_uppercase()).collect();
            text += &format!(" Events: {}.", events.join(" or "));
        }
    }
    if !action.errors.is_empty() {
        let codes: Vec<&str> = action.errors.iter().map(|code| code.as_str()).collect();
        text += &format!(" Errors: {}.", codes.join(", "));
    } else if matches!(action.act, Act::Bulk(_)) {
        text += " Errors: none of its own.";
    }
    text
}
