//! Finds fields that an input object names twice.
//!
//! The specification forbids them (Input Object Field Uniqueness), and neither of the two
//! validations looks for them: the last one would silently win.

use apollo_compiler::{
    ExecutableDocument, Name, Node,
    ast::Value,
    executable::{Selection, SelectionSet},
};

/// The first field that an input object of the document names twice.
pub fn duplicate_field(document: &ExecutableDocument) -> Option<&Name> {
    let operations = document.operations.iter().flat_map(|operation| {
        let defaults = operation.variables.iter().filter_map(|it| it.default_value.as_ref());
        defaults
            .map(Node::as_ref)
            .find_map(in_value)
            .or_else(|| in_selection(&operation.selection_set))
    });
    let fragments =
        document.fragments.values().filter_map(|fragment| in_selection(&fragment.selection_set));
    operations.chain(fragments).next()
}

/// Recursion is safe: [`super::scan()`] limits how deep selections nest.
fn in_selection(selection_set: &SelectionSet) -> Option<&Name> {
    selection_set.selections.iter().find_map(|selection| match selection {
        Selection::Field(field) => field
            .arguments
            .iter()
            .find_map(|argument| in_value(&argument.value))
            .or_else(|| in_selection(&field.selection_set)),
        Selection::InlineFragment(fragment) => in_selection(&fragment.selection_set),
        Selection::FragmentSpread(_) => None,
    })
}

fn in_value(value: &Value) -> Option<&Name> {
    match value {
        Value::Object(fields) => fields.iter().enumerate().find_map(|(place, (name, value))| {
            let before = fields[..place].iter().any(|(known, _)| known == name);
            if before { Some(name) } else { in_value(value) }
        }),
        Value::List(items) => items.iter().find_map(|item| in_value(item)),
        _ => None,
    }
}
