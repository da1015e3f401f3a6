//! Resolves the selection of an object, its fields in the order of the document.
//!
//! async-graphql's own resolver boxes a future for every field of every record. Here a field whose
//! value is known is copied, and only fields that have to be loaded are awaited: concurrently, so
//! that a loader sees all keys of an object at once.

use async_graphql::{
    Context, ContextSelectionSet, Name, OutputType, Positioned, Value,
    indexmap::{IndexMap, map::Entry},
    parser::types::{Field, Selection, SelectionSet},
};
use futures_util::future::{BoxFuture, join_all};
use std::borrow::Cow;

use super::error::refuse;
use crate::error::Error;

/// An object of the schema.
pub trait Object: Send + Sync {
    /// The name of its type.
    fn type_name(&self) -> Cow<'_, str>;

    /// The value of a field. Validation rejects fields that the type does not have.
    fn field<'a>(&'a self, name: &str) -> FieldValue<'a>;
}

impl<T: Object + ?Sized> Object for &T {
    fn type_name(&self) -> Cow<'_, str> {
        (**self).type_name()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        (**self).field(name)
    }
}

/// The value of a field.
pub enum FieldValue<'a> {
    /// A scalar or an enum that is known.
    Ready(Value),
    /// An object that is known.
    Object(Box<dyn Object + 'a>),
    /// Objects that are known.
    Objects(Vec<Box<dyn Object + 'a>>),
    /// An object of a type with derived resolvers.
    Derived(Box<dyn Derived + 'a>),
    /// An object or null, that has to be loaded.
    Loaded(Load<'a>),
    /// A value that has to be loaded.
    Awaited(Await<'a>),
    /// The object has no such field: the schema and the object disagree.
    Unknown,
}

/// Loads an object for the field of a context.
type Load<'a> = Box<dyn for<'c> Fn(&'c Context<'c>) -> ObjectFuture<'c> + Send + Sync + 'a>;
/// Loads a value for the field of a context.
type Await<'a> = Box<dyn for<'c> Fn(&'c Context<'c>) -> BoxFuture<'c, Value> + Send + Sync + 'a>;
/// An object or null, that is being loaded.
pub type ObjectFuture<'c> = BoxFuture<'c, Option<Box<dyn Object>>>;

/// A value whose resolvers async-graphql derives.
pub trait Derived: Send + Sync {
    /// Resolves what the field of the context selects of the value.
    fn resolve<'c>(&'c self, ctx: &'c Context<'c>) -> BoxFuture<'c, Value>;
}

impl<T: OutputType> Derived for T {
    fn resolve<'c>(&'c self, ctx: &'c Context<'c>) -> BoxFuture<'c, Value> {
        Box::pin(async move {
            let selection = ctx.with_selection_set(&ctx.item.node.selection_set);
            let value = OutputType::resolve(self, &selection, ctx.item).await;
            value.unwrap_or_else(|error| {
                ctx.add_error(error);
                Value::Null
            })
        })
    }
}

/// Resolves what the field of the context selects of the object.
pub async fn resolve(ctx: &Context<'_>, object: &dyn Object) -> Value {
    let selection = ctx.with_selection_set(&ctx.item.node.selection_set);
    resolve_selection(&selection, object).await
}

/// Resolves what the field of the context selects of each object.
pub async fn resolve_all<T: Object>(ctx: &Context<'_>, objects: &[T]) -> Value {
    let values = objects
        .iter()
        .enumerate()
        .map(|(index, object)| async move { resolve(&ctx.with_index(index), object).await });
    Value::List(join_all(values).await)
}

fn resolve_selection<'a>(
    ctx: &'a ContextSelectionSet<'a>,
    object: &'a dyn Object,
) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let mut fields = Vec::new();
        let type_name = object.type_name();
        collect(ctx, ctx.item, &type_name, &mut fields);
        let mut values = IndexMap::with_capacity(fields.len());
        let mut pending = Vec::new();
        for field in fields {
            let key = field.node.response_key().node.clone();
            let name = field.node.name.node.as_str();
            if name == "__typename" {
                values.insert(key, Value::from(type_name.as_ref()));
                continue;
            }
            match object.field(name) {
                FieldValue::Ready(value) => merge(&mut values, key, value),
                answer => {
                    // Keeps the position of the field while its value is awaited.
                    values.entry(key.clone()).or_insert(Value::Null);
                    pending.push(async move { (key, nested(ctx, field, answer).await) });
                }
            }
        }
        for (key, value) in join_all(pending).await {
            merge(&mut values, key, value);
        }
        Value::Object(values)
    })
}

async fn nested<'a>(
    ctx: &'a ContextSelectionSet<'a>,
    field: &'a Positioned<Field>,
    answer: FieldValue<'a>,
) -> Value {
    let ctx = ctx.with_field(field);
    match answer {
        FieldValue::Ready(value) => value,
        FieldValue::Object(object) => resolve(&ctx, object.as_ref()).await,
        FieldValue::Objects(objects) => {
            // Concurrently, so that a loader sees all keys of the page.
            let values = objects.iter().enumerate().map(|(index, object)| {
                let ctx = &ctx;
                async move { resolve(&ctx.with_index(index), object.as_ref()).await }
            });
            Value::List(join_all(values).await)
        }
        FieldValue::Derived(value) => value.resolve(&ctx).await,
        FieldValue::Loaded(load) => match load(&ctx).await {
            Some(object) => resolve(&ctx, object.as_ref()).await,
            None => Value::Null,
        },
        FieldValue::Awaited(load) => load(&ctx).await,
        FieldValue::Unknown => {
            tracing::error!(field = %field.node.name.node, "a field has no resolver");
            refuse(&ctx, &Error::Internal)
        }
    }
}

/// Collects the fields that apply to an object of a type, with fragments expanded.
fn collect<'a>(
    ctx: &'a ContextSelectionSet<'a>,
    selection: &'a Positioned<SelectionSet>,
    type_name: &str,
    fields: &mut Vec<&'a Positioned<Field>>,
) {
    for item in &selection.node.items {
        match &item.node {
            Selection::Field(field) => fields.push(field),
            Selection::InlineFragment(fragment) => {
                let condition = fragment.node.type_condition.as_ref();
                if condition.is_none_or(|on| applies(ctx, &on.node.on.node, type_name)) {
                    collect(ctx, &fragment.node.selection_set, type_name, fields);
                }
            }
            Selection::FragmentSpread(spread) => {
                let name = &spread.node.fragment_name.node;
                let Some(fragment) = ctx.query_env.fragments.get(name) else {
                    continue;
                };
                if applies(ctx, &fragment.node.type_condition.node.on.node, type_name) {
                    collect(ctx, &fragment.node.selection_set, type_name, fields);
                }
            }
        }
    }
}

/// Whether a fragment with this type condition applies to an object of the type.
fn applies(ctx: &ContextSelectionSet<'_>, condition: &str, type_name: &str) -> bool {
    let implements = ctx.schema_env.registry.implements.get(type_name);
    condition == type_name || implements.is_some_and(|interfaces| interfaces.contains(condition))
}

/// Inserts a value. Objects with the same key are merged, as the specification requires.
fn merge(values: &mut IndexMap<Name, Value>, key: Name, value: Value) {
    match values.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(value);
        }
        Entry::Occupied(mut entry) => match (entry.get_mut(), value) {
            (Value::Object(present), Value::Object(more)) => {
                for (key, value) in more {
                    merge(present, key, value);
                }
            }
            (present, value) => *present = value,
        },
    }
}
