//! The operations that don't change one record, from the table.

use serde_json::json;
use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, ObjectBuilder, Type,
    content::Content,
    path::{OperationBuilder, Parameter, ParameterIn},
    request_body::RequestBody,
};

use super::{
    bodies,
    examples::{OPERATION, Sample},
    inputs,
    parts::{
        idempotency_key, if_match, if_none_match, key, media_types, parameter, reason, request,
    },
    query::{query_parameters, record_id},
    schemas::{custom, described, known},
};
use crate::{
    api::rest::query::{parameters, parameters_of_matching},
    kinds,
    operations::records::write::MANY,
    resources::{
        Absent, AccountAct, Act, Bulk, Catalogue, ImportAct, InboxAct, Method, PathExample,
        PathParameter, Read, RequestOption, Route, capital,
    },
};

/// The request and response body of other operations.
pub fn of_route(
    operation: OperationBuilder,
    act: &Act,
    route: &Route,
    components: &mut Components,
) -> (OperationBuilder, Content) {
    let (is_read, options) = (matches!(act, Act::Read(_)), act.options());
    let query = match act {
        Act::Read(read) => query_parameters(parameters(*read), components),
        Act::Matching(of) => query_parameters(parameters_of_matching(*of), components),
        _ if options.contains(&RequestOption::Reason) => vec![reason()],
        _ => Vec::new(),
    };
    let expects_version = options.contains(&RequestOption::ExpectedVersion);
    let key = match act {
        Act::Read(Read::Record(resource)) => Some(key(resource, &Sample::live(resource))),
        _ => None,
    };
    let parameters = key
        .into_iter()
        .chain(route.parameters.iter().map(path_parameter))
        .chain((!is_read).then(idempotency_key))
        .chain(query)
        .chain((is_read && route.versioned).then(if_none_match))
        .chain(expects_version.then(if_match));
    let operation = parameters.fold(operation, OperationBuilder::parameter);
    let body = body(act, route.method, components);
    (operation.request_body(body), bodies::content(act, components))
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
        PathExample::Text(example) => (text.description(Some(it.description)), json!(example)),
    };
    parameter(ParameterIn::Path, it.name, it.description, schema, example)
}

/// The body of a request, if the operation takes one.
fn body(act: &Act, method: Method, components: &mut Components) -> Option<RequestBody> {
    let (name, schema, example) = match act {
        Act::Bulk(bulk @ (Bulk::Delete | Bulk::Restore)) => bodies::selection(*bulk),
        Act::Inbox(InboxAct::MarkRead) => {
            let uuid =
                described(Type::String, "The key of a notification.").format(Some(custom("uuid")));
            let uuids = ArrayBuilder::new()
                .items(uuid)
                .max_items(Some(MANY))
                .description(Some("The keys of the notifications."));
            let schema = ObjectBuilder::new()
                .property("uuids", uuids)
                .required("uuids")
                .description(Some("The notifications to mark."));
            let example = Sample::live(kinds::notifications()).key();
            ("NotificationSelection".to_owned(), schema.build(), json!({ "uuids": [example] }))
        }
        Act::Inbox(InboxAct::Send(_, many)) => {
            let what = "The notification to send, and the accounts or the role to send it to.";
            let schema = inputs::body(&many.inputs, Absent::Filled, what, components);
            let mut fields = Sample::created(kinds::notifications()).written(&many.inputs);
            fields.remove(many.role);
            fields.insert(many.accounts.to_owned(), json!([3]));
            ("SendNotificationsInput".to_owned(), schema, json!(fields))
        }
        Act::Import(ImportAct { resource, catalogue: Catalogue { inputs, .. }, .. }) => {
            let name = format!("Import{}Input", capital(&resource.plural()));
            let schema = inputs::body(inputs, Absent::Filled, "The texts to import.", components);
            (name, schema, json!(Sample::live(resource).written(inputs)))
        }
        Act::Account(AccountAct { body: Some(body), change, .. }) => {
            let schema = inputs::body(body.inputs, body.absent, &body.description, components);
            (body.type_name.clone(), schema, bodies::account_change(*change))
        }
        _ => return None,
    };
    Some(request(&name, schema, &example, media_types(method), components))
}
