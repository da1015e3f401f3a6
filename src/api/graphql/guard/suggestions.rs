//! Suggests names for unknown ones in documents.

use apollo_compiler::{Schema, schema::ExtendedType};

/// Most names that are suggested.
const MAX_NAMES: usize = 3;
/// Most bytes of a name for which others are suggested. Comparing longer ones would take too much
/// time.
const MAX_BYTES: usize = 64;

/// The message, with suggestions of names similar to the unknown one.
pub fn with_suggestions(schema: &Schema, message: String) -> String {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let is_about = |part: &str| message.contains(part);
    let key = message.strip_prefix("Input object has key ");
    let key_of_variable = key.and_then(|it| it.rsplit_once(" not in type "));
    let (unknown, known) = match (key_of_variable, quoted.as_slice()) {
        (Some((unknown, of)), _) => (unknown, members(schema, of)),
        (_, [of, unknown]) if is_about("does not have a field") => (*unknown, members(schema, of)),
        (_, [unknown, of]) if is_about("is not supported by") => (*unknown, arguments(schema, of)),
        (_, [unknown, of]) if is_about("does not exist on") => (*unknown, members(schema, of)),
        (_, [unknown]) if is_about("cannot find directive") => {
            let known = schema.directive_definitions.keys().map(|name| format!("@{name}"));
            (*unknown, known.collect())
        }
        (_, [unknown, ..]) if is_about("cannot find type") || is_about("type condition") => {
            let types = schema.types.keys().filter(|name| !name.starts_with("__"));
            (*unknown, types.map(ToString::to_string).collect())
        }
        _ => return message,
    };
    let names = similar(unknown, known);
    suggest(message, &names)
}

/// The message about a value, with suggestions for those of enums.
pub fn with_similar_values(schema: &Schema, message: String, value: &str, of: &str) -> String {
    match schema.get_enum(of) {
        Some(_) => suggest(message, &similar(value, members(schema, of))),
        None => message,
    }
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
