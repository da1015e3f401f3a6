//! Operations on one record.

use super::{
    action::{Act, Action},
    entry::{body, entry, route},
    route::{Method, Tag},
};
use crate::{
    error::Code,
    resources::{
        Absent, Admits, Answer, Change, LiveRecord, RecordAct, RequestBody, RequestOption,
        Resource, ResultField, TargetState, Update, a, capital, noun,
    },
};

pub(super) fn delete(resource: &'static Resource) -> Option<Action> {
    resource.delete.as_ref()?;
    let (restorable, undo) = match resource.restore {
        Some(_) => ("can", "The id of the operation. `undo` takes it to restore the record."),
        None => ("can't", "The id of the operation, which is in its events."),
    };
    let id = ResultField::OperationId { nullable: false, description: undo };
    Some(record(
        "delete",
        format!("Soft-deletes {}; it {restorable} be restored.", a(resource)),
        Admits::Deleters(resource),
        (Method::Delete, resource.record_path(), "delete"),
        vec![Code::Forbidden, Code::NotFound, Code::AlreadyDeleted, Code::Conflict],
        RecordAct {
            options: &[RequestOption::ExpectedVersion, RequestOption::Reason],
            results: vec![id],
            ..act(resource, Change::Delete, resource.whole_answer(), "Deleted")
        },
    ))
}

pub(super) fn restore(resource: &'static Resource) -> Option<Action> {
    let restore = resource.restore.as_ref()?;
    let (concealed, forbidden) = if restore.conceals_refusal {
        (" Without the permission, the error is the same as for an unknown key.", None)
    } else {
        ("", Some(Code::Forbidden))
    };
    let (live, not_deleted, restored, id) = match restore.live_record {
        LiveRecord::Rejected => (
            "A live one is an error.",
            Some(Code::NotDeleted),
            "Always true: a live record is the error NOT_DELETED.",
            "The id of the operation, never null. `undo` takes it to delete the record again.",
        ),
        LiveRecord::Returned => (
            "A live one is returned unchanged, so that a retry is safe.",
            None,
            "Whether this operation restored the record; false if it was live.",
            "The id of the operation. `undo` takes it to delete the record again. Null if the record \
             was live.",
        ),
    };
    let restored = ResultField::Restored { description: restored };
    let id = ResultField::OperationId { nullable: true, description: id };
    let errors = [forbidden, Some(Code::NotFound), not_deleted, Some(Code::Conflict)];
    Some(record(
        "restore",
        format!(
            "Restores a deleted {}; whether it is active does not change. {live}{concealed}",
            noun(resource)
        ),
        Admits::Restorers(resource),
        (Method::Post, resource.restore_path(), "restore"),
        errors.into_iter().flatten().collect(),
        RecordAct {
            target: TargetState::Deleted,
            options: &[RequestOption::ExpectedVersion, RequestOption::Reason],
            results: vec![restored, id],
            ..act(resource, Change::Restore, &restore.answer, "Restored")
        },
    ))
}

pub(super) fn update(resource: &'static Resource) -> Option<Action> {
    let update = resource.update.as_ref()?;
    let description = format!("Updates {}. Absent fields keep their values.", a(resource));
    Some(write(resource, update, Absent::Kept, description))
}

pub(super) fn replace(resource: &'static Resource) -> Option<Action> {
    let update = resource.update.as_ref()?;
    let kept = update.changes.iter().filter(|input| input.kept);
    // In words that hold for both APIs, which spell fields differently.
    let kept = kept.map(|input| match input.name {
        "expires_at" => "the time of expiry".to_owned(),
        "is_active" => "the active flag".to_owned(),
        name => format!("`{name}`"),
    });
    let kept: Vec<String> = kept.collect();
    let kept = match kept.as_slice() {
        [] => String::new(),
        [name] => format!(", and so does {name}"),
        names => format!(", and so do {}", names.join(" and ")),
    };
    let description = format!(
        "Replaces {}. Absent fields are set to their defaults; those without a default keep their \
         values{kept}.",
        a(resource)
    );
    Some(write(resource, update, Absent::Reset, description))
}

fn write(
    resource: &'static Resource,
    update: &'static Update,
    absent: Absent,
    description: String,
) -> Action {
    let (method, name, verb, suffix, omitted) = match absent {
        Absent::Reset => {
            (Method::Put, "replace", "replace", "Replacement", "set to its default, if it has one")
        }
        Absent::Kept | Absent::Filled => {
            (Method::Patch, "update", "change", "Changes", "unchanged")
        }
    };
    let body = RequestBody {
        argument: "changes",
        type_name: format!("{}{suffix}", resource.name),
        description: format!("The new values of {}. An absent field is {omitted}.", a(resource)),
        inputs: &update.changes,
        absent,
    };
    record(
        name,
        description,
        Admits::Holders(&update.permission),
        (method, resource.record_path(), verb),
        vec![Code::Forbidden, Code::NotFound, Code::ValidationFailed, Code::Conflict],
        RecordAct {
            body: Some(body),
            options: &[RequestOption::ExpectedVersion],
            ..act(resource, Change::Update(update), &update.answer, "Updated")
        },
    )
}

pub(super) fn create(resource: &'static Resource) -> Option<Action> {
    let create = resource.create.as_ref()?;
    let verb = create.verb;
    let type_name = format!("{}{}Input", capital(verb), resource.name);
    let fields = format!("The fields of the {} to {verb}.", noun(resource));
    Some(record(
        verb,
        format!("{}s {}. Absent fields get their defaults.", capital(verb), a(resource)),
        Admits::Holders(&create.permission),
        (Method::Post, resource.path.to_owned(), verb),
        vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        RecordAct {
            target: TargetState::New,
            body: Some(body(type_name, fields, &create.inputs)),
            results: resource.credential.map(|_| ResultField::Secret).into_iter().collect(),
            ..act(resource, Change::Create(create), &create.answer, "Created")
        },
    ))
}

/// It requires the permission to update. The secret is one of the record's fields.
pub(super) fn rotate(resource: &'static Resource) -> Option<Action> {
    let (kind, update) = (resource.credential?, resource.update.as_ref()?);
    let change = Change::Rotate(kind, &update.permission);
    Some(record(
        "rotate",
        format!(
            "Gives {} a new value. The old one stops working at once, or after the overlap. \
             Because the caller learns the value, it must hold all permissions of the record, and \
             for another account's the permission to view accounts.",
            a(resource)
        ),
        Admits::Holders(&update.permission),
        (Method::Post, resource.record_path() + "/rotate", "rotate"),
        vec![Code::Forbidden, Code::NotFound, Code::ValidationFailed, Code::Conflict],
        RecordAct {
            options: &[RequestOption::ExpectedVersion, RequestOption::Overlap],
            results: vec![ResultField::Secret],
            ..act(resource, change, resource.whole_answer(), "Rotated")
        },
    ))
}

/// The entry of an operation on one record. Its REST operation may have a verb of its own.
fn record(
    verb: &str,
    description: String,
    admits: Admits,
    (method, path, rest_verb): (Method, String, &str),
    errors: Vec<Code>,
    act: RecordAct,
) -> Action {
    let resource = act.resource;
    let name = format!("{verb}{}", resource.name);
    let summary = format!("{} {}", capital(rest_verb), a(resource));
    let id = format!("{rest_verb}{}", resource.name);
    let response = format!("The {} {}.", act.schema.to_lowercase(), noun(resource));
    let route = route(Tag::Kind(resource), (method, path), id, summary, response).versioned();
    let (events, route): (&[_], _) = match act.change {
        Change::Delete => (&["deleted"], route.missing(resource.title)),
        Change::Restore => (&["restored"], route.missing(resource.title)),
        Change::Create(_) => {
            let path = "The path of the record, relative to that of the request.";
            let example = "notifications/5f2b9c1e-8a47-4d36-9e0b-71c3d2a4f680";
            (&["created"], route.creating(path, example))
        }
        Change::Update(_) | Change::Rotate(..) => (&["updated"], route),
    };
    Action {
        admits,
        events,
        errors,
        route: Some(route),
        ..entry(Act::Record(act), name, description)
    }
}

/// An operation on a live record. Its REST response and the response's schema have names.
fn act(
    resource: &'static Resource,
    change: Change,
    answer: &'static Answer,
    schema: &'static str,
) -> RecordAct {
    RecordAct {
        resource,
        change,
        target: TargetState::Live,
        body: None,
        options: &[],
        results: Vec::new(),
        answer,
        schema,
    }
}
