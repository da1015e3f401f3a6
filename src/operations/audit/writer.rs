//! The audit writer: what all events of one operation have in common.

use entity::{Timestamp, record_event::Column};
use sea_orm::sea_query::{Condition, Expr};
use serde_json::{Map, Value as Json};
use std::sync::Arc;
use uuid::Uuid;

use super::{action::Action, event::EventValues};
use crate::{
    app::App,
    auth::Call,
    operations::records::{Assignment, Value},
    resources::{Projection, Resource},
};

/// Writes the changes of one operation together with their events.
pub(crate) struct AuditWriter {
    pub(super) app: Arc<App>,
    /// The call that does it; `None`: the system itself, on behalf of an operator.
    call: Option<Arc<Call>>,
    /// The id of the operation, which all its events share.
    pub operation: Uuid,
}

/// A change of existing rows.
pub(crate) struct Change<'c> {
    pub resource: &'static Resource,
    pub action: Action,
    pub at: Timestamp,
    /// What is written, apart from the timestamp and the version.
    pub assignments: Vec<Assignment>,
    /// Which rows to change.
    pub condition: Condition,
    /// What to read of them afterwards.
    pub projection: &'c Projection,
}

/// A row to insert.
pub(crate) struct Insert<'c> {
    pub resource: &'static Resource,
    pub at: Timestamp,
    pub assignments: Vec<Assignment>,
    /// What must hold for the row to be inserted.
    pub condition: Condition,
    /// What to read of it afterwards.
    pub projection: &'c Projection,
}

impl AuditWriter {
    /// Creates the writer of one operation.
    pub fn new(app: &Arc<App>, call: &Arc<Call>) -> Self {
        let call = Some(Arc::clone(call));
        Self { app: Arc::clone(app), call, operation: Uuid::new_v4() }
    }

    /// Creates the writer of one operation of the system itself.
    pub fn of_the_system(app: &Arc<App>) -> Self {
        Self { app: Arc::clone(app), call: None, operation: Uuid::new_v4() }
    }

    /// The values that the events of one change have in common.
    pub(super) fn values(
        &self,
        resource: &Resource,
        action: Action,
        assignments: &[Assignment],
        at: Timestamp,
    ) -> EventValues {
        let after = assignments.iter().filter(|(name, _)| resource.is_audited(name));
        let after: Map<String, Json> =
            after.map(|(name, value)| ((*name).to_owned(), value.to_json())).collect();
        self.values_of_kind(resource.name, action, Json::Object(after), at)
    }

    /// The values that the events of one change of a kind have in common.
    pub(super) fn values_of_kind(
        &self,
        kind: &str,
        action: Action,
        after: Json,
        at: Timestamp,
    ) -> EventValues {
        let call = self.call.as_deref();
        let request_id = call.and_then(|it| it.request_id.as_deref()).map(str::to_owned);
        vec![
            (Column::OperationId, Expr::value(self.operation)),
            (Column::Action, Expr::value(action.name())),
            (Column::Kind, Expr::value(kind)),
            (Column::ActorId, Expr::value(call.map(|it| it.user_id))),
            (Column::CredentialKind, Expr::value(call.map(|it| it.credential.kind.name()))),
            (Column::CredentialId, Expr::value(call.map(|it| it.credential.id))),
            (Column::Via, Expr::value(call.map(|it| it.via.name()))),
            (Column::RequestId, Expr::value(request_id)),
            (Column::After, Expr::value(after)),
            (Column::CreatedAt, Expr::value(at)),
        ]
    }
}

impl Resource {
    /// Whether events include the column: those that records show and the accounts they refer to,
    /// but not the hash of a credential.
    pub(crate) fn is_audited(&self, name: &str) -> bool {
        self.field(name).is_some() || self.relations.iter().any(|it| it.column == name)
    }
}

/// The assignments and the timestamp of the change.
pub(super) fn with_timestamp(
    resource: &Resource,
    assignments: &[Assignment],
    at: Timestamp,
) -> Vec<Assignment> {
    let updated_at = (resource.columns.updated_at, Value::Time(at));
    assignments.iter().cloned().chain([updated_at]).collect()
}
