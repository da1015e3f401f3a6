//! What a document asks for of the records that a root field leads to.

use async_graphql::{
    Context, Name,
    parser::types::{Selection, SelectionSet},
};
use std::{collections::HashSet, sync::Arc};

use crate::{
    operations::records::write::Projections,
    resources::{Projection, Resource},
};

/// What has to be read of a kind's records to show what the root field of the context selects.
///
/// A wide field is read where its name stands anywhere below the root field, whichever type it
/// stands in there: too much may be read, but never too little.
pub fn projection(ctx: &Context<'_>, resource: &'static Resource) -> &'static Projection {
    let names = names(ctx);
    resource.projection_with(|field| names.contains(field.camel_name.as_str()))
}

/// The same for records of any kind.
pub fn projections(ctx: &Context<'_>) -> Projections {
    let names: HashSet<String> = names(ctx).into_iter().map(str::to_owned).collect();
    Arc::new(move |resource: &'static Resource| {
        resource.projection_with(|field| names.contains(field.camel_name.as_str()))
    })
}

/// The names of the fields that are selected anywhere below the root field.
pub fn names<'c>(ctx: &'c Context<'_>) -> HashSet<&'c str> {
    let mut names = HashSet::new();
    let mut sets: Vec<&SelectionSet> = vec![&ctx.item.node.selection_set.node];
    // A fragment says the same wherever it is spread.
    let mut spread: HashSet<&Name> = HashSet::new();
    while let Some(set) = sets.pop() {
        for item in &set.items {
            match &item.node {
                Selection::Field(field) => {
                    names.insert(field.node.name.node.as_str());
                    sets.push(&field.node.selection_set.node);
                }
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
    names
}
