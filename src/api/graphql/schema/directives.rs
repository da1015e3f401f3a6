//! The directives `@permission` and `@rest`, and the text of `@oneOf`.

use async_graphql::{
    Value,
    indexmap::IndexMap,
    registry::{
        __DirectiveLocation as Location, MetaDirective, MetaDirectiveInvocation, MetaField,
        Registry,
    },
};

use super::types::input;
use crate::auth::Permission;

/// A directive of the schema or of the specification. Each argument has its type and text.
struct Directive {
    name: &'static str,
    arguments: &'static [(&'static str, &'static str, &'static str)],
}

/// The directives of the schema, with their descriptions.
const OWN: [(&str, Location, Directive); 3] = [
    (
        "The permission that the field requires: `all` for every record, or `own` for the caller's own.",
        Location::FIELD_DEFINITION,
        Directive {
            name: "permission",
            arguments: &[
                ("all", "String!", "The permission that covers every record."),
                ("own", "String", "The permission that covers the caller's own records."),
            ],
        },
    ),
    (
        "The REST operation that does the same.",
        Location::FIELD_DEFINITION,
        Directive {
            name: "rest",
            arguments: &[
                ("method", "String!", "The HTTP method, such as `POST`."),
                ("path", "String!", "The path, such as `/api/v1/currencies/{code}/restore`."),
            ],
        },
    ),
    (
        "Indicates exactly one field must be supplied and this field must not be `null`.",
        Location::INPUT_OBJECT,
        Directive { name: "oneOf", arguments: &[] },
    ),
];

/// The directives of the specification.
const OF_SPECIFICATION: [Directive; 3] = [
    Directive { name: "include", arguments: &[("if", "Boolean!", "Included when true.")] },
    Directive { name: "skip", arguments: &[("if", "Boolean!", "Skipped when true.")] },
    Directive {
        name: "specifiedBy",
        arguments: &[("url", "String!", "The URL that specifies the behavior of this scalar.")],
    },
];

/// Registers the directives.
pub fn register_directives(registry: &mut Registry) {
    for (description, location, Directive { name, arguments }) in OWN {
        let arguments = arguments.iter().map(|(name, ty, text)| input(*name, *ty, text));
        let args: IndexMap<_, _> =
            arguments.map(|argument| (argument.name.clone(), argument)).collect();
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

/// Adds texts that the registry doesn't print. They describe the arguments of directives.
///
/// The schema itself has no description: `graphql_client` can't parse one.
pub fn with_texts(sdl: &str) -> String {
    let own = OWN.iter().map(|(_, _, directive)| directive);
    let directives: Vec<&Directive> = own.chain(&OF_SPECIFICATION).collect();
    let mut out = String::with_capacity(sdl.len());
    for line in sdl.lines() {
        let of = |it: &&&Directive| line.starts_with(&format!("directive @{}(", it.name));
        match directives.iter().find(of) {
            Some(Directive { name, arguments }) => {
                out += &format!("directive @{name}(\n");
                for (argument, ty, text) in *arguments {
                    out += &format!("  \"\"\"\n  {text}\n  \"\"\"\n  {argument}: {ty}\n");
                }
                out += line.find(')').map_or("", |end| &line[end..]);
            }
            None => out += line,
        }
        out.push('\n');
    }
    out
}

/// `@permission(all: …, own: …)`.
pub fn permission(permission: &Permission) -> MetaDirectiveInvocation {
    let names = [("all", Some(permission.all)), ("own", permission.own)];
    directive("permission", names.into_iter().filter_map(|(name, value)| Some((name, value?))))
}

/// The field, which requires this permission.
pub fn requires(required: &Permission, field: MetaField) -> MetaField {
    MetaField { directive_invocations: vec![permission(required)], ..field }
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
