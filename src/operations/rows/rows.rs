//! The rows that a statement is about.

use sea_orm::{
    DbErr, ExprTrait,
    sea_query::{Condition, Expr},
};

use crate::operations::rows::{
    Expected, Record, RowsShape, Shape, Slot, State, Statements, Values,
};
use crate::{
    auth::Access,
    resources::{Key, Projection, Resource},
    store::database::Reads,
};

/// The rows that a statement is about. They are those for which every part holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    key: Option<Key>,
    state: Option<State>,
    owner: Option<i64>,
    /// The accepted versions; `None`: any.
    versions: Option<Vec<i64>>,
    /// A condition that differs from request to request.
    other: Option<Condition>,
}

/// Whether reading a row also locks it until the transaction ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    Unlocked,
    Locked,
}

impl Rows {
    /// The row with that key.
    pub fn of(key: &Key) -> Self {
        Self { key: Some(key.clone()), ..Self::default() }
    }

    /// The row with that key, if it is live.
    pub fn live(key: &Key) -> Self {
        Self::of(key).in_state(State::Live)
    }

    /// The rows that meet a condition. Statements with one are built for each request.
    pub fn matching(condition: Condition) -> Self {
        Self { other: Some(condition), ..Self::default() }
    }

    /// Those that also meet a condition. Statements with one are built for each request.
    pub fn and(self, condition: Option<Condition>) -> Self {
        let both = [self.other, condition].into_iter().flatten();
        Self { other: both.reduce(|all, one| Condition::all().add(all).add(one)), ..self }
    }

    /// Those in a state.
    pub fn in_state(self, state: State) -> Self {
        Self { state: Some(state), ..self }
    }

    /// Those within an access.
    pub fn within(self, access: Access) -> Self {
        Self { owner: access.account(), ..self }
    }

    /// Those of an expected version.
    pub fn of_version(self, resource: &Resource, expected: &Expected) -> Self {
        match expected {
            Expected::Any => self,
            Expected::OneOf(versions) => Self { versions: Some(versions.clone()), ..self },
            Expected::NoneOf(versions) => {
                let version = Expr::col(resource.columns.version);
                self.and(Some(Condition::all().add(version.is_not_in(versions.iter().copied()))))
            }
        }
    }

    /// Whether there is at most one row.
    pub fn is_one(&self) -> bool {
        self.key.is_some()
    }

    /// The parts; `None`: the condition differs from request to request.
    pub fn shape(&self) -> Option<RowsShape> {
        let versions = self.versions.as_ref();
        let is_any = self.other.is_some() || versions.is_some_and(|it| it.len() != 1);
        let key = self.key.as_ref().map(Key::kind);
        (!is_any).then_some((key, self.state, self.owner.is_some(), versions.is_some()))
    }

    /// The condition, with parameters for the values.
    pub fn condition(&self, resource: &Resource) -> Condition {
        let key = self
            .key
            .as_ref()
            .map(|key| Expr::col(resource.column_of(key.kind())).eq(Slot::KEY.expr()));
        let own = self.owner.map(|_| Access::owned_by(resource.owner, Slot::OWNER.expr()));
        let version = self.versions.as_deref().map(|versions| {
            let version = Expr::col(resource.columns.version);
            match versions {
                [_] => version.eq(Slot::VERSION.expr()),
                several => version.is_in(several.iter().copied()),
            }
        });
        Condition::all()
            .add_option(self.other.clone())
            .add_option(key)
            .add_option(self.state.map(|state| state.condition(resource)))
            .add_option(own)
            .add_option(version)
    }

    /// Sets the values.
    pub fn bind(self, values: &mut Values) {
        match self.key {
            Some(Key::Uuid(uuid)) => values.set(Slot::KEY, uuid),
            Some(Key::Code(code)) => values.set(Slot::KEY, code),
            Some(Key::Id(id)) => values.set(Slot::KEY, id),
            None => {}
        }
        if let Some(owner) = self.owner {
            values.set(Slot::OWNER, owner);
        }
        if let Some([version]) = self.versions.as_deref() {
            values.set(Slot::VERSION, *version);
        }
    }

    /// Reads the first record. Beside the projection it has the columns that permission checks and
    /// conditions on versions need.
    pub async fn read(
        self,
        connection: &impl Reads,
        resource: &'static Resource,
        projection: &Projection,
        lock: Lock,
    ) -> Result<Option<Record>, DbErr> {
        let backend = connection.get_database_backend();
        let verb = if lock == Lock::Locked { "lock" } else { "read" };
        let shape = self.shape().map(|rows| Shape::of(backend, verb, resource, projection, rows));
        let statements = Statements::of(shape, || {
            let version = [resource.columns.version];
            let projection = projection.with_access(resource).with(resource, &version);
            let mut select = resource.select(&projection, self.condition(resource));
            if lock == Lock::Locked {
                select.lock_exclusive();
            }
            Statements::single(&select, projection, backend)
        });
        let is_short = self.is_one() && self.other.is_none();
        let mut values = Values::default();
        self.bind(&mut values);
        let read = match connection.on_threads() {
            Some(threads) => statements.read(threads, resource, values, is_short).await?,
            None => statements.run(connection, resource, values).await?,
        };
        Ok(read.into_iter().next())
    }
}
