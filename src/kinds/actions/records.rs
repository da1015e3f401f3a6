//! Operations on one record.

use super::entry::entry;
use crate::{
    auth::Permission,
    error::Code,
    resources::{
        Absent, Act, Action, Change, LiveRecord, Method, RecordAct, RequestBody, RequestOption,
        Resource, Rest, ResultField, TargetState, Update, a, capital, noun,
    },
};

pub(super) fn delete(resource: &'static Resource) -> Option<Action> {
    let permission = resource.delete.as_ref()?;
    let (restorable, undo) = match resource.restore {
        Some(_) => ("can", "The id of the operation. `undo` takes it to restore the record."),
        None => ("can't", "The id of the operation, which is in its events."),
    };
    let id = ResultField::OperationId { nullable: false, description: undo };
    Some(Action {
        events: &["deleted"],
        errors: vec![Code::Forbidden, Code::NotFound, Code::AlreadyDeleted, Code::Conflict],
        ..record(
            "delete",
            format!("Soft-deletes {}; it {restorable} be restored.", a(resource)),
            permission,
            RecordAct {
                options: &[RequestOption::ExpectedVersion, RequestOption::Reason],
                results: vec![id],
                rest: Some(Rest {
                    method: Method::Delete,
                    path: resource.record_path(),
                    verb: "delete",
                    answer: resource.whole_answer(),
                    schema: "Deleted",
                }),
                ..act(resource, Change::Delete)
            },
        )
    })
}

pub(super) fn restore(resource: &'static Resource) -> Option<Action> {
    let restore = resource.restore.as_ref()?;
    let (live, not_deleted) = match restore.live_record {
        LiveRecord::Rejected => ("A live one is an error.", Some(Code::NotDeleted)),
        LiveRecord::Returned => {
            ("A live one is returned unchanged, so that a retry is safe.", None)
        }
    };
    let (concealed, forbidden) = match restore.conceals_refusal {
        true => (" Without the permission, the error is the same as for an unknown key.", None),
        false => ("", Some(Code::Forbidden)),
    };
    let (restored, id) = match restore.live_record {
        LiveRecord::Rejected => (
            "Always true: a live record is the error NOT_DELETED.",
            "The id of the operation, never null. `undo` takes it to delete the record again.",
        ),
        LiveRecord::Returned => (
            "Whether this operation restored the record; false if it was live.",
            "The id of the operation. `undo` takes it to delete the record again. Null if the record \
             was live.",
        ),
    };
    let restored = ResultField::Restored { description: restored };
    let id = ResultField::OperationId { nullable: true, description: id };
    Some(Action {
        events: &["restored"],
        errors: forbidden
            .into_iter()
            .chain([Code::NotFound])
            .chain(not_deleted)
            .chain([Code::Conflict])
            .collect(),
        ..record(
            "restore",
            format!(
                "Restores a deleted {}; whether it is active does not change. {live}{concealed}",
                noun(resource)
            ),
            &restore.permission,
            RecordAct {
                target: TargetState::Deleted,
                options: &[RequestOption::ExpectedVersion, RequestOption::Reason],
                results: vec![restored, id],
                rest: Some(Rest {
                    method: Method::Post,
                    path: resource.restore_path(),
                    verb: "restore",
                    answer: &restore.answer,
                    schema: "Restored",
                }),
                ..act(resource, Change::Restore)
            },
        )
    })
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
    Action {
        events: &["updated"],
        errors: vec![Code::Forbidden, Code::NotFound, Code::ValidationFailed, Code::Conflict],
        ..record(
            name,
            description,
            &update.permission,
            RecordAct {
                body: Some(body),
                options: &[RequestOption::ExpectedVersion],
                rest: Some(Rest {
                    method,
                    path: resource.record_path(),
                    verb,
                    answer: &update.answer,
                    schema: "Updated",
                }),
                ..act(resource, Change::Update(update))
            },
        )
    }
}

pub(super) fn create(resource: &'static Resource) -> Option<Action> {
    let create = resource.create.as_ref()?;
    let verb = create.verb;
    let body = RequestBody {
        argument: "input",
        type_name: format!("{}{}Input", capital(verb), resource.name),
        description: format!("The fields of the {} to {verb}.", noun(resource)),
        inputs: &create.inputs,
        absent: Absent::Filled,
    };
    Some(Action {
        events: &["created"],
        errors: vec![Code::Forbidden, Code::ValidationFailed, Code::Conflict],
        ..record(
            verb,
            format!("{}s {}. Absent fields get their defaults.", capital(verb), a(resource)),
            &create.permission,
            RecordAct {
                target: TargetState::New,
                body: Some(body),
                results: resource.credential.map(|_| ResultField::Secret).into_iter().collect(),
                rest: Some(Rest {
                    method: Method::Post,
                    path: resource.path.to_owned(),
                    verb,
                    answer: &create.answer,
                    schema: "Created",
                }),
                ..act(resource, Change::Create(create))
            },
        )
    })
}

/// It requires the permission to update. The secret is one of the record's fields.
pub(super) fn rotate(resource: &'static Resource) -> Option<Action> {
    let (kind, update) = (resource.credential?, resource.update.as_ref()?);
    Some(Action {
        events: &["updated"],
        errors: vec![Code::Forbidden, Code::NotFound, Code::ValidationFailed, Code::Conflict],
        ..record(
            "rotate",
            format!(
                "Gives {} a new value. The old one stops working at once, or after the overlap. \
                 Because the caller learns the value, it must hold all permissions of the record, and \
                 for another account's the permission to view accounts.",
                a(resource)
            ),
            &update.permission,
            RecordAct {
                options: &[RequestOption::Overlap],
                results: vec![ResultField::Secret],
                rest: Some(Rest {
                    method: Method::Post,
                    path: resource.record_path() + "/rotate",
                    verb: "rotate",
                    answer: resource.whole_answer(),
                    schema: "Rotated",
                }),
                ..act(resource, Change::Rotate(kind, &update.permission))
            },
        )
    })
}

/// The entry of an operation on one record.
fn record(
    verb: &str,
    description: String,
    permission: &'static Permission,
    act: RecordAct,
) -> Action {
    let name = format!("{verb}{}", act.resource.name);
    Action { permission: Some(permission), ..entry(Act::Record(act), name, description) }
}

/// An operation on a live record.
fn act(resource: &'static Resource, change: Change) -> RecordAct {
    RecordAct {
        resource,
        change,
        target: TargetState::Live,
        body: None,
        options: &[],
        results: Vec::new(),
        rest: None,
    }
}
