//! The types of the schema, with their fields, arguments and enum values.

use apollo_compiler::{
    Name,
    ast::{self, DirectiveList, EnumValueDefinition, FieldDefinition, InputValueDefinition},
    schema::ExtendedType,
};
use std::sync::Arc;

use crate::{
    execute::{Object, Resolver, Writer},
    plan::{Definitions, Field},
};

/// A type as introspection shows it.
///
/// It is a named one, a list, or one that is not null.
pub struct Type {
    definitions: Arc<Definitions>,
    ty: ast::Type,
}

impl Type {
    /// The type of a field or an argument.
    pub fn of(definitions: &Arc<Definitions>, ty: &ast::Type) -> Self {
        Self { definitions: Arc::clone(definitions), ty: ty.clone() }
    }

    /// The type of that name.
    pub fn named(definitions: &Arc<Definitions>, name: &Name) -> Self {
        Self::of(definitions, &ast::Type::Named(name.clone()))
    }

    /// The kind of a type around another, and that one.
    fn wrapped(&self) -> Option<(&'static str, ast::Type)> {
        match &self.ty {
            ast::Type::Named(_) => None,
            ast::Type::List(of) => Some(("LIST", of.as_ref().clone())),
            ast::Type::NonNullNamed(name) => Some(("NON_NULL", ast::Type::Named(name.clone()))),
            ast::Type::NonNullList(of) => Some(("NON_NULL", ast::Type::List(of.clone()))),
        }
    }
}

impl<H: Resolver> Object<H> for Type {
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        let definitions = &self.definitions;
        match (self.wrapped(), definitions.schema.types.get(self.ty.inner_named_type())) {
            (Some((kind, of)), _) => match field.name.as_str() {
                "kind" => to.plain(kind),
                "ofType" => to.object(field, &Self::of(definitions, &of)),
                _ => to.null(),
            },
            (None, Some(ty)) => write(definitions, ty, field, to),
            (None, None) => to.unknown(field),
        }
    }
}

/// Writes a field of a named type.
fn write<'p, H: Resolver>(
    definitions: &Arc<Definitions>,
    ty: &ExtendedType,
    field: &'p Field<H::Notes>,
    to: &mut Writer<'p, H>,
) {
    match field.name.as_str() {
        "kind" => to.plain(kind(ty)),
        "name" => to.value(ty.name().as_str()),
        "description" => to.value(ty.description().map(|it| it.as_str())),
        "fields" => {
            let fields = match ty {
                ExtendedType::Object(it) => &it.fields,
                ExtendedType::Interface(it) => &it.fields,
                _ => return to.null(),
            };
            let shown = deprecated(field, to);
            let fields = fields.values().filter(|it| shown(&it.directives));
            to.objects(field, fields.map(|it| FieldOf(definitions, it)));
        }
        "interfaces" => {
            let interfaces = match ty {
                ExtendedType::Object(it) => &it.implements_interfaces,
                ExtendedType::Interface(it) => &it.implements_interfaces,
                _ => return to.null(),
            };
            to.objects(field, interfaces.iter().map(|it| Type::named(definitions, it)));
        }
        "possibleTypes" => {
            let types = definitions.possible_types(ty.name()).filter(|_| !ty.is_object());
            let Some(types) = types else { return to.null() };
            to.objects(field, types.into_iter().map(|it| Type::named(definitions, it)));
        }
        "enumValues" => {
            let ExtendedType::Enum(it) = ty else { return to.null() };
            let shown = deprecated(field, to);
            let values = it.values.values().filter(|it| shown(&it.directives));
            to.objects(field, values.map(|it| Choice(it)));
        }
        "inputFields" => {
            let ExtendedType::InputObject(it) = ty else { return to.null() };
            let shown = deprecated(field, to);
            let fields = it.fields.values().filter(|it| shown(&it.directives));
            to.objects(field, fields.map(|it| Input(definitions, it)));
        }
        "isOneOf" => {
            let ExtendedType::InputObject(it) = ty else { return to.null() };
            to.value(it.directives.has("oneOf"));
        }
        "specifiedByURL" => {
            let ExtendedType::Scalar(it) = ty else { return to.null() };
            let url = it.directives.get("specifiedBy");
            let url = url.and_then(|it| it.specified_argument_by_name("url"));
            to.value(url.and_then(|it| it.as_str()));
        }
        // Only wrapping types have one.
        "ofType" => to.null(),
        _ => to.unknown(field),
    }
}

const fn kind(ty: &ExtendedType) -> &'static str {
    match ty {
        ExtendedType::Scalar(_) => "SCALAR",
        ExtendedType::Object(_) => "OBJECT",
        ExtendedType::Interface(_) => "INTERFACE",
        ExtendedType::Union(_) => "UNION",
        ExtendedType::Enum(_) => "ENUM",
        ExtendedType::InputObject(_) => "INPUT_OBJECT",
    }
}

/// Whether introspection shows an item with these directives.
///
/// A deprecated one is shown if the arguments of the field include it.
pub fn deprecated<H: Resolver>(
    field: &Field<H::Notes>,
    to: &Writer<'_, H>,
) -> impl Fn(&DirectiveList) -> bool + use<H> {
    let argument = field.argument("includeDeprecated", H::variables(to.request));
    let includes = argument.as_deref() == Some(&async_graphql::Value::Boolean(true));
    move |directives| includes || !directives.has("deprecated")
}

/// Writes whether something with these directives is deprecated, and why. `false`: other fields.
fn write_deprecation<'p, H: Resolver>(
    directives: &DirectiveList,
    field: &'p Field<H::Notes>,
    to: &mut Writer<'p, H>,
) -> bool {
    let deprecated = directives.get("deprecated");
    match field.name.as_str() {
        "isDeprecated" => to.value(deprecated.is_some()),
        "deprecationReason" => {
            let reason = deprecated.map(|it| it.specified_argument_by_name("reason"));
            to.value(
                reason.map(|it| it.and_then(|it| it.as_str()).unwrap_or("No longer supported")),
            );
        }
        _ => return false,
    }
    true
}

/// A field of a type.
struct FieldOf<'d>(&'d Arc<Definitions>, &'d FieldDefinition);

impl<H: Resolver> Object<H> for FieldOf<'_> {
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        let Self(definitions, it) = self;
        match field.name.as_str() {
            "name" => to.value(it.name.as_str()),
            "description" => to.value(it.description.as_deref()),
            "args" => {
                let shown = deprecated(field, to);
                let arguments = it.arguments.iter().filter(|it| shown(&it.directives));
                to.objects(field, arguments.map(|it| Input(definitions, it)));
            }
            "type" => to.object(field, &Type::of(definitions, &it.ty)),
            _ if write_deprecation(&it.directives, field, to) => {}
            _ => to.unknown(field),
        }
    }
}

/// An argument, or a field of an input type.
pub struct Input<'d>(pub &'d Arc<Definitions>, pub &'d InputValueDefinition);

impl<H: Resolver> Object<H> for Input<'_> {
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        let Self(definitions, it) = self;
        match field.name.as_str() {
            "name" => to.value(it.name.as_str()),
            "description" => to.value(it.description.as_deref()),
            "type" => to.object(field, &Type::of(definitions, &it.ty)),
            "defaultValue" => {
                let default = it.default_value.as_ref();
                to.value(default.map(|value| value.serialize().no_indent().to_string()));
            }
            _ if write_deprecation(&it.directives, field, to) => {}
            _ => to.unknown(field),
        }
    }
}

/// A value of an enum.
struct Choice<'d>(&'d EnumValueDefinition);

impl<H: Resolver> Object<H> for Choice<'_> {
    fn write<'p>(&self, field: &'p Field<H::Notes>, to: &mut Writer<'p, H>) {
        let Self(it) = self;
        match field.name.as_str() {
            "name" => to.value(it.value.as_str()),
            "description" => to.value(it.description.as_deref()),
            _ if write_deprecation(&it.directives, field, to) => {}
            _ => to.unknown(field),
        }
    }
}
