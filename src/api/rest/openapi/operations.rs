//! What can be done with a kind, as the document has it.

use axum::http::StatusCode;
use serde_json::json;
use utoipa::openapi::{
    Components, HttpMethod, ObjectBuilder, Paths, Type,
    content::ContentBuilder,
    extensions::Extensions,
    path::{Operation, OperationBuilder},
    response::Responses,
};

use super::{
    errors::{self, Answered},
    examples::{Sample, change},
    inputs::{self, Purpose},
    parts::{answered, idempotency_key, if_match, key, request, shown, tagged},
    permissions::{access, takes},
};
use crate::{
    auth::Permission,
    resources::{Answer, Create, Resource, Restore, Update, WhenLive, a, capital, noun},
};

/// The tag of the document itself.
pub const DOCUMENT_TAG: &str = "OpenAPI";

/// Adds what can be done with a kind.
pub fn add(resource: &'static Resource, paths: &mut Paths, components: &mut Components) {
    if let Some(description) = &resource.restore {
        let operation = restore(resource, description, components);
        paths.add_path_operation(description.path, vec![HttpMethod::Post], operation);
    }
    if let Some(description) = &resource.update {
        let operation = update(resource, description, Purpose::Replace, components);
        paths.add_path_operation(description.path, vec![HttpMethod::Put], operation);
        let operation = update(resource, description, Purpose::Change, components);
        paths.add_path_operation(description.path, vec![HttpMethod::Patch], operation);
    }
    if let Some(description) = &resource.create
        && let Some(posted) = &description.rest
    {
        let operation = create(resource, description, &posted.answer, components);
        paths.add_path_operation(posted.path, vec![HttpMethod::Post], operation);
    }
}

/// Adds the path of the document itself, the one that takes no credential.
pub fn add_document(paths: &mut Paths, components: &mut Components) {
    let content = ContentBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::Object)))
        .example(Some(json!({ "openapi": "3.1.0", "info": { "title": "reinstate" } })))
        .build();
    let success = answered(StatusCode::OK, "The document.", content);
    let operation = OperationBuilder::new()
        .tag(DOCUMENT_TAG)
        .operation_id(Some("describe"))
        .summary(Some("Describe the interface"))
        .description(Some("This document. Takes no credential."))
        .securities(Some([]))
        .responses(Responses::from_iter(
            errors::of_the_server(components).into_iter().chain([success]),
        ));
    paths.add_path_operation("/api/v1/openapi.json", vec![HttpMethod::Get], operation);
}

fn restore(
    resource: &'static Resource,
    restore: &Restore,
    components: &mut Components,
) -> Operation {
    let conceals = restore.conceals_refusal;
    let mut answers = errors::of_any(components);
    answers.push(errors::missing(resource, conceals, components));
    answers.push(errors::conflict(components));
    answers.push(errors::key_reused(components));
    let live = match restore.when_live {
        WhenLive::Refused => {
            answers.push(errors::live(resource, components));
            "One that is live already is refused."
        }
        WhenLive::Accepted => {
            "One that is live already is answered as it is, so that a retry is safe."
        }
    };
    let lacking = if conceals {
        " Without it the answer is the same as if there were no such record."
    } else {
        answers.push(errors::forbidden(components));
        ""
    };
    let description = format!(
        "Brings a deleted {} back; `is_active` keeps its value. {live} A body is ignored.\n\n{}{lacking}",
        noun(resource),
        takes(&restore.permission, access(resource)),
    );
    let sample = Sample::deleted(resource);
    let body = shown(resource, "Restored", &restore.answer, &sample, components);
    answers.push(errors::outdated(components));
    answers.push(tagged(StatusCode::OK, "The record, which is live now.", body));
    operation(resource, "restore", &restore.permission, description, answers)
        .parameter(key(resource, &sample))
        .parameter(if_match())
        .build()
}

/// PUT or PATCH, by the purpose of the body.
fn update(
    resource: &'static Resource,
    update: &Update,
    purpose: Purpose,
    components: &mut Components,
) -> Operation {
    let (verb, noun, rest) = match purpose {
        Purpose::Replace => (
            "replace",
            "Replacement",
            "A field that is left out goes back to its default; one that has no default keeps its \
             value.",
        ),
        _ => ("change", "Changes", "A field that is left out stays as it is."),
    };
    let description = format!(
        "{}s {}. {rest} Fields that can't be written are ignored.\n\n{}",
        capital(verb),
        a(resource),
        takes(&update.permission, access(resource)),
    );
    let sample = Sample::live(resource);
    let sent = match purpose {
        Purpose::Replace => sample.written(&update.changes),
        _ => change(&update.changes),
    };
    let about = format!("What may be changed of {}. {rest}", a(resource));
    let schema = inputs::body(&update.changes, purpose, &about, components);
    let request = request(&format!("{}{noun}", resource.name), schema, &sent, components);
    let key = key(resource, &sample);
    let body = shown(resource, "Updated", &update.answer, &sample.with(&sent), components);

    let mut answers = errors::of_any(components);
    answers.extend(errors::of_bodies(components));
    answers.push(errors::forbidden(components));
    answers.push(errors::not_found(components));
    answers.push(errors::conflict(components));
    answers.push(errors::outdated(components));
    answers.push(tagged(StatusCode::OK, "The record as it is now.", body));
    operation(resource, verb, &update.permission, description, answers)
        .parameter(key)
        .parameter(if_match())
        .request_body(Some(request))
        .build()
}

fn create(
    resource: &'static Resource,
    create: &Create,
    answer: &'static Answer,
    components: &mut Components,
) -> Operation {
    let access = "where every account that is named is the caller's";
    let description = format!(
        "{}s {}. A field that is left out gets its default.\n\n{}",
        capital(create.verb),
        a(resource),
        takes(&create.permission, access),
    );
    let sample = Sample::made(resource);
    let sent = sample.written(&create.inputs);
    let about = format!("What it takes to {} {}.", create.verb, a(resource));
    let schema = inputs::body(&create.inputs, Purpose::Create, &about, components);
    let name = format!("{}{}Input", capital(create.verb), resource.name);
    let request = request(&name, schema, &sent, components);
    let body = shown(resource, "Created", answer, &sample.with(&sent), components);

    let mut answers = errors::of_any(components);
    answers.extend(errors::of_bodies(components));
    answers.push(errors::forbidden(components));
    answers.push(errors::conflict(components));
    answers.push(tagged(StatusCode::CREATED, "The record that was made.", body));
    operation(resource, create.verb, &create.permission, description, answers)
        .request_body(Some(request))
        .build()
}

/// What all operations on a kind say.
fn operation(
    resource: &Resource,
    verb: &str,
    permission: &Permission,
    description: String,
    answers: Vec<Answered>,
) -> OperationBuilder {
    let names = json!({ "all": permission.all, "own": permission.own });
    OperationBuilder::new()
        .tag(resource.title)
        .operation_id(Some(format!("{verb}{}", resource.name)))
        .summary(Some(format!("{} {}", capital(verb), a(resource))))
        .description(Some(description))
        .parameter(idempotency_key())
        .extensions(Some(Extensions::builder().add("x-permission", names).build()))
        .responses(Responses::from_iter(answers))
}
