//! Suggests names for unknown ones in documents.

use apollo_compiler::{Schema, schema::ExtendedType, validation::DiagnosticData};

/// Most names that are suggested.
const MAX_NAMES: usize = 3;
/// Most bytes of a name for which others are suggested. Comparing longer ones would take too much
/// time.
const MAX_BYTES: usize = 64;

/// The message of an error, with suggestions of names similar to the unknown one that it quotes.
pub fn with_suggestions(schema: &Schema, error: &DiagnosticData) -> String {
    let message = error.to_string();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (unknown, known) = match (error.unstable_error_name(), quoted.as_slice()) {
        (Some("UndefinedField"), [of, unknown])
        | (Some("UndefinedEnumValue" | "UndefinedInputValue"), [unknown, of]) => {
            (*unknown, members(schema, of))
        }
        (Some("UndefinedArgument"), [unknown, of]) => (*unknown, arguments(schema, of)),
        (Some("UndefinedDirective"), [unknown]) => {
            let known = schema.directive_definitions.keys().map(|name| format!("@{name}"));
            (*unknown, known.collect())
        }
        (
            Some(
                "UndefinedDefinition"
                | "UndefinedTypeInNamedFragmentTypeCondition"
                | "UndefinedTypeInInlineFragmentTypeCondition",
            ),
            [unknown, ..],
        ) => {
            let types = schema.types.keys().filter(|name| !name.starts_with("__"));
            (*unknown, types.map(ToString::to_string).collect())
        }
        _ => return message,
    };
    let names = similar(unknown, known);
    suggest(message, &names)
}

/// The message about an unknown member of a type, with suggestions of similar ones.
pub fn with_similar(schema: &Schema, message: String, unknown: &str, of: &str) -> String {
    suggest(message, &similar(unknown, members(schema, of)))
}

fn suggest(message: String, names: &[String]) -> String {
    match names {
        [] => message,
        [one] => format!("{message}. Did you mean {one}?"),
        [first @ .., last] => format!("{message}. Did you mean {} or {last}?", first.join(", ")),
    }
}

/// The names of a type's fields, or of an enum's values.
fn members(schema: &Schema, of: &str) -> Vec<String> {
    let names = |names: &mut dyn Iterator<Item = &apollo_compiler::Name>| {
        names.map(ToString::to_string).collect()
    };
    match schema.types.get(of) {
        Some(ExtendedType::Object(object)) => names(&mut object.fields.keys()),
        Some(ExtendedType::Interface(interface)) => names(&mut interface.fields.keys()),
        Some(ExtendedType::InputObject(input)) => names(&mut input.fields.keys()),
        Some(ExtendedType::Enum(choice)) => names(&mut choice.values.keys()),
        _ => Vec::new(),
    }
}

/// The names of the arguments of a field or directive. They are named as `Query.node` and `@skip`.
fn arguments(schema: &Schema, coordinate: &str) -> Vec<String> {
    let of = coordinate.split('(').next().unwrap_or(coordinate);
    let arguments = match (of.strip_prefix('@'), of.split_once('.')) {
        (Some(directive), _) => schema.directive_definitions.get(directive).map(|it| &it.arguments),
        (None, Some((type_name, field))) => {
            schema.type_field(type_name, field).ok().map(|it| &it.arguments)
        }
        (None, None) => None,
    };
    arguments.into_iter().flatten().map(|argument| argument.name.to_string()).collect()
}

/// The known names similar to an unknown one, best first, quoted.
fn similar(unknown: &str, known: Vec<String>) -> Vec<String> {
    if unknown.len() > MAX_BYTES {
        return Vec::new();
    }
    let most = unknown.len() * 2 / 5 + 1;
    let distance = |name: &str| strsim::levenshtein(&unknown.to_lowercase(), &name.to_lowercase());
    let mut found: Vec<(usize, String)> = known
        .into_iter()
        .map(|name| (distance(&name), name))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    found.sort();
    found.into_iter().take(MAX_NAMES).map(|(_, name)| format!("`{name}`")).collect()
}
