//! `__schema` and `__type`, and the directives.

use apollo_compiler::{Node, ast::DirectiveDefinition, schema::ComponentName};
use async_graphql::Value;
use std::sync::Arc;

use super::types::{Input, Type, deprecated};
use crate::{
    execute::{Object, Resolver, Writer},
    plan::{Definitions, Field, Variables},
};

/// The type that the argument of `__type` names.
pub fn type_named<N>(
    field: &Field<N>,
    variables: &Variables,
    definitions: &Arc<Definitions>,
) -> Option<Type> {
    let name = field.argument("name", variables)?;
    let Value::String(name) = name.as_ref() else { return None };
    let (name, _) = definitions.schema.types.get_key_value(name.as_str())?;
    Some(Type::named(definitions, name))
}

/// The whole schema.
pub struct Schema(pub Arc<Definitions>);

impl<H: Resolver> Object<H> for Schema {
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        let Self(definitions) = self;
        let schema = &definitions.schema;
        let root = |to: &mut Writer<'p, H>, name: &Option<ComponentName>| {
            to.optional(field, name.as_ref().map(|name| Type::named(definitions, name)));
        };
        match field.name.as_str() {
            "description" => to.value(schema.schema_definition.description.as_deref()),
            "types" => {
                to.objects(field, schema.types.keys().map(|name| Type::named(definitions, name)));
            }
            "queryType" => root(to, &schema.schema_definition.query),
            "mutationType" => root(to, &schema.schema_definition.mutation),
            "subscriptionType" => root(to, &schema.schema_definition.subscription),
            "directives" => {
                let directives = schema.directive_definitions.values();
                to.objects(field, directives.map(|it| Directive(definitions, it)));
            }
            _ => to.unknown(field),
        }
    }
}

struct Directive<'d>(&'d Arc<Definitions>, &'d Node<DirectiveDefinition>);

impl<H: Resolver> Object<H> for Directive<'_> {
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        let Self(definitions, directive) = self;
        match field.name.as_str() {
            "name" => to.value(directive.name.as_str()),
            "description" => to.value(directive.description.as_deref()),
            "locations" => to.list(&directive.locations, |to, location| to.plain(location.name())),
            "args" => {
                let shown = deprecated(field, to);
                let arguments = directive.arguments.iter().filter(|it| shown(&it.directives));
                to.objects(field, arguments.map(|it| Input(definitions, it)));
            }
            "isRepeatable" => to.value(directive.repeatable),
            _ => to.unknown(field),
        }
    }
}

/// `_service` of Apollo Federation: the SDL of the subgraph.
pub struct Service(pub Arc<Definitions>);

impl<H: Resolver> Object<H> for Service {
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        match field.name.as_str() {
            "sdl" => to.value(self.0.subgraph.as_deref()),
            _ => to.unknown(field),
        }
    }
}
