//! What a document asks for of the records that a root field leads to.

use std::collections::HashSet;

use async_graphql::{
    Context, Name,
    parser::types::{Selection, SelectionSet},
};

use crate::resources::{Reading, Resource};

/// What has to be read of a kind's records to show what the root field of the context selects.
///
/// A wide field is read where its name stands anywhere below the root field, whichever type it
/// stands in there: too much may be read, but never too little.
pub fn reading(ctx: &Context<'_>, resource: &'static Resource) -> &'static Reading {
    resource.reading_with(|field| names(ctx, &field.camel_name))
}

/// Whether a field of that name is selected somewhere below the root field.
fn names(ctx: &Context<'_>, name: &str) -> bool {
    let mut sets: Vec<&SelectionSet> = vec![&ctx.item.node.selection_set.node];
    // A fragment says the same wherever it is spread.
    let mut spread: HashSet<&Name> = HashSet::new();
    while let Some(set) = sets.pop() {
        for item in &set.items {
            match &item.node {
                Selection::Field(field) if field.node.name.node == name => return true,
                Selection::Field(field) => sets.push(&field.node.selection_set.node),
                Selection::InlineFragment(fragment) => {
                    sets.push(&fragment.node.selection_set.node);
                }
                Selection::FragmentSpread(fragment) => {
                    let name = &fragment.node.fragment_name.node;
                    if let Some(fragment) = ctx.query_env.fragments.get(name)
                        && spread.insert(name)
                    {
                        sets.push(&fragment.node.selection_set.node);
                    }
                }
            }
        }
    }
    false
}
