//! The schema as a whole.

use std::sync::Arc;

use async_graphql::{
    EmptySubscription, SDLExportOptions,
    indexmap::IndexMap,
    registry::{__DirectiveLocation as Location, MetaDirective, Registry},
};

use super::{mutation::Mutation, query::Query, types::input};
use crate::app::App;

/// The GraphQL schema, ready to execute.
pub type Schema = async_graphql::Schema<Query, Mutation, EmptySubscription>;

/// The schema over an application.
#[must_use]
pub fn schema(app: Arc<App>) -> Schema {
    Schema::build(Query, Mutation, EmptySubscription).data(app).finish()
}

/// The schema in its definition language, the same for every caller.
#[must_use]
pub fn sdl() -> String {
    let options = SDLExportOptions::new().include_specified_by().use_space_ident();
    Schema::build(Query, Mutation, EmptySubscription).finish().sdl_with_options(options)
}

/// Makes the directives known by which the schema says who may do what, and where REST has it.
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
