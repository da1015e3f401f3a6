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
        idempotency_key, if_match, if_none_match, key, media_types, parameter, reason, request,
    },
    query::query_parameters,
    schemas::{custom, described, known, types},
};
use crate::{
    api::rest::query::{parameters, parameters_of_matching},
    kinds::{self, AUDIT},
    operations::bulk::MANY,
    parameters::{IDS, POLICIES, POLICY, RELATED, UUIDS, WITH},
    resources::{
        self, AccountChange, Act, Action, InboxAct, Method, PathExample, PathParameter, Read,
        RequestOption, Route, Selects,
    },
    views::{OPERATION, record_id},
};

/// The request and response body of other operations.
pub fn of_route(
    operation: OperationBuilder,
    action: &Action,
    route: &Route,
    components: &mut Components,
) -> (OperationBuilder, Content) {
    let act = &action.act;
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
    let body = body(action, route.method, components);
    (operation.request_body(body), content(act, components))
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
            let body = action.act.body()?;
            let (text, example) = text_and_example(&action.act, body);
            let schema = inputs::body(body.inputs, body.absent, text, components);
            (body.type_name.clone(), schema, example)
        }
    };
    Some(request(&name, schema, &example, media_types(method), components))
}

/// The sentence on a body in REST, and an example.
fn text_and_example<'b>(act: &Act, body: &'b resources::RequestBody) -> (&'b str, Json) {
    match act {
        Act::Inbox(InboxAct::Send(_, many, _)) => {
            let mut fields = Sample::created(kinds::notifications()).written(body.inputs);
            fields.remove(many.role);
            fields.insert(many.accounts.to_owned(), json!([3]));
            ("The notification to send, and the accounts or the role to send it to.", json!(fields))
        }
        Act::Import(act) => {
            ("The texts to import.", json!(Sample::live(act.resource).written(body.inputs)))
        }
        Act::Account(act) => (body.description.as_str(), account_change(act.change)),
        _ => (body.description.as_str(), Json::Null),
    }
}

/// An example of the body of a change of roles, grants or access tokens.
fn account_change(change: AccountChange) -> Json {
    match change {
        AccountChange::CreateRole => json!({ "name": "auditors", "permissions": [AUDIT.all] }),
        AccountChange::UpdateRole => json!({ "name": "administrators" }),
        AccountChange::Grant => json!({ "user_id": 2, "permissions": [AUDIT.all] }),
        AccountChange::Revoke => json!({ "user_id": 2, "roles": ["editor"] }),
        AccountChange::CreateToken => json!({ "name": "Laptop", "permissions": [AUDIT.all] }),
        _ => json!({ "user_id": 2 }),
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
