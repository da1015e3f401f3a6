//! One query parameter: its type, and how its text is parsed.

use entity::ColumnType;

use crate::{
    error::Error,
    operations::rows::{
        Value,
        read::{MAX_PAGE_SIZE, MAX_VALUES, PATTERN_CHARACTERS},
    },
    resources::{Condition, parse_uuid},
};

/// A query parameter.
#[derive(Debug)]
pub struct Parameter {
    /// Its name, `created_at[gte]`.
    pub name: String,
    /// Its description, a sentence.
    pub description: String,
    /// The type of its value, or of its values.
    pub ty: ParameterType,
    /// Whether it takes several values, separated by commas.
    pub many: bool,
    /// Maximum number of values. The operation checks it if it is its own limit.
    pub max_values: usize,
    /// Whether a request must have it.
    pub required: bool,
    /// The condition on a field of a list, if it is one.
    pub condition: Option<FieldCondition>,
}

/// The type of a value.
#[derive(Clone, Debug)]
pub enum ParameterType {
    /// `true` or `false`.
    Bool,
    /// The size of a page.
    Size,
    /// A cursor, which the list itself parses.
    Cursor,
    /// Text without NUL.
    Text,
    /// The global id of a record.
    GlobalId,
    /// Text to search for.
    Pattern,
    /// An integer of 32 bits.
    Int,
    /// An integer of 64 bits.
    BigInt,
    /// A timestamp of RFC 3339.
    Time,
    /// A uuid.
    Uuid,
    /// One of these.
    OneOf(Vec<String>),
}

/// A condition on a field of a list.
#[derive(Clone, Copy, Debug)]
pub struct FieldCondition {
    /// The column.
    pub column: &'static str,
    /// The type of the column.
    pub column_type: ColumnType,
    /// Whether it is a condition on the account's email address.
    pub of_account: bool,
    /// The condition; `None`: whether the field is null.
    pub condition: Option<Condition>,
}

impl Parameter {
    /// A parameter with one value.
    pub fn new(name: impl Into<String>, ty: ParameterType, description: impl Into<String>) -> Self {
        let (name, description) = (name.into(), description.into());
        let max_values = MAX_VALUES;
        Self { name, description, ty, many: false, max_values, required: false, condition: None }
    }

    /// A parameter with several values.
    pub fn list(
        name: impl Into<String>,
        ty: ParameterType,
        description: impl Into<String>,
    ) -> Self {
        Self { many: true, ..Self::new(name, ty, description) }
    }

    /// Parses the values.
    pub fn parse(&self, text: &str) -> Result<Vec<Value>, Error> {
        let values: Vec<&str> = if self.many { text.split(',').collect() } else { vec![text] };
        self.check_length(values.len())?;
        // Parameters that are no condition on a field are later than a time, or before it.
        let bound = self.name.ends_with("before").then_some(Condition::Lt);
        let condition = self.condition.map_or(bound, |of| of.condition).unwrap_or(Condition::Gt);
        let parsed = values.into_iter().map(|text| match self.ty {
            ParameterType::Time => condition.time(text).map(Value::Time),
            _ => self.ty.parse(text),
        });
        parsed.collect::<Option<_>>().ok_or_else(|| {
            let each = if self.many { "values that are each " } else { "" };
            let verb = if self.many { "have" } else { "be" };
            let expected = self.ty.expected();
            Error::bad_request(format!("{} must {verb} {each}{expected}", self.name))
        })
    }

    /// Checks the number of values.
    pub fn check_length(&self, values: usize) -> Result<(), Error> {
        if values > MAX_VALUES {
            let problem = format!("{} must have at most {MAX_VALUES} values", self.name);
            return Err(Error::bad_request(problem));
        }
        Ok(())
    }
}

impl ParameterType {
    fn parse(&self, text: &str) -> Option<Value> {
        let plain = || (!text.contains('\0')).then(|| Value::Text(text.to_owned()));
        match self {
            Self::Bool => text.parse().ok().map(Value::Bool),
            Self::Size => {
                let size = text.parse::<u64>().ok().filter(|size| *size <= MAX_PAGE_SIZE)?;
                i64::try_from(size).ok().map(Value::Int)
            }
            Self::Int => text.parse::<i32>().ok().map(|number| Value::Int(number.into())),
            Self::BigInt => text.parse().ok().map(Value::Int),
            // A condition parses it.
            Self::Time => None,
            Self::Uuid => parse_uuid(text).map(Value::Uuid),
            Self::Cursor | Self::Text | Self::GlobalId => plain(),
            Self::Pattern => text.chars().nth(PATTERN_CHARACTERS).map_or_else(plain, |_| None),
            Self::OneOf(texts) => {
                texts.iter().any(|known| known == text).then(|| Value::Text(text.to_owned()))
            }
        }
    }

    /// What a value must be.
    fn expected(&self) -> String {
        match self {
            Self::Bool => "true or false".to_owned(),
            Self::Size => format!("from 0 to {MAX_PAGE_SIZE}"),
            Self::Int => "an integer of 32 bits".to_owned(),
            Self::BigInt => "an integer".to_owned(),
            Self::Time => "a timestamp such as 2026-11-20T15:36:00.123456Z".to_owned(),
            Self::Uuid => "a UUID".to_owned(),
            Self::Cursor | Self::Text | Self::GlobalId => "text without NUL".to_owned(),
            Self::Pattern => {
                format!("text of at most {PATTERN_CHARACTERS} characters, without NUL")
            }
            Self::OneOf(texts) => format!("one of {}", texts.join(", ")),
        }
    }
}
