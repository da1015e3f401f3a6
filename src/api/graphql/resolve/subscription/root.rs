//! Moves the root field of a subscription out of its fragments.

use async_graphql::{
    Name, Positioned, SubscriptionType,
    parser::types::{
        DocumentOperations, ExecutableDocument, FragmentDefinition, OperationType, Selection,
        SelectionSet,
    },
};

use super::stream::Subscription;

/// Moves the root field of each subscription out of its fragments.
///
/// async-graphql ignores a root field inside a fragment, and would end the subscription without an
/// event. The document is valid, so there is exactly one such field.
pub fn unwrap_root_fields(document: &mut ExecutableDocument) {
    let fragments = &document.fragments;
    let unwrap = |ty: OperationType, selection: &mut Positioned<SelectionSet>| {
        if ty != OperationType::Subscription {
            return;
        }
        if let Some(field) = root_field(&selection.node, fragments) {
            selection.node.items = vec![field];
        }
    };
    match &mut document.operations {
        DocumentOperations::Single(operation) => {
            unwrap(operation.node.ty, &mut operation.node.selection_set);
        }
        DocumentOperations::Multiple(operations) => {
            for operation in operations.values_mut() {
                unwrap(operation.node.ty, &mut operation.node.selection_set);
            }
        }
    }
    // Nothing else can spread these fragments, and validation rejects unused ones.
    let root = Subscription::type_name();
    document
        .fragments
        .retain(|_, fragment| fragment.node.type_condition.node.on.node.as_str() != root);
}

fn root_field(
    selection: &SelectionSet,
    fragments: &std::collections::HashMap<Name, Positioned<FragmentDefinition>>,
) -> Option<Positioned<Selection>> {
    selection.items.iter().find_map(|item| match &item.node {
        Selection::Field(_) => Some(item.clone()),
        Selection::InlineFragment(fragment) => {
            root_field(&fragment.node.selection_set.node, fragments)
        }
        Selection::FragmentSpread(spread) => {
            let fragment = fragments.get(&spread.node.fragment_name.node)?;
            root_field(&fragment.node.selection_set.node, fragments)
        }
    })
}
