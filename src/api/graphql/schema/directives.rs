//! The directives `@permission` and `@rest`, and the text of `@oneOf`.

use async_graphql::{
    Value,
    indexmap::IndexMap,
    registry::{__DirectiveLocation as Location, MetaDirective, MetaDirectiveInvocation, Registry},
};

use super::types::input;
use crate::auth::Permission;

/// Registers the directives.
pub fn register_directives(registry: &mut Registry) {
    let directives = [
        (
            "permission",
            Location::FIELD_DEFINITION,
            "The permission that the field requires: `all` for every record, or `own` for the caller's own.",
            vec![
                input("all", "String!", "The permission that covers every record."),
                input("own", "String", "The permission that covers the caller's own records."),
            ],
        ),
        (
            "rest",
            Location::FIELD_DEFINITION,
            "The REST operation that does the same.",
            vec![
                input("method", "String!", "The HTTP method, such as `POST`."),
                input("path", "String!", "The path, such as `/api/v1/currencies/{code}/restore`."),
            ],
        ),
        (
            "oneOf",
            Location::INPUT_OBJECT,
            "Indicates exactly one field must be supplied and this field must not be `null`.",
            Vec::new(),
        ),
    ];
    for (name, location, description, arguments) in directives {
        let args: IndexMap<_, _> =
            arguments.into_iter().map(|argument| (argument.name.clone(), argument)).collect();
        registry.add_directive(MetaDirective {
            name: name.to_owned(),
            description: Some(description.to_owned()),
            locations: vec![location],
            args,
            is_repeatable: false,
            visible: None,
            composable: None,
        });
    }
}

/// `@permission(all: …, own: …)`.
pub fn permission(permission: &Permission) -> MetaDirectiveInvocation {
    let names = [("all", Some(permission.all)), ("own", permission.own)];
    directive("permission", names.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

/// An invocation of a directive.
fn directive<'a>(
    name: &str,
    arguments: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> MetaDirectiveInvocation {
    let args = arguments
        .into_iter()
        .map(|(name, value)| (name.to_owned(), Value::from(value)))
        .collect::<IndexMap<_, _>>();
    MetaDirectiveInvocation { name: name.to_owned(), args }
}

/// `@rest(method: …, path: …)`.
pub fn rest(method: &str, path: &str) -> MetaDirectiveInvocation {
    directive("rest", [("method", method), ("path", path)])
}
