//! The progress of an operation that runs in batches. It is a row that each batch updates.

use entity::{
    Timestamp,
    bulk_operation::{ActiveModel, Column, Entity, Model},
    user,
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter,
    QuerySelect,
    sea_query::{Condition, Expr, ExprTrait, Query},
};
use std::time::Duration;
use uuid::Uuid;

use crate::{
    app::App,
    auth::Call,
    error::{Code, Error, Refusal, is_duplicate},
};

/// Most records of one operation. So many take a few minutes of batches, and as many events.
pub const MAX_RECORDS: i64 = 100_000;
/// An operation without a batch for this long has been interrupted. Its server is gone.
const SILENCE: Duration = Duration::from_secs(30);

named! {
    /// The state of an operation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RunState by name {
        /// Further batches follow.
        Running = "running",
        /// All its records were changed or refused.
        Done = "done",
        /// Its caller ended it.
        Cancelled = "cancelled",
        /// Its server stopped, or an error ended it.
        Interrupted = "interrupted",
    }
}

/// How far an operation is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The id of the operation; `None`: it changed nothing, and never will.
    pub operation: Option<Uuid>,
    /// The account that acts.
    pub actor: i64,
    /// Its state.
    pub state: RunState,
    /// How many records it was to change when it started.
    pub total: i64,
    /// How many it has changed.
    pub changed: i64,
    /// How many it found that could not be changed.
    pub refused: i64,
    /// When it started.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// The code of the error that ended it.
    pub error: Option<Code>,
}

impl RunState {
    /// What it means, for schemas.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Running => "Further batches follow.",
            Self::Done => "All its records were changed or refused.",
            Self::Cancelled => "`cancelOperation` ended it.",
            Self::Interrupted => {
                "Its server stopped, or an error ended it. What it has changed stays changed. The same \
                 request, after another preview, changes the rest."
            }
        }
    }
}

impl Progress {
    /// The progress of an operation that starts.
    pub(super) fn start(app: &App, call: &Call, total: i64) -> Self {
        Self {
            operation: Some(app.clock.uuid()),
            actor: call.user_id,
            state: RunState::Running,
            total,
            changed: 0,
            refused: 0,
            started_at: app.clock.now(),
            ended_at: None,
            error: None,
        }
    }

    /// The progress of an operation that has changed all its records.
    pub(super) fn done(
        app: &App,
        call: &Call,
        total: i64,
        operation: Option<Uuid>,
        changed: i64,
    ) -> Self {
        Self {
            operation,
            state: RunState::Done,
            changed,
            refused: total - changed,
            ended_at: Some(app.clock.now()),
            ..Self::start(app, call, total)
        }
    }

    /// The progress that a row says. A server may have ended without writing the interruption.
    fn of_row(row: Model, now: Timestamp) -> Self {
        let state = RunState::ALL.into_iter().find(|state| state.name() == row.state);
        let is_silent = now.before(SILENCE).is_some_and(|since| row.updated_at < since);
        let (state, ended_at) = match state.unwrap_or(RunState::Interrupted) {
            RunState::Running if is_silent => (RunState::Interrupted, Some(row.updated_at)),
            state => (state, row.ended_at),
        };
        Self {
            operation: Some(row.id),
            actor: row.actor_id,
            state,
            total: row.total,
            changed: row.changed,
            refused: row.refused,
            started_at: row.created_at,
            ended_at,
            error: row.error_code.as_deref().map(Code::parse),
        }
    }
}

/// Reads the progress of an operation. `None`: one that doesn't run in batches.
///
/// # Errors
/// When the database can't be reached.
pub async fn progress(app: &App, call: &Call, operation: Uuid) -> Result<Option<Progress>, Error> {
    let row = Entity::find_by_id(operation).one(&*app.point_reader(call, 1).await?).await?;
    Ok(row.map(|row| Progress::of_row(row, app.clock.now())))
}

/// Writes the row of an operation that starts.
///
/// # Errors
/// `ConflictsWith` another operation of the account, which is running (D30).
pub(super) async fn insert(app: &App, call: &Call, progress: &Progress) -> Result<(), Error> {
    let (kind, id) = (call.credential.kind.name(), call.credential.id);
    let now = progress.started_at;
    let of_account = || Condition::all().add(Column::ActorId.eq(call.user_id));
    // Otherwise an operation whose server is gone would run forever.
    let silent = of_account().add_option(now.before(SILENCE).map(|it| Column::UpdatedAt.lt(it)));
    let transaction = app.writes(call).begin().await?;
    // Two that start at once take turns: the index knows those of one credential.
    let account = user::Entity::find_by_id(call.user_id).select_only().column(user::Column::Id);
    account.lock_exclusive().into_tuple::<i64>().one(&transaction).await?;
    end(&transaction, silent, RunState::Interrupted, None, now).await?;
    let running = of_account().add(Column::State.eq(RunState::Running.name()));
    if Entity::find().filter(running).one(&transaction).await?.is_some() {
        transaction.rollback().await?;
        return Err(is_running());
    }
    let row = ActiveModel {
        id: Set(progress.operation.unwrap_or_default()),
        actor_id: Set(progress.actor),
        credential_kind: Set(kind.to_owned()),
        credential_id: Set(id),
        state: Set(progress.state.name().to_owned()),
        error_code: Set(None),
        total: Set(progress.total),
        changed: Set(0),
        refused: Set(0),
        created_at: Set(now),
        updated_at: Set(now),
        ended_at: Set(None),
    };
    match Entity::insert(row).exec_without_returning(&transaction).await {
        Ok(_) => Ok(transaction.commit().await?),
        Err(error) if is_duplicate(&error) => {
            transaction.rollback().await?;
            Err(is_running())
        }
        Err(error) => Err(error.into()),
    }
}

const fn is_running() -> Error {
    Error::ConflictsWith(Refusal::OtherRunning)
}

/// Adds what a batch has done, in its transaction. `false`: the operation has ended meanwhile.
pub(super) async fn advance(
    transaction: &DatabaseTransaction,
    operation: Uuid,
    changed: i64,
    refused: i64,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let add = |column: Column, count: i64| (column, Expr::col(column).add(count));
    let update = Query::update()
        .table(Entity)
        .values([add(Column::Changed, changed), add(Column::Refused, refused)])
        .value(Column::UpdatedAt, now)
        .cond_where(of(operation).add(Column::State.eq(RunState::Running.name())))
        .and_where_option(now.before(SILENCE).map(|it| Column::UpdatedAt.gte(it)))
        .take();
    Ok(transaction.execute(&update).await?.rows_affected() == 1)
}

/// Ends those of these operations that are running.
pub(super) async fn end(
    connection: &impl ConnectionTrait,
    these: Condition,
    state: RunState,
    error: Option<Code>,
    now: Timestamp,
) -> Result<(), DbErr> {
    let update = Query::update()
        .table(Entity)
        .value(Column::State, state.name())
        .value(Column::ErrorCode, error.map(Code::as_str))
        .value(Column::EndedAt, now)
        .cond_where(these.add(Column::State.eq(RunState::Running.name())))
        .take();
    connection.execute(&update).await.map(drop)
}

/// Checks that an operation has not too many records.
///
/// # Errors
/// `BadRequest` if it has.
pub(super) fn check_total(total: i64) -> Result<(), Error> {
    if total <= MAX_RECORDS {
        return Ok(());
    }
    let problem = format!("{total} records match; at most {MAX_RECORDS} can be changed at once");
    Err(Error::bad_request(problem))
}

/// The condition for the row of an operation.
pub(super) fn of(operation: Uuid) -> Condition {
    Condition::all().add(Column::Id.eq(operation))
}
