//! The operations that don't change one record, from the table.

use serde_json::{Value as Json, json};
use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, Object, ObjectBuilder, Type,
    content::Content,
    path::{OperationBuilder, Parameter, ParameterIn},
    request_body::RequestBody,
};

use super::{
    content::content,
    examples::Sample,
    inputs,
    parts::{
        idempotency_key, if_match, if_none_match, key, last_event_id, media_types, parameter,
        reason, request,
    },
    query::query_parameters,
    schemas::{custom, described, known, types},
};
use crate::{
    actions::{Act, Action, Example, Method, PathExample, PathParameter, Read, Route, Selects},
    api::rest::query::parameters,
    kinds,
    operations::bulk::MANY,
    parameters::{IDS, POLICIES, POLICY, RELATED, UUIDS, WITH},
    resources::{Input, RequestOption},
    views::{OPERATION, record_id},
};

/// The request and response body of other operations.
pub fn of_route(
    operation: OperationBuilder,
    action: &Action,
    route: &Route,
    components: &mut Components,
) -> (OperationBuilder, Content) {
    let (is_read, options) = (action.only_reads(), action.act.options());
    let query = if is_read || action.takes_query() {
        query_parameters(parameters(action), components)
    } else {
        let given = options.iter().find(|it| it.is_reason());
        given.map(|it| reason(*it == RequestOption::RequiredReason)).into_iter().collect()
    };
    let expects_version = options.contains(&RequestOption::ExpectedVersion);
    let key = match &action.act {
        Act::Read(Read::Record(resource)) => Some(key(resource, &Sample::live(resource))),
        _ => None,
    };
    let parameters = key
        .into_iter()
        .chain(route.parameters.iter().map(path_parameter))
        .chain((!is_read).then(idempotency_key))
        .chain(query)
        .chain((is_read && route.versioned).then(if_none_match))
        .chain(route.streams.map(|_| last_event_id()))
        .chain(expects_version.then(if_match));
    let operation = parameters.fold(operation, OperationBuilder::parameter);
    let body = body(action, route.method, components);
    (operation.request_body(body), content(&action.act, components))
}

fn path_parameter(it: &PathParameter) -> Parameter {
    let text = ObjectBuilder::new().schema_type(Type::String);
    let (schema, example) = match it.example {
        PathExample::Id(id) => {
            let format = Some(known(KnownFormat::Int64));
            (text.schema_type(Type::Integer).format(format), json!(id))
        }
        PathExample::Operation => (text.format(Some(custom("uuid"))), json!(OPERATION)),
        PathExample::Record => (text.description(Some(it.description)), json!(record_id())),
        PathExample::Row => (text.description(Some(it.description)), json!("1")),
        PathExample::Text(example) => (text.description(Some(it.description)), json!(example)),
    };
    parameter(ParameterIn::Path, it.name, it.description, schema, example)
}

/// The body of a request, if the operation takes one.
fn body(action: &Action, method: Method, components: &mut Components) -> Option<RequestBody> {
    let (name, schema, example) = match action.selects {
        Selects::Records => selection(action.act.options().contains(&RequestOption::Related)),
        Selects::Notifications => {
            let uuid =
                described(Type::String, "The key of a notification.").format(Some(custom("uuid")));
            let uuids = ArrayBuilder::new()
                .items(uuid)
                .max_items(Some(MANY))
                .description(Some("The keys of the notifications."));
            let schema = ObjectBuilder::new()
                .property(UUIDS, uuids)
                .required(UUIDS)
                .description(Some("The notifications to mark."));
            let example = Sample::live(kinds::notifications()).key();
            ("NotificationSelection".to_owned(), schema.build(), json!({ UUIDS: [example] }))
        }
        _ => {
            let Act::Plain(change) = &action.act else { return None };
            let body = change.body.as_ref()?;
            let text = &body.description;
            let schema = inputs::body(body.inputs, body.absent, text, components);
            let example = example(&change.example, body.inputs);
            (body.type_name.clone(), schema, example)
        }
    };
    Some(request(&name, schema, &example, media_types(method), components))
}

/// An example of a body.
fn example(of: &Example, inputs: &[Input]) -> Json {
    match of {
        Example::Fields(fields) => fields.clone(),
        Example::Record(kind, instead) => {
            let mut fields = Sample::created(kind).written(inputs);
            fields.extend(instead.as_object().cloned().unwrap_or_default());
            fields.retain(|_, value| !value.is_null());
            json!(fields)
        }
    }
}

/// The body that names records: the name of its schema, the schema, and an example.
fn selection(related: bool) -> (String, Object, Json) {
    let ids = ArrayBuilder::new()
        .items(described(Type::String, "The global id of a record."))
        .max_items(Some(MANY))
        .description(Some("The global ids of the records."));
    let policies = POLICIES.map(|(name, meaning)| format!("\n- `{name}`: {meaning}"));
    let policy = format!(
        "What an error of one record means for the others; `{}` by default.\n{}",
        POLICIES[0].0,
        policies.concat()
    );
    let policy = described(Type::String, policy).enum_values(Some(POLICIES.map(|(name, _)| name)));
    let schema = ObjectBuilder::new()
        .property(IDS, ids)
        .property(POLICY, policy)
        .required(IDS)
        .description(Some("The records to change."));
    let example = json!({ IDS: [record_id()] });
    if !related {
        return ("RecordSelection".to_owned(), schema.build(), example);
    }
    let (name, meaning) = RELATED;
    let with =
        format!("Which deleted records come back too; none if absent.\n\n- `{name}`: {meaning}");
    let with = described(Type::String, with)
        .schema_type(types(Type::String, true))
        .enum_values(Some([json!(name), Json::Null]));
    ("RecordsToRestore".to_owned(), schema.property(WITH, with).build(), example)
}
