//! Showing an object: the fields of a selection, in the order they were asked for.
//!
//! The resolver that async-graphql brings makes a boxed future for every field of every record.
//! Here a field that is known already is taken as it is, and only what has to be loaded is awaited,
//! all of it together, so that a loader sees everything that one object asks for at once.

use async_graphql::{
    Context, ContextSelectionSet, Name, Positioned, Value,
    indexmap::{IndexMap, map::Entry},
    parser::types::{Field, Selection, SelectionSet},
};
use futures_util::future::{BoxFuture, join_all};
use std::borrow::Cow;

/// Something with fields.
pub trait Object: Send + Sync {
    /// Name of its type.
    fn type_name(&self) -> Cow<'_, str>;

    /// The field of that name. Validation has seen that there is one.
    fn field<'a>(&'a self, name: &str) -> Answer<'a>;
}

impl<T: Object + ?Sized> Object for &T {
    fn type_name(&self) -> Cow<'_, str> {
        (**self).type_name()
    }

    fn field<'a>(&'a self, name: &str) -> Answer<'a> {
        (**self).field(name)
    }
}

/// What a field comes to.
pub enum Answer<'a> {
    /// A value that is there.
    Ready(Value),
    /// An object that is there.
    Object(Box<dyn Object + 'a>),
    /// Objects that are there.
    Objects(Vec<Box<dyn Object + 'a>>),
    /// An object, or nothing, that has to be loaded.
    Loaded(Load<'a>),
    /// A value that has to be found out.
    Awaited(Await<'a>),
}

/// Loads an object for the field of a context.
type Load<'a> = Box<dyn for<'c> Fn(&'c Context<'c>) -> Loading<'c> + Send + Sync + 'a>;
/// Finds out a value for the field of a context.
type Await<'a> = Box<dyn for<'c> Fn(&'c Context<'c>) -> BoxFuture<'c, Value> + Send + Sync + 'a>;
/// An object, or nothing, on its way.
pub type Loading<'c> = BoxFuture<'c, Option<Box<dyn Object>>>;

/// Shows what the field of the context selects of the object.
pub async fn show(ctx: &Context<'_>, object: &dyn Object) -> Value {
    let selection = ctx.with_selection_set(&ctx.item.node.selection_set);
    show_selection(&selection, object).await
}

/// Shows what the field of the context selects of each of the objects.
pub async fn show_all<T: Object>(ctx: &Context<'_>, objects: &[T]) -> Value {
    let shown = objects
        .iter()
        .enumerate()
        .map(|(place, object)| async move { show(&ctx.with_index(place), object).await });
    Value::List(join_all(shown).await)
}

fn show_selection<'a>(
    ctx: &'a ContextSelectionSet<'a>,
    object: &'a dyn Object,
) -> BoxFuture<'a, Value> {
    Box::pin(async move {
        let mut fields = Vec::new();
        let type_name = object.type_name();
        collect(ctx, ctx.item, &type_name, &mut fields);
        let mut shown = IndexMap::with_capacity(fields.len());
        let mut pending = Vec::new();
        for field in fields {
            let key = field.node.response_key().node.clone();
            let name = field.node.name.node.as_str();
            if name == "__typename" {
                shown.insert(key, Value::from(type_name.as_ref()));
                continue;
            }
            match object.field(name) {
                Answer::Ready(value) => merge(&mut shown, key, value),
                answer => {
                    // Keeps the place of the field while its value is awaited.
                    shown.entry(key.clone()).or_insert(Value::Null);
                    pending.push(async move { (key, nested(ctx, field, answer).await) });
                }
            }
        }
        for (key, value) in join_all(pending).await {
            merge(&mut shown, key, value);
        }
        Value::Object(shown)
    })
}

async fn nested<'a>(
    ctx: &'a ContextSelectionSet<'a>,
    field: &'a Positioned<Field>,
    answer: Answer<'a>,
) -> Value {
    let ctx = ctx.with_field(field);
    match answer {
        Answer::Ready(value) => value,
        Answer::Object(object) => show(&ctx, object.as_ref()).await,
        Answer::Objects(objects) => {
            // All at once, so that a loader sees everything that the page asks for.
            let shown = objects.iter().enumerate().map(|(place, object)| {
                let ctx = &ctx;
                async move { show(&ctx.with_index(place), object.as_ref()).await }
            });
            Value::List(join_all(shown).await)
        }
        Answer::Loaded(load) => match load(&ctx).await {
            Some(object) => show(&ctx, object.as_ref()).await,
            None => Value::Null,
        },
        Answer::Awaited(find_out) => find_out(&ctx).await,
    }
}

/// The fields that apply to an object of that type, those of fragments in their place.
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

/// Whether a fragment on that type or interface applies to an object of the type.
fn applies(ctx: &ContextSelectionSet<'_>, condition: &str, type_name: &str) -> bool {
    let implements = ctx.schema_env.registry.implements.get(type_name);
    condition == type_name || implements.is_some_and(|interfaces| interfaces.contains(condition))
}

/// Puts a value under its key; objects that share a key are merged, as the specification has it.
fn merge(shown: &mut IndexMap<Name, Value>, key: Name, value: Value) {
    match shown.entry(key) {
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
