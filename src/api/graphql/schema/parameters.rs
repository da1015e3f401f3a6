//! The arguments that parameters are in GraphQL.

use async_graphql::registry::MetaInputValue;

use super::{
    scalars::{BIG_INT, DATE_TIME, UUID},
    types::{defaulted, input},
};
use crate::{
    auth::Api,
    parameters::{Pages, Parameter, ParameterType},
};

/// The arguments of an operation that reads: its parameters, and those of its pages.
pub fn arguments_of(
    parameters: &[Parameter],
    pages: Option<Pages>,
) -> impl Iterator<Item = MetaInputValue> {
    let pages = match pages {
        None => Vec::new(),
        Some(Pages::Forward) => forward_arguments().into(),
        Some(Pages::Both) => page_arguments().into(),
    };
    parameters.iter().flat_map(arguments).chain(pages)
}

/// The arguments of a parameter. An account has two, of which one is given.
pub fn arguments(parameter: &Parameter) -> Vec<MetaInputValue> {
    let name = parameter.name_in(Api::Graphql);
    let of_one = match parameter.ty {
        ParameterType::Bool => "Boolean",
        ParameterType::Size | ParameterType::Int => "Int",
        ParameterType::Cursor | ParameterType::Text | ParameterType::Pattern => "String",
        ParameterType::GlobalId => "ID",
        ParameterType::BigInt | ParameterType::Account(_) => BIG_INT,
        ParameterType::Time => DATE_TIME,
        ParameterType::Uuid => UUID,
        ParameterType::OneOf(name, _) => name,
    };
    let ty = if parameter.many { format!("[{of_one}!]") } else { of_one.to_owned() };
    let mark = if parameter.required { "!" } else { "" };
    let described = input(&name, format!("{ty}{mark}"), &parameter.description);
    let described = match parameter.default {
        Some(default) => defaulted(&default.to_ascii_uppercase(), described),
        None => described,
    };
    let global = match parameter.ty {
        ParameterType::Account(global) => {
            let same = format!("The same as `{name}`, by global id; one of the two.");
            Some(input(global, "ID", &same))
        }
        _ => None,
    };
    [described].into_iter().chain(global).collect()
}

/// The arguments that select a page.
pub fn page_arguments() -> [MetaInputValue; 4] {
    [
        input("first", "Int", "The number of items from the start, at most 100; 20 by default."),
        input("after", "String", "The cursor of the item before the page."),
        input("last", "Int", "The number of items from the end, at most 100."),
        input("before", "String", "The cursor of the item after the page."),
    ]
}

/// The arguments that select a page of a list read forward only.
pub fn forward_arguments() -> [MetaInputValue; 2] {
    [
        input("first", "Int", "The number of items, at most 100; 20 by default."),
        input("after", "String", "The cursor of the item before the page."),
    ]
}
