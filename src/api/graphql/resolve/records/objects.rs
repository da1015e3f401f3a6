//! Writes the fields of records, and of the payloads that return one.

use engine::execute::Object;
use std::collections::BTreeSet;

use super::{WriteAccount, loads::Held};
use crate::{
    api::graphql::{
        execute::{Graphql, Writer},
        plan::{AccountDetail, Field, RecordField, Shows},
        resolve::{
            accounts::{Members, Permissions, Roles, Tokens},
            audit::{Histories, LastActions},
            lists::RelatedPages,
        },
        schema::{PURGED_USER, kind_name},
    },
    auth::Secret,
    kinds::{self, global_id},
    operations::{
        audit::{Action, LastActor, may_audit},
        records::{capabilities, write::WrittenRecord},
        rows::{Record, UserSummary, Value},
    },
};

impl Object<Graphql> for Record {
    fn type_name(&self) -> Option<&'static str> {
        Some(self.resource.name)
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        let Shows::Record(part) = field.notes.shows else { return to.unknown(field) };
        let call = to.request.call;
        let last = |action, at| (self.resource, self.id(), action, at);
        let actor = |to: &mut Writer<'p>, it: Option<&LastActor>| {
            to.account(field, it.map(|it| it.account));
        };
        match part {
            RecordField::GlobalId => to.plain(&global_id::encode(self.resource, self.id())),
            RecordField::Id => to.value(self.id()),
            RecordField::RestKey(place) => match self.at(place) {
                Value::Int(id) => to.plain(&id.to_string()),
                key => value(key, to),
            },
            RecordField::Column(place) => value(self.at(place), to),
            RecordField::Choice(place) => match self.at(place) {
                Value::Text(text) => to.choice(text),
                other => value(other, to),
            },
            RecordField::Account(place) => match self.account(place) {
                Some(account) if account.is_none_or(|it| is_enough(it, field.notes.account)) => {
                    to.optional(field, account);
                }
                _ => to.account(field, self.int(self.resource.relations[place].column)),
            },
            RecordField::Itself => to.object(field, self),
            RecordField::Nobody => to.null(),
            RecordField::Related(related) => {
                to.load(field, RelatedPages(related, field.number), self.id());
            }
            RecordField::Permissions(grantee) => {
                to.load_with(field, Permissions(grantee), self.id(), |to, names| {
                    to.value(names.unwrap_or(&BTreeSet::new()));
                });
            }
            RecordField::Members => to.load(field, Members(self.id(), field.number), ()),
            RecordField::Roles => to.load_with(field, Roles, self.id(), |to, roles| {
                to.objects(field, roles.into_iter().flatten().map(AsRef::as_ref));
            }),
            RecordField::AccessTokens => {
                to.try_load(field, Tokens::of(self.id(), to.request.at(field)), self.id());
            }
            RecordField::Kind => to.plain(&kind_name(self.resource)),
            RecordField::ViewerCan => to.object(field, &capabilities(call, self)),
            RecordField::DeletedBy if self.is_deleted() => {
                to.load_with(field, LastActions, last(Action::Deleted, self.deleted_at()), actor);
            }
            RecordField::RestoredBy if !self.is_deleted() => {
                to.load_with(field, LastActions, last(Action::Restored, None), actor);
            }
            RecordField::DeletionReason if self.is_deleted() => {
                let last = last(Action::Deleted, self.deleted_at());
                to.load_with(field, LastActions, last, |to, it| {
                    to.value(it.and_then(|it| it.reason.as_ref()));
                });
            }
            // Null in the record's present state.
            RecordField::DeletedBy | RecordField::RestoredBy | RecordField::DeletionReason => {
                to.null();
            }
            RecordField::PurgeAt => purge_at(self, to),
            RecordField::Hold => {
                let key = (self.resource, self.id());
                to.load_with(field, Held, key, |to, hold| to.optional(field, hold));
            }
            RecordField::Purged => to.value(false),
            RecordField::History => {
                let histories = may_audit(call, self.owner())
                    .and_then(|()| Histories::of(self.resource.name, to.request.at(field)));
                to.try_load(field, histories, self.id());
            }
        }
    }
}

/// Whether what was read of an account is all that is selected.
const fn is_enough(account: &UserSummary, selected: AccountDetail) -> bool {
    match selected {
        AccountDetail::Address => true,
        AccountDetail::Summary => account.more.is_some(),
        AccountDetail::Record => false,
    }
}

fn value(value: &Value, to: &mut Writer<'_>) {
    match value {
        Value::Time(time) => to.plain(&time.text()),
        Value::Uuid(uuid) => to.uuid(*uuid),
        other => to.value(other),
    }
}

/// Writes the time at which a deleted record may be purged.
fn purge_at(record: &Record, to: &mut Writer<'_>) {
    let retention = to.request.app.retention();
    let ends = record
        .deleted_at()
        .and_then(|deleted_at| retention.ends(record.resource.table.name, deleted_at));
    match ends {
        Some(time) => to.plain(&time.text()),
        None => to.null(),
    }
}

impl Object<Graphql> for UserSummary {
    fn type_name(&self) -> Option<&'static str> {
        Some(if self.purged { PURGED_USER } else { kinds::accounts().name })
    }

    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match (field.name.as_str(), self.more) {
            ("id", _) => to.plain(&global_id::encode(kinds::accounts(), self.id)),
            ("databaseId", _) => to.value(self.id),
            ("email", _) => to.value(&self.email),
            ("uuid", Some(more)) => to.uuid(more.uuid),
            ("deletedAt", Some(more)) => to.value(more.deleted_at),
            ("purged", _) => to.value(self.purged),
            ("uuid" | "deletedAt", None) if self.purged => to.null(),
            _ => to.unknown(field),
        }
    }
}

impl Object<Graphql> for WrittenRecord {
    fn write<'p>(&self, field: &'p Field, to: &mut Writer<'p>) {
        match field.name.as_str() {
            "restored" => to.value(self.operation.is_some()),
            "operationId" => to.value(self.operation),
            "value" => to.value(self.secret.as_ref().map(Secret::reveal)),
            name if name == self.record.resource.field_name() => to.object(field, &self.record),
            _ => to.unknown(field),
        }
    }
}
