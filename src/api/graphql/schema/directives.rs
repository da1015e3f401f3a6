//! The directives by which the schema says who may do what, and where REST has it.

use async_graphql::{
    Value,
    indexmap::IndexMap,
    registry::{__DirectiveLocation as Location, MetaDirective, MetaDirectiveInvocation, Registry},
};

use super::types::input;
use crate::auth::Permission;

/// Makes the directives known.
pub fn register_directives(registry: &mut Registry) {
    let directives = [
        (
            "permission",
            "Any of these permissions is enough: `all` for every record, `own` for the caller's.",
            vec![
                input("all", "String!", "The permission that covers every record."),
                input("own", "String", "The permission that covers the caller's own records."),
            ],
        ),
        (
            "rest",
            "The operation of the REST interface that does the same.",
            vec![
                input("method", "String!", "Its method."),
                input("path", "String!", "Its path, with parameters in braces."),
            ],
        ),
    ];
    for (name, description, arguments) in directives {
        let args: IndexMap<_, _> =
            arguments.into_iter().map(|argument| (argument.name.clone(), argument)).collect();
        registry.add_directive(MetaDirective {
            name: name.to_owned(),
            description: Some(description.to_owned()),
            locations: vec![Location::FIELD_DEFINITION],
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

/// A use of a directive whose arguments are texts.
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
