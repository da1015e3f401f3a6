//! One parameter: its type, and how the text of a value is read.

use entity::ColumnType;

use crate::{
    auth::Api,
    error::Error,
    operations::rows::{
        Value,
        read::{MAX_PAGE_SIZE, MAX_VALUES, PATTERN_CHARACTERS},
    },
    resources::{Condition, camel_case, parse_uuid},
};

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name in REST, `created_at[gte]`.
    pub name: String,
    /// Its name in GraphQL, if it isn't the same in camel case.
    pub argument: Option<&'static str>,
    /// Its description, a sentence.
    pub description: String,
    /// The type of its value, or of its values.
    pub ty: ParameterType,
    /// Whether it takes several values, which REST separates by commas.
    pub many: bool,
    /// Maximum number of values. The operation checks it if it is its own limit.
    pub max_values: usize,
    /// Whether a request must have it.
    pub required: bool,
    /// What its absence means, if that is one of its values.
    pub default: Option<&'static str>,
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
    /// The id of an account. In GraphQL the argument of this name takes its global id instead.
    Account(&'static str),
    /// A timestamp of RFC 3339.
    Time,
    /// A uuid.
    Uuid,
    /// One of these, which are an enum of this name in GraphQL, if it takes the parameter.
    OneOf(&'static str, Vec<String>),
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
        Self {
            name,
            argument: None,
            description,
            ty,
            many: false,
            max_values: MAX_VALUES,
            required: false,
            default: None,
            condition: None,
        }
    }

    /// A parameter with several values.
    pub fn list(
        name: impl Into<String>,
        ty: ParameterType,
        description: impl Into<String>,
    ) -> Self {
        Self { many: true, ..Self::new(name, ty, description) }
    }

    /// Its name in an API.
    pub fn name_in(&self, api: Api) -> String {
        match (api, self.argument) {
            (Api::Graphql, Some(argument)) => argument.to_owned(),
            (Api::Graphql, None) => camel_case(&self.name),
            _ => self.name.clone(),
        }
    }

    /// Reads the texts of its values, under its name in an API.
    pub(super) fn read<T: AsRef<str>>(&self, name: &str, texts: &[T]) -> Result<Vec<Value>, Error> {
        // Parameters that are no condition on a field are later than a time, or before it.
        let bound = self.name.ends_with("before").then_some(Condition::Lt);
        let condition = self.condition.map_or(bound, |of| of.condition).unwrap_or(Condition::Gt);
        let values = texts.iter().map(|text| match self.ty {
            ParameterType::Time => condition.time(text.as_ref()).map(Value::Time),
            _ => self.ty.read(text.as_ref()),
        });
        values.collect::<Option<_>>().ok_or_else(|| {
            let each = if self.many { "values that are each " } else { "" };
            let verb = if self.many { "have" } else { "be" };
            Error::bad_request(format!("{name} must {verb} {each}{}", self.ty.expected()))
        })
    }
}

impl ParameterType {
    fn read(&self, text: &str) -> Option<Value> {
        let plain = || (!text.contains('\0')).then(|| Value::Text(text.to_owned()));
        match self {
            Self::Bool => text.parse().ok().map(Value::Bool),
            Self::Size => {
                let size = text.parse::<u64>().ok().filter(|size| *size <= MAX_PAGE_SIZE)?;
                i64::try_from(size).ok().map(Value::Int)
            }
            Self::Int => text.parse::<i32>().ok().map(|number| Value::Int(number.into())),
            Self::BigInt | Self::Account(_) => text.parse().ok().map(Value::Int),
            // A condition parses it.
            Self::Time => None,
            Self::Uuid => parse_uuid(text).map(Value::Uuid),
            Self::Cursor | Self::Text | Self::GlobalId => plain(),
            Self::Pattern => text.chars().nth(PATTERN_CHARACTERS).map_or_else(plain, |_| None),
            Self::OneOf(_, texts) => {
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
            Self::BigInt | Self::Account(_) => "an integer".to_owned(),
            Self::Time => "a timestamp such as 2026-11-20T15:36:00.123456Z".to_owned(),
            Self::Uuid => "a UUID".to_owned(),
            Self::Cursor | Self::Text | Self::GlobalId => "text without NUL".to_owned(),
            Self::Pattern => {
                format!("text of at most {PATTERN_CHARACTERS} characters, without NUL")
            }
            Self::OneOf(_, texts) => format!("one of {}", texts.join(", ")),
        }
    }
}
