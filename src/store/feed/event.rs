//! Events without the values of their records, and which of them a follower wants.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, DerivePartialModel, EntityTrait, ExprTrait, PartialModelTrait, QuerySelect,
    QueryTrait,
    sea_query::{Condition, SelectStatement},
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// An event as the change feed holds it. What people wrote is read when it is selected.
#[derive(Clone, Debug, DerivePartialModel)]
#[sea_orm(entity = "Entity")]
pub struct Event {
    /// Its id.
    pub id: i64,
    /// The order of its transaction (`record_event_place`); 0 on SQLite.
    pub xid: i64,
    /// The operation; all events of a bulk operation have the same.
    pub operation_id: Uuid,
    /// Action, such as `restored`.
    pub action: String,
    /// Kind of the record, such as `Organization`.
    pub kind: String,
    /// Id of the record.
    pub record_id: i64,
    /// The account that owns the record, if any.
    pub owner_id: Option<i64>,
    /// The account of the caller; `None`: the system itself.
    pub actor_id: Option<i64>,
    /// The kind of the caller's credential.
    pub credential_kind: Option<String>,
    /// Id of that credential in its table.
    pub credential_id: Option<i64>,
    /// The API, such as `rest`.
    pub via: Option<String>,
    /// Id of the request.
    pub request_id: Option<String>,
    /// When the change was made.
    pub created_at: Timestamp,
}

impl Event {
    /// Selects the columns of events.
    pub(crate) fn select() -> SelectStatement {
        Self::select_cols(Entity::find().select_only()).into_query()
    }

    /// About how many bytes it has in memory.
    pub(super) fn bytes(&self) -> usize {
        let texts = [&self.credential_kind, &self.via, &self.request_id];
        let texts: usize = texts.into_iter().flatten().map(String::len).sum();
        size_of::<Self>() + texts + self.action.len() + self.kind.len()
    }
}

/// The events that a follower wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The kinds of their records, each with the account that must own the record; `None`: any.
    pub kinds: Vec<(&'static str, Option<i64>)>,
    /// The records; `None`: any of these kinds.
    pub records: Option<BTreeSet<(&'static str, i64)>>,
    /// The action; `None`: any.
    pub action: Option<&'static str>,
}

impl Filter {
    /// Whether the follower wants an event.
    pub fn includes(&self, event: &Event) -> bool {
        let kind = self.kinds.iter().find(|(kind, _)| *kind == event.kind);
        let Some((kind, owner)) = kind else { return false };
        (owner.is_none() || *owner == event.owner_id)
            && self.action.is_none_or(|action| action == event.action)
            && self.records.as_ref().is_none_or(|it| it.contains(&(*kind, event.record_id)))
    }

    /// The same as a condition of a statement.
    pub(super) fn condition(&self) -> Condition {
        let kinds = |is_own: bool| {
            let kinds = self.kinds.iter().filter(move |(_, owner)| owner.is_some() == is_own);
            // The double negation keeps SQLite from reading all events of these kinds by an index.
            Column::Kind.is_not_in(kinds.map(|(kind, _)| *kind)).not()
        };
        let owner = self.kinds.iter().find_map(|(_, owner)| *owner);
        let own = owner.map(|owner| kinds(true).and(Column::OwnerId.eq(owner)));
        let records = self.records.as_ref();
        let records = records.map(|it| Column::RecordId.is_in(it.iter().map(|(_, id)| *id)));
        Condition::all()
            .add(Condition::any().add(kinds(false)).add_option(own))
            .add_option(records)
            .add_option(self.action.map(|action| Column::Action.eq(action)))
    }

    /// About how many bytes it has in memory.
    pub(super) fn bytes(&self) -> usize {
        let records = self.records.as_ref().map_or(0, BTreeSet::len);
        size_of::<Self>() + 32 * (self.kinds.len() + records)
    }
}
