//! The operations of the document that don't change one record, from the table of operations.

use axum::http::StatusCode;
use serde_json::json;
use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, ObjectBuilder, Paths, Type,
    extensions::Extensions,
    path::{Operation, OperationBuilder, Parameter},
    request_body::RequestBody,
    response::{ResponseBuilder, Responses},
};

use super::{
    bodies, errors,
    examples::Sample,
    inputs,
    operations::http,
    parts::{
        JSON, StatusResponse, example_header, idempotency_key, if_match, if_none_match, key,
        location, media_types, reason, replayed, request, version,
    },
    permissions::permitted,
    query::{OPERATION, path_parameter, query_parameters, record_id},
    schemas::{custom, described, known},
};
use crate::{
    api::rest::{
        changes::status,
        operations::routes,
        query::{parameters, parameters_of_matching},
    },
    kinds,
    operations::records::{Fields, write::MANY},
    resources::{
        Absent, AccountAct, AccountChange, Act, Action, Bulk, InboxAct, Method, Read,
        RequestBody as Body, Route, capital, noun, nouns,
    },
};

/// The tags of operations on records of many kinds, with their descriptions.
pub const TAGS: [(&str, &str); 4] = [
    (TRASH, "Deleted records of all kinds, and operations on many records."),
    (AUDIT, "What was done to records, and by whom."),
    (CALLER, "The caller and its notifications."),
    (PERMISSIONS, "Roles, permissions and access tokens."),
];
const TRASH: &str = "Trash";
const AUDIT: &str = "Audit trail";
const CALLER: &str = "Caller";
const PERMISSIONS: &str = "Permissions";

/// Adds every operation.
pub fn add(paths: &mut Paths, components: &mut Components) {
    for (action, route) in routes() {
        let operation = operation(action, route, components);
        paths.add_path_operation(&route.path, vec![http(route.method)], operation);
    }
}

fn tag(act: &Act) -> &'static str {
    match act {
        Act::Read(Read::Record(resource) | Read::List(resource)) => resource.title,
        Act::Read(Read::RecordEvents | Read::RoleEvents | Read::RecordAsOf | Read::Operation)
        | Act::ById(_) => AUDIT,
        Act::Read(Read::Viewer | Read::Inbox)
        | Act::Inbox(InboxAct::MarkRead | InboxAct::MarkAllRead) => CALLER,
        Act::Read(
            Read::Roles
            | Read::Role
            | Read::RoleMembers
            | Read::Grants
            | Read::PermissionNames
            | Read::AccessTokens,
        )
        | Act::Account(_) => PERMISSIONS,
        Act::Read(Read::TranslationBundle) => kinds::registered()
            .iter()
            .find(|it| it.table.name == "translations")
            .map_or(TRASH, |it| it.title),
        Act::Inbox(InboxAct::Send(..)) => kinds::notifications().title,
        _ => TRASH,
    }
}

fn operation(action: &'static Action, route: &Route, components: &mut Components) -> Operation {
    let is_get = route.method == Method::Get;
    let mut operation = OperationBuilder::new()
        .tag(tag(&action.act))
        .operation_id(Some(&route.id))
        .summary(Some(&route.summary))
        .description(Some(description(action)));
    if let Some(permission) = action.permission {
        let names = json!({ "all": permission.all, "own": permission.own });
        let extensions = Extensions::builder().add("x-permission", names).build();
        operation = operation.extensions(Some(extensions));
    }
    for parameter in in_path(&action.act) {
        operation = operation.parameter(parameter);
    }
    operation = match &action.act {
        Act::Read(read) => {
            let described = query_parameters(parameters(*read), components);
            described.into_iter().fold(operation, OperationBuilder::parameter)
        }
        Act::Matching(of) => {
            let described = query_parameters(parameters_of_matching(*of), components);
            let operation = operation.parameter(idempotency_key());
            described.into_iter().fold(operation, OperationBuilder::parameter)
        }
        act if act.takes_reason() => operation.parameter(idempotency_key()).parameter(reason()),
        _ => operation.parameter(idempotency_key()),
    };
    if is_versioned(&action.act) {
        operation = operation.parameter(if_none_match());
    }
    if action.act.expects_version() {
        operation = operation.parameter(if_match());
    }
    let body = body(action, components);
    let errors = errors::of_route(action, is_get, body.is_some(), components);
    let success = success(&action.act, components);
    let responses = Responses::from_iter(errors.into_iter().chain(success));
    operation.request_body(body).responses(responses).build()
}

fn description(action: &Action) -> String {
    let body = match action.act {
        Act::Read(_) => "",
        _ if body(action, &mut Components::new()).is_some() => "",
        _ => " The body of the request is ignored.",
    };
    let permission = action.permission.map(permitted).unwrap_or_default();
    format!("{}{body}\n\n{permission}", action.description).trim_end().to_owned()
}

/// Whether the response has a version, so that a client can ask whether it is current.
const fn is_versioned(act: &Act) -> bool {
    matches!(act, Act::Read(Read::Record(_) | Read::Role | Read::TranslationBundle))
}

fn in_path(act: &Act) -> Vec<Parameter> {
    let text = |description: &str| described(Type::String, description);
    match act {
        Act::Read(Read::Record(resource)) => vec![key(resource, &Sample::live(resource))],
        Act::Read(Read::Operation) | Act::Bulk(Bulk::Undo) | Act::Cancel => {
            let id = ObjectBuilder::new().schema_type(Type::String).format(Some(custom("uuid")));
            let description = "Id of the operation, from a response or its events.";
            vec![path_parameter("id", description, id, OPERATION)]
        }
        Act::Account(act) if act.change.has_id() => {
            vec![row_id("Id of the role or token.", act.change == AccountChange::RevokeToken)]
        }
        Act::ById(_) => vec![row_id("Id of the event.", true)],
        Act::Read(Read::RecordAsOf) => {
            let id = "Global id of the record.";
            vec![path_parameter("id", id, text(id), record_id())]
        }
        Act::Read(Read::Role | Read::RoleMembers | Read::RoleEvents) => {
            vec![row_id("Id of the role.", false)]
        }
        Act::Read(Read::TranslationBundle) => {
            let locale = "Code of the locale, such as `pt-BR`.";
            let group = "Name of the group, such as `buttons`.";
            vec![
                path_parameter("locale", locale, text(locale), "en"),
                path_parameter("group", group, text(group), "buttons"),
            ]
        }
        _ => Vec::new(),
    }
}

/// The path parameter with the id of a row.
fn row_id(description: &str, is_first: bool) -> Parameter {
    // The first role of the demo data is that of the last administrator.
    let example = if is_first { 1 } else { 2 };
    let id =
        ObjectBuilder::new().schema_type(Type::Integer).format(Some(known(KnownFormat::Int64)));
    path_parameter("id", description, id, example)
}

/// The body of a request, if the operation takes one.
fn body(action: &Action, components: &mut Components) -> Option<RequestBody> {
    let text = |text| described(Type::String, text);
    let (name, schema, example) = match &action.act {
        Act::Bulk(Bulk::Undo) | Act::Inbox(InboxAct::MarkAllRead) => return None,
        Act::Bulk(bulk) => bodies::selection(*bulk),
        Act::Inbox(InboxAct::MarkRead) => {
            let uuid = text("The key of a notification.").format(Some(custom("uuid")));
            let uuids = ArrayBuilder::new()
                .items(uuid)
                .max_items(Some(MANY))
                .description(Some("The keys of the notifications."));
            let schema = ObjectBuilder::new()
                .property("uuids", uuids)
                .required("uuids")
                .description(Some("The notifications to mark."));
            let example = Sample::live(kinds::notifications()).key();
            ("NotificationSelection", schema, json!({ "uuids": [example] }))
        }
        Act::Inbox(InboxAct::Send(_, many)) => {
            let body = Body {
                argument: "input",
                type_name: "SendNotificationsInput".to_owned(),
                description:
                    "The notification to send, and the accounts or the role to send it to."
                        .to_owned(),
                inputs: &many.inputs,
                absent: Absent::Filled,
            };
            let mut fields = Sample::created(kinds::notifications()).written(body.inputs);
            fields.remove(many.role);
            fields.insert(many.accounts.to_owned(), json!([3]));
            let schema = inputs::body(&body, components);
            return Some(request(&body.type_name, schema, &fields, &[JSON], components));
        }
        Act::Import(resource, catalogue) => {
            let body = Body {
                argument: "input",
                type_name: format!("Import{}Input", capital(&resource.plural())),
                description: "The texts to import.".to_owned(),
                inputs: &catalogue.inputs,
                absent: Absent::Filled,
            };
            let fields = Sample::live(resource).written(body.inputs);
            let schema = inputs::body(&body, components);
            return Some(request(&body.type_name, schema, &fields, &[JSON], components));
        }
        Act::Account(act) => {
            let (method, _) = action.rest()?;
            return account_body(act, method, components);
        }
        Act::Read(_) | Act::Record(_) | Act::ById(_) | Act::Matching(_) | Act::Cancel => {
            return None;
        }
    };
    let example: Fields = example.as_object().cloned().unwrap_or_default();
    Some(request(name, schema.build(), &example, &[JSON], components))
}

/// The body of a change of roles, grants or access tokens.
fn account_body(
    act: &AccountAct,
    method: Method,
    components: &mut Components,
) -> Option<RequestBody> {
    let body = act.body.as_ref()?;
    let example = bodies::account_change(act.change);
    let example: Fields = example.as_object().cloned().unwrap_or_default();
    let schema = inputs::body(body, components);
    Some(request(&body.type_name, schema, &example, media_types(method), components))
}

/// What a successful response has.
fn answer(act: &Act) -> String {
    let text = match act {
        Act::Read(Read::Record(resource)) => return format!("The {}.", noun(resource)),
        Act::Read(Read::List(resource)) => return format!("A page of {}.", nouns(resource)),
        Act::Read(Read::Inbox) => "A page of the caller's notifications.",
        Act::Read(Read::Trash) => "A page of deleted records.",
        Act::Read(Read::TrashSummary) => "The number of deleted records of each kind.",
        Act::Read(Read::RestorePreview) => "What restoring each record would bring back.",
        Act::Read(Read::RecordEvents | Read::RoleEvents) => "A page of events.",
        Act::Read(Read::RecordAsOf) => "The record as it was at the time.",
        Act::Read(Read::Operation) => "The operation.",
        Act::Read(Read::Viewer) => "The caller.",
        Act::Read(Read::Roles) => "The roles.",
        Act::Read(Read::Role) => "The role.",
        Act::Read(Read::RoleMembers) => "A page of the accounts that have the role.",
        Act::Read(Read::Grants) => "The permissions and roles of the account.",
        Act::Read(Read::PermissionNames) => "The names of all permissions.",
        Act::Read(Read::AccessTokens) => "A page of access tokens.",
        Act::Read(Read::TranslationBundle) => "The texts of the group, by key.",
        Act::Bulk(_) => "An outcome for each record.",
        Act::Matching(_) => "The preview; with `confirm` the progress of the operation.",
        Act::Cancel => "The progress of the operation.",
        Act::Inbox(InboxAct::Send(..)) => "The number of notifications that were sent.",
        Act::Inbox(_) => "The number of notifications that remain unread.",
        Act::Import(..) => "The number of texts that were created and updated.",
        Act::ById(_) => "The record after it was reverted.",
        Act::Account(act) => match act.change {
            AccountChange::CreateRole => "The created role.",
            AccountChange::UpdateRole => "The updated role.",
            AccountChange::DeleteRole => "The deleted role.",
            AccountChange::RestoreRole => "The restored role.",
            AccountChange::Grant => "The permissions and roles that were granted.",
            AccountChange::Revoke => "The permissions and roles that were revoked.",
            AccountChange::CreateToken => "The created token, with its value.",
            AccountChange::RevokeToken => "The revoked token.",
            AccountChange::SignOut => "The number of tokens that were revoked.",
        },
        // They have a path of their own, or none.
        Act::Record(_) | Act::Read(Read::Node | Read::Nodes) => "The record.",
    };
    text.to_owned()
}

/// The successful responses.
fn success(act: &Act, components: &mut Components) -> Vec<StatusResponse> {
    let status = match act {
        Act::Inbox(InboxAct::Send(..)) => StatusCode::CREATED,
        Act::Account(act) => status(act),
        _ => StatusCode::OK,
    };
    let mut response = ResponseBuilder::new()
        .description(answer(act))
        .content(JSON, bodies::content(act, components));
    let tag = || version("The version, for `If-None-Match` and `If-Match`.");
    response = match act {
        _ if is_versioned(act) => response.header("ETag", tag()),
        Act::Read(
            Read::List(_)
            | Read::Trash
            | Read::RecordEvents
            | Read::RoleEvents
            | Read::RoleMembers
            | Read::Inbox
            | Read::AccessTokens,
        ) => {
            let links = "The first, the previous and the next page (RFC 8288).";
            let example = json!("</api/v1/reports?limit=20>; rel=\"first\"");
            response.header("Link", example_header(Type::String, links, example))
        }
        Act::Read(_) => response,
        Act::Account(act) if act.change.is_of_role() => {
            let tag = version("The version of the role, for `If-Match`.");
            response.header("ETag", tag).header("Idempotent-Replayed", replayed())
        }
        _ => response.header("Idempotent-Replayed", replayed()),
    };
    if let Some(location) = location(act) {
        response = response.header("Location", location);
    }
    let mut responses = vec![(status.as_str().to_owned(), response.into())];
    if is_versioned(act) {
        let unchanged = "The client has this version, by its `If-None-Match`.";
        let unchanged = ResponseBuilder::new().description(unchanged).header("ETag", tag());
        responses.push((StatusCode::NOT_MODIFIED.as_str().to_owned(), unchanged.into()));
    }
    responses
}
