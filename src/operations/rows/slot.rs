//! The places of a request's values in statements.

use sea_orm::{Value, sea_query::Expr};

/// The place of a request's value in a statement. The statement names it before the value is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot(pub(super) u8);

impl Slot {
    pub const KEY: Self = Self(0);
    pub const OWNER: Self = Self(1);
    pub const VERSION: Self = Self(2);
    pub const AT: Self = Self(3);
    pub const OPERATION: Self = Self(4);
    pub const ACTOR: Self = Self(5);
    pub const CREDENTIAL_KIND: Self = Self(6);
    pub const CREDENTIAL: Self = Self(7);
    pub const VIA: Self = Self(8);
    pub const REQUEST: Self = Self(9);
    pub const AFTER: Self = Self(10);
    /// The number of rows that the statement before changed.
    pub const CHANGED: Self = Self(11);
    pub const REASON: Self = Self(12);
    const FIRST_COLUMN: u8 = 13;

    /// The value to write into a column, by the column's index.
    pub fn column(place: usize) -> Self {
        Self(u8::try_from(place).unwrap_or(u8::MAX).saturating_add(Self::FIRST_COLUMN))
    }

    /// The parameter. No column has this type, so that a parameter differs from other values.
    pub fn expr(self) -> Expr {
        Expr::value(Value::TinyUnsigned(Some(self.0)))
    }
}

/// The values of a request, by their slots.
#[derive(Debug, Default)]
pub(crate) struct Values(Vec<Value>);

impl Values {
    /// Sets the value of a slot.
    pub fn set(&mut self, slot: Slot, value: impl Into<Value>) {
        let place = usize::from(slot.0);
        if self.0.len() <= place {
            self.0.resize(place + 1, Value::Bool(None));
        }
        self.0[place] = value.into();
    }

    /// The value of a slot.
    pub fn get(&self, slot: Slot) -> Value {
        self.0.get(usize::from(slot.0)).cloned().unwrap_or(Value::Bool(None))
    }
}
