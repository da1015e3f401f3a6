//! Builds the schema.

use async_graphql::{
    ContainerType, Context, ContextSelectionSet, ObjectType, OutputType, Positioned, Response,
    SDLExportOptions, Schema, ServerResult, SubscriptionType, Value,
    parser::types::Field,
    registry::{MetaType, MetaTypeId, Registry},
};
use futures_util::Stream;
use std::{borrow::Cow, marker::PhantomData, pin::Pin};

use crate::{
    api::graphql::{
        resolve::{
            accounts, audit, register_bulk, register_matching, register_trash, subscription,
        },
        schema::{self, common_errors, mutations, object, queries},
    },
    kinds,
};

/// The schema in its definition language, the same for every caller.
pub fn sdl() -> String {
    let options = SDLExportOptions::new().include_specified_by().use_space_ident();
    let (query, mutation) = (Root::<Query>(PhantomData), Root::<Mutation>(PhantomData));
    let schema = Schema::build(query, mutation, Root::<Subscription>(PhantomData)).finish();
    schema::with_texts(&schema.sdl_with_options(options))
}

/// The schema that a subgraph of Apollo Federation executes.
pub fn executed_subgraph_sdl(hides_schema: bool) -> String {
    sdl() + &schema::subgraph_definitions(hides_schema)
}

/// The schema as a subgraph of Apollo Federation, for composition.
pub fn subgraph_sdl() -> String {
    let options = SDLExportOptions::new().federation().include_specified_by().use_space_ident();
    let (query, mutation) = (Root::<SubgraphQuery>(PhantomData), Root::<Mutation>(PhantomData));
    let schema = Schema::build(query, mutation, Root::<Subscription>(PhantomData));
    let sdl = schema.enable_subscription_in_federation().finish().sdl_with_options(options);
    // Composition knows only the directives that a subgraph defines or imports.
    if sdl.contains("@oneOf") && !sdl.contains("directive @oneOf") {
        format!("{sdl}\ndirective @oneOf on INPUT_OBJECT\n")
    } else {
        sdl
    }
}

/// A root type, which the registry only describes. Documents are executed by their plans.
struct Root<T>(PhantomData<T>);

/// Describes a root type.
trait Describe: Send + Sync {
    const NAME: &'static str;

    fn describe(registry: &mut Registry) -> MetaType;
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
        audit::register(registry);
        accounts::register(registry);
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
        register_bulk(registry);
        register_matching(registry);
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

impl<T: Describe> OutputType for Root<T> {
    fn type_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.create_output_type::<Self, _>(MetaTypeId::Object, T::describe)
    }

    async fn resolve(
        &self,
        _: &ContextSelectionSet<'_>,
        _: &Positioned<Field>,
    ) -> ServerResult<Value> {
        Ok(Value::Null)
    }
}

impl<T: Describe> ContainerType for Root<T> {
    async fn resolve_field(&self, _: &Context<'_>) -> ServerResult<Option<Value>> {
        Ok(None)
    }
}

impl<T: Describe> ObjectType for Root<T> {}

impl<T: Describe> SubscriptionType for Root<T> {
    fn type_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.create_subscription_type::<Self, _>(T::describe)
    }

    fn create_field_stream<'a>(
        &'a self,
        _: &'a Context<'_>,
    ) -> Option<Pin<Box<dyn Stream<Item = Response> + Send + 'a>>> {
        None
    }
}
