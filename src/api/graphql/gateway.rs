//! Builds the schema.

use async_graphql::{
    SDLExportOptions, Schema,
    registry::{MetaType, Registry},
};
use engine::schema::{Describe, Root};

use crate::{
    api::graphql::{
        resolve::{audit, register_changes, register_trash, subscription},
        roots::{mutations, queries, register_pages},
        schema::{self, common_errors, object},
    },
    kinds,
};

/// The schema in its definition language, the same for every caller.
pub fn sdl() -> String {
    let options = SDLExportOptions::new().include_specified_by().use_space_ident();
    let (query, mutation) = (Root::<Query>::new(), Root::<Mutation>::new());
    let schema = Schema::build(query, mutation, Root::<Subscription>::new()).finish();
    schema::with_texts(&schema.sdl_with_options(options))
}

/// The schema that a subgraph of Apollo Federation executes.
pub fn executed_subgraph_sdl(hides_schema: bool) -> String {
    sdl() + &schema::subgraph_definitions(hides_schema)
}

/// The schema as a subgraph of Apollo Federation, for composition.
pub fn subgraph_sdl() -> String {
    let options = SDLExportOptions::new().federation().include_specified_by().use_space_ident();
    let (query, mutation) = (Root::<SubgraphQuery>::new(), Root::<Mutation>::new());
    let schema = Schema::build(query, mutation, Root::<Subscription>::new());
    let sdl = schema.enable_subscription_in_federation().finish().sdl_with_options(options);
    // Composition knows only the directives that a subgraph defines or imports.
    if sdl.contains("@oneOf") && !sdl.contains("directive @oneOf") {
        format!("{sdl}\ndirective @oneOf on INPUT_OBJECT\n")
    } else {
        sdl
    }
}

struct Query;
struct SubgraphQuery;
struct Mutation;
struct Subscription;

impl Describe for Query {
    const NAME: &'static str = "Query";

    fn describe(registry: &mut Registry) -> MetaType {
        schema::register_directives(registry);
        schema::register_scalars(registry);
        schema::register_enums(registry);
        schema::register_types(registry, kinds::registered());
        schema::register_lists(registry, kinds::registered());
        schema::register_views(registry);
        register_trash(registry);
        register_pages(registry);
        audit::register(registry);
        object(Self::NAME, format!("Operations that read. {}.", common_errors()), queries())
    }
}

impl Describe for SubgraphQuery {
    const NAME: &'static str = Query::NAME;

    fn describe(registry: &mut Registry) -> MetaType {
        let query = Query::describe(registry);
        schema::federate(registry);
        query
    }
}

impl Describe for Mutation {
    const NAME: &'static str = "Mutation";

    fn describe(registry: &mut Registry) -> MetaType {
        register_changes(registry);
        let description = format!(
            "Operations that write, run in order. {}, or with ABORTED after a transient error of \
             another field.",
            common_errors()
        );
        let fields = mutations(registry);
        object(Self::NAME, description, fields)
    }
}

impl Describe for Subscription {
    const NAME: &'static str = "Subscription";

    fn describe(_: &mut Registry) -> MetaType {
        subscription::describe()
    }
}
