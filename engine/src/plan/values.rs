//! Values of arguments and variables.

use apollo_compiler::{Node, ast, executable::Operation};
use async_graphql::{Name, Number, Value as Constant, Variables as Sent};
use async_graphql_value::Value;
use std::borrow::Cow;

/// The values of a request's variables, with the defaults of its operation.
#[derive(Debug, Default, PartialEq)]
pub struct Variables(Sent);

impl Variables {
    /// The values that a request sends for an operation.
    pub fn new(mut sent: Sent, operation: &Operation) -> Self {
        for variable in &operation.variables {
            if let Some(default) = &variable.default_value
                && let Some(value) = value(default).into_const()
            {
                sent.entry(Name::new(&variable.name)).or_insert(value);
            }
        }
        Self(sent)
    }

    /// Whether the value of a variable is null, not absent.
    pub fn is_null(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Constant::Null)
    }

    /// Whether the value of a variable is `true`.
    pub fn is_true(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Constant::Boolean(true))
    }

    /// The value with its variables filled in.
    ///
    /// `None`: a variable that is absent.
    ///
    /// Absent variables leave out the fields of input objects, and are null in lists.
    pub fn fill(&self, value: &Value) -> Option<Constant> {
        Some(match value {
            Value::Variable(name) => self.0.get(name)?.clone(),
            Value::List(items) => Constant::List(
                items.iter().map(|item| self.fill(item).unwrap_or_default()).collect(),
            ),
            Value::Object(fields) => Constant::Object(
                fields
                    .iter()
                    .filter_map(|(name, value)| Some((name.clone(), self.fill(value)?)))
                    .collect(),
            ),
            other => other.clone().into_const()?,
        })
    }

    /// The same. What a variable alone gives isn't copied, since it may be long, and given to many.
    pub fn given(&self, value: &Value) -> Option<Cow<'_, Constant>> {
        match value {
            Value::Variable(name) => self.0.get(name).map(Cow::Borrowed),
            other => self.fill(other).map(Cow::Owned),
        }
    }

    /// The value with its variables filled in, as [`Self::fill`].
    ///
    /// Absent variables are null everywhere.
    pub fn literal(&self, value: &Value) -> Constant {
        match value {
            Value::List(items) => items.iter().map(|item| self.literal(item)).collect(),
            Value::Object(fields) => {
                let field = |(name, value): (&Name, &Value)| (name.clone(), self.literal(value));
                Constant::Object(fields.iter().map(field).collect())
            }
            other => self.fill(other).unwrap_or_default(),
        }
    }
}

/// A value of a document.
pub fn value(value: &ast::Value) -> Value {
    match value {
        ast::Value::Null => Value::Null,
        ast::Value::Enum(name) => Value::Enum(Name::new(name)),
        ast::Value::Variable(name) => Value::Variable(Name::new(name)),
        ast::Value::String(text) => Value::String(text.clone()),
        ast::Value::Boolean(flag) => Value::Boolean(*flag),
        ast::Value::Int(number) => number_of(number.as_str()),
        ast::Value::Float(number) => number_of(number.as_str()),
        ast::Value::List(items) => {
            Value::List(items.iter().map(|item| self::value(item)).collect())
        }
        ast::Value::Object(fields) => {
            let field = |(name, value): &(apollo_compiler::Name, Node<ast::Value>)| {
                (Name::new(name), self::value(value))
            };
            Value::Object(fields.iter().map(field).collect())
        }
    }
}

fn number_of(text: &str) -> Value {
    let integer = text.parse::<i64>().map(Number::from).ok();
    let integer = integer.or_else(|| text.parse::<u64>().map(Number::from).ok());
    let number = integer.or_else(|| text.parse().ok().and_then(Number::from_f64));
    number.map_or(Value::Null, Value::Number)
}

/// The first number of a value that would be stored with other digits.
pub fn inexact_number(value: &ast::Value, is_exact: fn(&str) -> bool) -> Option<&str> {
    match value {
        ast::Value::Int(number) => Some(number.as_str()).filter(|it| !is_exact(it)),
        ast::Value::Float(number) => Some(number.as_str()).filter(|it| !is_exact(it)),
        ast::Value::List(items) => items.iter().find_map(|it| inexact_number(it, is_exact)),
        ast::Value::Object(fields) => {
            fields.iter().find_map(|(_, it)| inexact_number(it, is_exact))
        }
        _ => None,
    }
}
