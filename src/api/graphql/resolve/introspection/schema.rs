//! `__schema` and `__type`, and the directives.

use apollo_compiler::{Node, ast::DirectiveDefinition, schema::ComponentName};
use std::sync::Arc;

use super::types::{Input, Type, deprecated};
use crate::api::graphql::{
    execute::{Context, Object, Writer},
    plan::{Definitions, Field},
};

/// The type of the name in the arguments.
pub fn type_named(ctx: Context<'_>, definitions: &Arc<Definitions>) -> Option<Type> {
    let Some(async_graphql::Value::String(name)) = ctx.argument("name") else { return None };
    let (name, _) = definitions.schema.types.get_key_value(name.as_str())?;
    Some(Type::named(definitions, name))
}

/// The whole schema.
pub struct Schema(pub Arc<Definitions>);

impl Object for Schema {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let Self(definitions) = self;
        let schema = &definitions.schema;
        let root = |to: &mut Writer<'p>, name: &Option<ComponentName>| {
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

impl Object for Directive<'_> {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
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

impl Object for Service {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "sdl" => to.value(self.0.subgraph.as_deref()),
            _ => to.unknown(field),
        }
    }
}
