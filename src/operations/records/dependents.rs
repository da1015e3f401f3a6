//! References between records, and dependents that follow renamed keys (D28).

use entity::Timestamp;
use sea_orm::{
    DatabaseTransaction, DbErr, ExprTrait,
    sea_query::{Condition, Expr, Query},
};

use crate::operations::rows::{Assignment, Rows, State, Value, constant, run_count};
use crate::{
    error::{FieldError, Problem},
    kinds,
    operations::audit::{AuditWriter, Change},
    resources::Resource,
};

impl Resource {
    /// The kind that a column refers to, and its column there.
    ///
    /// # Panics
    /// When the column refers to no kind.
    pub(crate) fn referred(&self, column: &str) -> (&'static Resource, &str) {
        let reference = self.table.references.iter().find(|it| it.column == column);
        let kind = |table: &str| kinds::registered().iter().find(|kind| kind.table.name == table);
        match reference.and_then(|it| Some((kind(&it.table)?, it.key.as_str()))) {
            Some(referred) => referred,
            None => unreachable!("{}.{column} refers to no kind", self.table.name),
        }
    }

    /// The condition that the record a column refers to is live.
    pub(crate) fn is_live(&self, column: &str, value: Expr) -> Expr {
        let (kind, key) = self.referred(column);
        let record = Query::select()
            .expr(constant(1))
            .from(kind.table.name)
            .and_where(Expr::col((kind.table.name, key.to_owned())).eq(value))
            .cond_where(State::Live.condition(kind))
            .take();
        Expr::exists(record)
    }
}

/// Most records that follow a renamed key. One transaction writes them, which others wait for.
const MOST: i64 = 4_000;

/// A kind whose records name those of another kind by their key.
#[derive(Clone, Copy)]
pub(crate) struct Dependent {
    pub kind: &'static Resource,
    column: &'static str,
}

/// The kinds whose records name a kind by an assigned key.
pub(crate) fn dependents(
    resource: &Resource,
    assignments: &[Assignment],
) -> impl Iterator<Item = Dependent> {
    let key = resource.key_column;
    let is_assigned = assignments.iter().any(|(name, _)| *name == key);
    kinds::registered().iter().filter(move |_| is_assigned).flat_map(move |kind| {
        let of_key = kind.references_to(resource).filter(move |it| it.key == key);
        of_key.map(move |it| Dependent { kind, column: &it.column })
    })
}

impl Dependent {
    /// Renames the key in the records that name it, with events.
    ///
    /// The inner error says that too many records name it; then the transaction has to be rolled
    /// back.
    pub async fn follow(
        self,
        writer: &AuditWriter,
        transaction: &DatabaseTransaction,
        at: Timestamp,
        [old, new]: [&Value; 2],
    ) -> Result<Result<(), FieldError>, DbErr> {
        let Self { kind, column } = self;
        if old == new {
            return Ok(Ok(()));
        }
        let rows = Condition::all().add(Expr::col(column).eq(kind.bind(column, old.clone())));
        if run_count(transaction, &kind.count(rows.clone())).await? > MOST {
            let (renamed, key) = kind.referred(column);
            let (many, one) = (kind.plural(), renamed.title.to_lowercase());
            return Ok(Err(FieldError::new(key, Problem::Renamed { most: MOST, many, one })));
        }
        let renamed = vec![(column, new.clone())];
        let change = Change::update(kind, at, renamed, Rows::matching(rows));
        writer.change_many(transaction, change, None).await.map(|_| Ok(()))
    }
}
