//! Runs the mutations.

use async_graphql::Value;
use serde_json::{Map, json};

use super::one_of;
use crate::{
    actions::{Action, PlainChange, Selects},
    api::graphql::{
        execute::{Context, Object},
        resolve::{
            arguments::{body, expected, given, object, text, texts, with_reason},
            lists,
            viewed::Owned,
        },
        schema::{REASON, enum_name},
    },
    changes::Asked,
    error::Error,
    operations::rows::{Fields, read::Filter},
    parameters::{CONFIRM, IDS, POLICY, RELATED, UUIDS, WITH},
    resources::camel_case,
};

/// Runs a mutation.
pub async fn run(
    ctx: Context<'_>,
    action: &'static Action,
    change: &'static PlainChange,
) -> Result<Box<dyn Object>, Error> {
    let filter = filter(ctx, action)?;
    let arguments = given(ctx, action.parameters)?;
    let id = match action.selects {
        Selects::One(argument, ..) => Some(text(ctx, argument)?),
        _ => None,
    };
    let asked = Asked {
        app: ctx.app,
        call: &with_reason(ctx)?,
        arguments: &arguments,
        id: id.as_deref(),
        fields: fields(ctx, action, change)?,
        inputs: action.inputs(),
        filter,
        expected: expected(ctx)?,
        shows: &|name| ctx.field.selection.has(&camel_case(name)),
        projections: &|| ctx.projections(),
    };
    Ok(Box::new(Owned((change.run)(asked).await?.view)))
}

/// The filter that records match.
fn filter(ctx: Context<'_>, action: &Action) -> Result<Option<Filter>, Error> {
    if action.matches() {
        check_literal(ctx)?;
    }
    match action.selects {
        Selects::Matching(kind) => lists::filter(kind, &object(ctx, "where")?).map(Some),
        _ => Ok(None),
    }
}

/// Checks that nothing in the filter is unset (D35).
///
/// A variable that was forgotten would match all.
fn check_literal(ctx: Context<'_>) -> Result<(), Error> {
    let mut filters = ctx.literals().filter(|(name, _)| ![CONFIRM, REASON].contains(name));
    let unset = filters.find_map(|(name, value)| unset_in(name, &value));
    unset.map_or(Ok(()), |place| Err(Error::unset(&place)))
}

/// The place in a filter that says nothing. An empty `where` is written on purpose.
fn unset_in(place: &str, value: &Value) -> Option<String> {
    let is_empty = match value {
        Value::List(items) => {
            items.is_empty() && (place.ends_with(".and") || place.ends_with(".or"))
        }
        Value::Object(fields) => fields.is_empty() && place != "where",
        value => *value == Value::Null,
    };
    match value {
        _ if is_empty => Some(place.to_owned()),
        Value::List(items) => items.iter().find_map(|item| unset_in(place, item)),
        Value::Object(fields) => {
            fields.iter().find_map(|(name, value)| unset_in(&format!("{place}.{name}"), value))
        }
        _ => None,
    }
}

/// The fields of the operation, by the names of REST.
fn fields(ctx: Context<'_>, action: &Action, change: &PlainChange) -> Result<Fields, Error> {
    if let Some(of) = change.body.as_ref().filter(|_| action.parameters.is_empty()) {
        return match &change.recipients {
            Some(recipients) => one_of::fields(ctx, of, recipients),
            None => body(object(ctx, of.argument)?, of.inputs),
        };
    }
    let mut fields = Map::new();
    match action.selects {
        Selects::Records => {
            fields.insert(IDS.to_owned(), json!(texts(ctx, IDS)?));
            let policy = ctx.argument(POLICY);
            let policy = policy.as_ref().and_then(enum_name).map(str::to_ascii_lowercase);
            fields.extend(policy.map(|it| (POLICY.to_owned(), it.into())));
        }
        Selects::Notifications => {
            fields.insert(UUIDS.to_owned(), json!(texts(ctx, UUIDS)?));
        }
        _ => {}
    }
    if ctx.argument(WITH).is_some() {
        fields.insert(WITH.to_owned(), RELATED.0.into());
    }
    Ok(fields)
}
