//! The one root field of a subscription, which may stand in fragments.

use async_graphql::{
    Name, Positioned, SubscriptionType,
    parser::types::{
        DocumentOperations, ExecutableDocument, FragmentDefinition, OperationType, Selection,
        SelectionSet,
    },
};

use super::subscription::Subscription;

/// Moves the root field of each subscription out of its fragments: async-graphql looks for it
/// outside of them only, and would end such a subscription without an event. The document is valid,
/// so there is one such field, and its fragments are all of the root's type.
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
    // Nothing else can spread these, and what is never spread would be refused.
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
