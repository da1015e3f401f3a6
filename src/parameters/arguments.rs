//! The values of parameters, and what operations make of them.

use entity::Timestamp;
use uuid::Uuid;

use super::parameter::Parameter;
use crate::{
    auth::{Api, CredentialKind},
    error::Error,
    kinds::{global_id, registered},
    operations::{
        audit::{Action, EventsOf, Followed, subject},
        bulk::Undone,
        rows::{
            Value,
            read::{MAX_VALUES, Trashed},
        },
        trash::{TrashOrder, TrashedRecord},
    },
    resources::{Resource, parse_id, snake_case},
};

/// The parameters that a request has, with their values.
#[derive(Debug, Default)]
pub struct Arguments {
    api: Api,
    given: Vec<(&'static Parameter, Vec<Value>)>,
}

impl Arguments {
    /// Arguments of a request of that API, none so far.
    pub const fn new(api: Api) -> Self {
        Self { api, given: Vec::new() }
    }

    /// The id of a thing, as the API names it.
    pub fn id_of(&self, kind: &str, text: &str) -> Option<i64> {
        match self.api {
            Api::Rest => parse_id(text),
            Api::Graphql => global_id::decode_named(kind, text),
        }
    }

    /// Reads texts of a parameter, and adds their values to those that it has.
    ///
    /// # Errors
    /// `BadRequest`, with the name of the parameter, for too many, for a second one of a parameter that
    /// takes one, and for a text that is no value of it.
    pub fn read<T: AsRef<str>>(
        &mut self,
        parameter: &'static Parameter,
        texts: &[T],
    ) -> Result<(), Error> {
        let name = parameter.name_in(self.api);
        let known = self.given.iter_mut().find(|(known, _)| known.name == parameter.name);
        let count = known.as_ref().map_or(0, |(_, known)| known.len()) + texts.len();
        if count > MAX_VALUES {
            let problem = format!("{name} must have at most {MAX_VALUES} values");
            return Err(Error::bad_request(problem));
        }
        let values = parameter.read(&name, texts)?;
        match known {
            None => self.given.push((parameter, values)),
            Some((_, known)) if parameter.many => known.extend(values),
            Some(_) => {
                return Err(Error::bad_request(format!("{name} must be given only once")));
            }
        }
        Ok(())
    }

    /// The parameters that are given, with their values.
    pub fn given(&self) -> impl Iterator<Item = (&'static Parameter, &[Value])> {
        self.given.iter().map(|(parameter, values)| (*parameter, values.as_slice()))
    }

    /// The values of a parameter, if it is given.
    pub fn values(&self, name: &str) -> Option<&[Value]> {
        self.given().find(|(parameter, _)| parameter.name == name).map(|(_, values)| values)
    }

    fn one(&self, name: &str) -> Option<&Value> {
        self.values(name)?.first()
    }

    /// Whether a flag is given and true.
    pub fn flag(&self, name: &str) -> bool {
        self.one(name) == Some(&Value::Bool(true))
    }

    /// An integer.
    pub fn int(&self, name: &str) -> Option<i64> {
        self.one(name)?.as_int()
    }

    /// A timestamp.
    pub fn time(&self, name: &str) -> Option<Timestamp> {
        self.one(name)?.as_time()
    }

    /// A uuid.
    pub fn uuid(&self, name: &str) -> Option<Uuid> {
        match self.one(name)? {
            Value::Uuid(uuid) => Some(*uuid),
            _ => None,
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.one(name)?.as_text()
    }

    /// Texts.
    pub fn texts(&self, name: &str) -> Option<Vec<&str>> {
        Some(self.values(name)?.iter().filter_map(Value::as_text).collect())
    }
}

/// The events that arguments ask for.
///
/// # Errors
/// `BadRequest` for a record that no global id names.
pub fn events_of(arguments: &Arguments) -> Result<EventsOf, Error> {
    let record = arguments.values("record_id").map(|_| {
        let name = if arguments.api == Api::Rest { "record_id" } else { "recordId" };
        let unknown = || Error::bad_request(format!("{name} is not the global id of a record"));
        arguments.text("record_id").and_then(subject).ok_or_else(unknown)
    });
    let actions = arguments.texts("actions");
    Ok(EventsOf {
        kinds: kinds_of(arguments).map(names_of),
        record: record.transpose()?,
        ids: None,
        actions: actions.map(|names| names.into_iter().filter_map(Action::named).collect()),
        actor: arguments.int("actor"),
        operation: arguments.uuid("operation_id"),
        after: arguments.time("created_after"),
        before: arguments.time("created_before"),
        as_of: arguments.time("as_of"),
        owner: arguments.int("owner"),
        reason: arguments.text("reason").map(str::to_owned),
    })
}

/// The changes that arguments ask for, of the records that are named.
///
/// # Errors
/// `BadRequest` for a record that no global id names.
pub fn changes_of(arguments: &Arguments) -> Result<Followed, Error> {
    let unknown = || Error::bad_request("record_id is not the global id of a record");
    let named = |ids: Vec<&str>| ids.into_iter().map(global_id::decode).collect::<Option<_>>();
    let records = arguments.texts("record_id").map(|ids| named(ids).ok_or_else(unknown));
    Ok(Followed::new(kinds_of(arguments), records.transpose()?))
}

/// The kinds that arguments name.
fn kinds_of(arguments: &Arguments) -> Option<Vec<&'static Resource>> {
    let names = arguments.texts("kinds")?;
    Some(registered().iter().filter(|kind| names.contains(&&*snake_case(kind.name))).collect())
}

fn names_of(kinds: Vec<&'static Resource>) -> Vec<&'static str> {
    kinds.into_iter().map(|kind| kind.name).collect()
}

/// The deleted records that arguments ask for.
pub fn trash_of(arguments: &Arguments) -> TrashedRecord {
    TrashedRecord {
        kinds: kinds_of(arguments),
        deleted_by: arguments.int("deleted_by"),
        deleted_after: arguments.time("deleted_after"),
        deleted_before: arguments.time("deleted_before"),
        purge_before: arguments.time("purge_before"),
        search: arguments.text("search").map(str::to_owned),
        owner: arguments.int("owner"),
        deletion_reason: arguments.text("deletion_reason").map(str::to_owned),
    }
}

/// A credential as events say it, `api_key:5`.
pub fn credential(text: &str) -> Option<(CredentialKind, i64)> {
    let (kind, id) = text.split_once(':')?;
    let kind = CredentialKind::ALL.into_iter().find(|it| it.name() == kind)?;
    Some((kind, parse_id(id)?))
}

/// The events that arguments ask to take back.
///
/// # Errors
/// `BadRequest` for a text that is no credential.
pub fn undone_of(arguments: &Arguments) -> Result<Undone, Error> {
    let unknown = || Error::bad_request("credential must be like api_key:5 or access_token:7");
    let named = arguments.text("credential").map(|text| credential(text).ok_or_else(unknown));
    Ok(Undone {
        operation: None,
        credential: named.transpose()?,
        actor: arguments.int("actor"),
        since: arguments.time("since"),
        until: arguments.time("until"),
        kinds: kinds_of(arguments).map(names_of),
    })
}

/// The order of the trash that arguments ask for.
pub fn trash_order(arguments: &Arguments) -> TrashOrder {
    match arguments.text("order") {
        Some("purge_at") => TrashOrder::PurgeAt,
        _ => TrashOrder::DeletedAt,
    }
}

/// Whether arguments ask for deleted ones.
pub fn trashed(arguments: &Arguments) -> Trashed {
    match arguments.text("trashed") {
        Some("with") => Trashed::With,
        Some("only") => Trashed::Only,
        _ => Trashed::Without,
    }
}
